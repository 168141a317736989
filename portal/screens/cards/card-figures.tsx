import { Group, Paper, Progress, SimpleGrid } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { Figure } from '../../parts/figures.tsx'
import { formatAmount, formatMoment, formatMoney } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords, useValueTitle } from './amounts.ts'
import type { CardPageData } from './card-page-data.ts'

type ShownCard = Pick<CardPageData, 'balances' | 'expiring' | 'tier'>

/** What is on the card, as large figures with what expires next, and its level with the way to the next. */
export function CardFigures({ page }: { readonly page: ShownCard }) {
  const { cards: texts } = useTexts()
  const brand = useBrand()
  const words = useAmountWords()
  const titleOf = useValueTitle()
  const own = page.balances.filter(({ bucket, track }) => bucket === undefined || track !== undefined)
  const expiryOf = ({ balanceType: type, balanceCode: code, bucket }: ShownCard['balances'][number]) => {
    const next = page.expiring.find(
      (one) => one.balanceType === type && one.balanceCode === code && one.bucket === bucket,
    )
    return next && texts.expiresOn(words(next), formatMoment(next.at, brand, 'day'))
  }
  // On a track its name stands above, and what is counted stands with the figure.
  const figureOf = ({ track: _, ...one }: ShownCard['balances'][number]) =>
    one.balanceType === 'Currency' || one.bucket !== undefined ? words(one) : formatAmount(one.amount, brand, one.scale)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {own.length === 0 && (
        <Paper p="md">
          <Figure label={texts.balance} value={texts.nothing} />
        </Paper>
      )}
      {own.map((one) => (
        <Paper p="md" key={`${one.balanceType} ${one.balanceCode ?? ''} ${one.bucket ?? ''}`}>
          <Figure label={titleOf(one)} value={figureOf(one)} more={expiryOf(one)} />
        </Paper>
      ))}
      {page.tier && <Level tier={page.tier} />}
    </SimpleGrid>
  )
}

function Level({ tier }: { readonly tier: NonNullable<CardPageData['tier']> }) {
  const { cards: texts } = useTexts()
  const brand = useBrand()
  const { name = texts.noLevel, missing, currency, next, share, keptUntil } = tier
  const shown = (amount: number) =>
    currency === undefined ? formatAmount(amount, brand) : formatMoney(amount, { ...brand, currency })
  const way = missing !== undefined && next !== undefined && texts.missingTo(shown(missing), next)
  return (
    <Paper p="md">
      <Figure
        label={texts.level}
        value={name}
        more={
          <Group gap="xs">
            {way !== false && <span>{way}</span>}
            {keptUntil !== undefined && <span>{texts.keptUntil(formatMoment(keptUntil, brand, 'day'))}</span>}
          </Group>
        }
      />
      {share !== undefined && <Progress mt="xs" value={share * 100} aria-label={texts.level} />}
    </Paper>
  )
}
