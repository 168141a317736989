import { Paper, SimpleGrid, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { AmountPair, ReplayReport, RuleReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import type { ChartInput } from '../../../parts/charts/chart-input.ts'
import { LazyChart } from '../../../parts/charts/lazy-chart.tsx'
import { formatAmount, formatMoney } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'

/** With more bars than this, a chart can no longer be read. */
const shownMax = 10
const labelMax = 24

interface Bar {
  readonly label: string
  readonly happened: number
  readonly replayed: number
}

/** The rules that change most, then and by these rules. The tables below have the same figures, and all of them. */
export function ReplayCharts({ rules }: Pick<ReplayReport, 'rules'>) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const { language, currency } = brand
  const fired = useChart(rules, firingsOf, (value) => formatAmount(value, { language }))
  const discounts = useChart(rules, discountsOf(currency), (value) => formatMoney(value, { language, currency }))
  const charts = [
    ['fired', texts.firedChart, fired] as const,
    ['discounts', texts.discountChart(currency), discounts] as const,
  ].filter(([, , input]) => input.labels.length > 0)
  if (charts.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, lg: charts.length }} spacing="lg">
      {charts.map(([id, title, input]) => (
        <Paper key={id} p="lg">
          <Title order={2} size="h4" mb="md">
            {title}
          </Title>
          <LazyChart input={input} label={title} />
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function useChart(
  rules: readonly RuleReport[],
  barOf: (rule: RuleReport) => Omit<Bar, 'label'>,
  formatValue: ChartInput['formatValue'],
): ChartInput {
  const { replays: texts } = useTexts()
  // What is drawn again at every look would flicker: the report of a replay never changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other two are made anew each time, and always alike.
  return useMemo(() => {
    const bars = rules
      .map((rule): Bar => ({ label: labelOf(rule), ...barOf(rule) }))
      .filter(({ happened, replayed }) => happened !== 0 || replayed !== 0)
      .toSorted((a, b) => Math.abs(b.replayed - b.happened) - Math.abs(a.replayed - a.happened))
      .slice(0, shownMax)
    return {
      kind: 'bars',
      labels: bars.map(({ label }) => [label]),
      series: [
        { name: texts.happened, values: bars.map(({ happened }) => happened) },
        { name: texts.replayed, values: bars.map(({ replayed }) => replayed) },
      ],
      formatValue,
    }
  }, [rules, texts])
}

const firingsOf = ({ firings }: RuleReport) => firings

const discountsOf = (currency: string) => (rule: RuleReport) => {
  const sum = (which: 'happened' | 'replayed') =>
    rule.discounts.filter(({ of }) => of === currency).reduce((all, pair: AmountPair) => all + Number(pair[which]), 0)
  return { happened: sum('happened'), replayed: sum('replayed') }
}

function labelOf({ rule, name, campaign }: RuleReport): string {
  const whole = name ?? campaign ?? rule
  return whole.length > labelMax ? `${whole.slice(0, labelMax - 1)}…` : whole
}
