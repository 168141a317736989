import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { DayBars } from '../../parts/charts/day-bars.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { formatAmount, formatDay } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Figures, ValueFigures } from './home-answer.ts'
import { useFormatValue } from './value-format.ts'

/** As tall as both charts will be. */
const chartsHeight = 440

interface HomeTrendProps {
  readonly figures: Figures | undefined
  readonly value: ValueFigures | undefined
}

/** How the last days went. */
export function HomeTrend({ figures, value }: HomeTrendProps) {
  const { home } = useTexts()
  const isQuiet = figures && sum(figures.checkouts) === 0 && figures.values.every(isStill)
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{home.trend}</Title>
        {!figures && <Skeleton height={chartsHeight} />}
        {figures && isQuiet && <EmptyState title={home.quiet} what={home.quietWhat} />}
        {figures && !isQuiet && <Charts figures={figures} value={value} />}
      </Stack>
    </Paper>
  )
}

function Charts({ figures, value }: { readonly figures: Figures; readonly value: ValueFigures | undefined }) {
  const { home } = useTexts()
  const brand = useBrand()
  const format = useFormatValue(value)
  const { days, checkouts } = figures
  const shared = { days, formatDay: (day: string) => formatDay(day, brand).replace(/,? \d{4}$/, '') }
  const count = (amount: number) => formatAmount(amount, brand)
  return (
    <>
      {sum(checkouts) > 0 && (
        <div>
          <Text fw={500} mb="xs">
            {home.trendCheckouts}
          </Text>
          <DayBars
            {...shared}
            label={home.trendAbout(home.trendCheckouts, days.length, count(sum(checkouts)))}
            series={[{ name: home.trendCheckouts, look: 'first', amounts: checkouts }]}
            formatAmount={count}
          />
        </div>
      )}
      {value && (
        <div>
          <Text fw={500} mb="xs">
            {value.name}
          </Text>
          <DayBars
            {...shared}
            label={home.trendAbout(value.name, days.length, format(sum(value.issued)))}
            series={[
              { name: home.trendGiven, look: 'first', amounts: value.issued },
              { name: home.trendTaken, look: 'second', amounts: value.redeemed },
            ]}
            formatAmount={format}
          />
        </div>
      )}
    </>
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

const isStill = ({ issued, redeemed }: ValueFigures) => sum(issued) === 0 && sum(redeemed) === 0
