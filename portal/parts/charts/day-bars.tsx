import { Group, Text } from '@mantine/core'
import classes from './day-bars.module.css'

interface DaySeries {
  readonly name: string
  readonly look: 'first' | 'second'
  readonly amounts: readonly number[]
}

interface DayBarsProps {
  readonly label: string
  readonly days: readonly string[]
  readonly series: readonly DaySeries[]
  readonly formatDay: (day: string) => string
  readonly formatAmount: (amount: number) => string
}

/** Every day has a place of this width, in units of the drawing. */
const dayWidth = 20
const height = 100

/** Amounts by day, as bars. It is small enough for the first page; what needs axes and more is drawn by the chart kit. */
export function DayBars({ label, days, series, formatDay, formatAmount }: DayBarsProps) {
  const top = Math.max(1, ...series.flatMap(({ amounts }) => amounts))
  const width = days.length * dayWidth
  const barWidth = (dayWidth - 6) / series.length
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="xs" c="dimmed">
          {formatAmount(top)}
        </Text>
        {series.length > 1 && <Legend series={series} />}
      </Group>
      <svg
        role="img"
        aria-label={label}
        className={classes.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        {series.flatMap(({ name, look, amounts }, place) =>
          amounts.map((amount, day) => {
            const tall = (amount / top) * height
            const x = day * dayWidth + 3 + place * barWidth
            return (
              <rect
                key={`${name} ${days[day]}`}
                className={classes[look]}
                {...{ x, y: height - tall, width: barWidth - 1, height: tall }}
              >
                <title>{`${formatDay(days[day] ?? '')}: ${name} ${formatAmount(amount)}`}</title>
              </rect>
            )
          }),
        )}
      </svg>
      <Group justify="space-between" mt={4}>
        {ticksOf(days).map((day) => (
          <Text key={day} size="xs" c="dimmed">
            {formatDay(day)}
          </Text>
        ))}
      </Group>
    </div>
  )
}

function Legend({ series }: Pick<DayBarsProps, 'series'>) {
  return (
    <Group gap="md">
      {series.map(({ name, look }) => (
        <Group key={name} gap={6}>
          <svg className={classes.swatch} viewBox="0 0 10 10" aria-hidden>
            <rect width="10" height="10" rx="2" className={classes[look]} />
          </svg>
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  )
}

/** The first day, the last, and a few evenly between them. */
function ticksOf(days: readonly string[]): readonly string[] {
  const count = Math.min(5, days.length)
  const places = Array.from({ length: count }, (_, tick) =>
    Math.round((tick * (days.length - 1)) / Math.max(count - 1, 1)),
  )
  return places.flatMap((place) => days[place] ?? [])
}
