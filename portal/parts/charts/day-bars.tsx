import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'

interface DayBarsProps {
  readonly label: string
  readonly days: readonly string[]
  readonly series: readonly { readonly name: string; readonly color: string; readonly amounts: readonly number[] }[]
  readonly formatDay: (day: string) => string
  readonly formatAmount: (amount: number) => string
  readonly height: number
}

/** Amounts by day. It is loaded only where something is drawn. */
export function DayBars({ label, days, series, formatDay, formatAmount, height }: DayBarsProps) {
  const data = days.map((day, index) => ({
    day: formatDay(day),
    ...Object.fromEntries(series.map(({ name, amounts }) => [name, amounts[index] ?? 0])),
  }))
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={data}
        dataKey="day"
        series={series.map(({ name, color }) => ({ name, color }))}
        valueFormatter={formatAmount}
        gridAxis="x"
        tickLine="none"
        withLegend={series.length > 1}
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
        xAxisProps={{ minTickGap: 32 }}
        yAxisProps={{ width: 56 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
