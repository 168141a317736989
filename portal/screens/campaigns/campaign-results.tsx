import { Group, Paper, Select, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useBrand } from '../../ask/brand-context.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Amount, Figure, Money } from '../../parts/figures.tsx'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { periods } from './campaign-search.ts'
import { CampaignVariants } from './campaign-variants.tsx'
import type { CampaignResults as Results } from './page-answer.ts'

interface CampaignResultsProps {
  readonly days: number
  readonly results: UseQueryResult<Results>
}

/** What a campaign did in a period. */
export function CampaignResults({ days, results: { data, error, refetch } }: CampaignResultsProps) {
  const { campaign: texts } = useTexts()
  return (
    <Paper p="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{texts.results}</Title>
          <Period days={days} />
        </Group>
        {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton height={72} />}
        {data && <Figures results={data} />}
        {data && <CampaignVariants variants={data.variants} />}
      </Stack>
    </Paper>
  )
}

function Period({ days }: { readonly days: number }) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  const navigate = useNavigate()
  const choose = (chosen: string | null) => {
    const search = chosen === null || chosen === '30' ? {} : { days: Number(chosen) }
    navigate({ to: '.', search: search as never, replace: true, resetScroll: false }).catch(() => undefined)
  }
  const label = (value: number) => (value === 365 ? texts.lastYear : texts.days(formatAmount(value, brand)))
  return (
    <Select
      aria-label={texts.period}
      allowDeselect={false}
      w={190}
      data={periods.map((value) => ({ value: String(value), label: label(value) }))}
      value={String(days)}
      onChange={choose}
    />
  )
}

function Figures({ results }: { readonly results: Results }) {
  const { campaign: texts, campaigns } = useTexts()
  const brand = useBrand()
  const { fired, visits, customers, cost, values } = results
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label={campaigns.customers}
        value={customers === undefined ? texts.uncounted : <Amount amount={customers} />}
      />
      <Figure
        label={campaigns.fired}
        value={<Amount amount={fired} />}
        more={`${texts.visits}: ${formatAmount(visits, brand)}`}
      />
      <Figure label={campaigns.cost} value={<Money amount={cost} />} more={texts.costAbout} />
      {values.map((value) => (
        <Given key={`${value.balanceType} ${value.name}`} value={value} />
      ))}
    </SimpleGrid>
  )
}

function Given({ value }: { readonly value: Results['values'][number] }) {
  const { campaign: texts, campaigns } = useTexts()
  const brand = useBrand()
  const { name, balanceType, currency, scale, given, redeemed } = value
  const words: Readonly<Record<string, string>> = { Points: campaigns.points, Punches: campaigns.punches }
  const plain = name === balanceType ? (words[balanceType] ?? name) : name
  const amount = (number: number) =>
    currency === undefined ? formatAmount(number, brand, scale) : formatMoney(number, { ...brand, currency })
  const label = plain.charAt(0).toUpperCase() + plain.slice(1)
  return <Figure label={texts.given(label)} value={amount(given)} more={texts.redeemed(amount(redeemed))} />
}
