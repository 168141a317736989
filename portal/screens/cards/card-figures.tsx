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
  const own = page.balances.filter(({ bucket }) => bucket === undefined)
  const expiryOf = (type: string, code: string | undefined) => {
    const next = page.expiring.find((one) => one.balanceType === type && one.balanceCode === code)
    return next && texts.expiresOn(words(next), formatMoment(next.at, brand, 'day'))
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {own.length === 0 && (
        <Paper p="md">
          <Figure label={texts.balance} value={texts.nothing} />
        </Paper>
      )}
      {own.map((one) => (
        <Paper p="md" key={`${one.balanceType} ${one.balanceCode ?? ''}`}>
          <Figure
            label={titleOf(one)}
            value={one.balanceType === 'Currency' ? words(one) : formatAmount(one.amount, brand, one.scale)}
            more={expiryOf(one.balanceType, one.balanceCode)}
          />
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
            {way}
            {keptUntil !== undefined && texts.keptUntil(formatMoment(keptUntil, brand, 'day'))}
          </Group>
        }
      />
      {share !== undefined && <Progress mt="xs" value={share * 100} aria-label={texts.level} />}
    </Paper>
  )
}
