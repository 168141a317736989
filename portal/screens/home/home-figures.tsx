import { Paper, SimpleGrid, Skeleton } from '@mantine/core'
import { Amount, Figure, Money } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Figures, ValueFigures } from './home-answer.ts'
import { useFormatValue } from './value-format.ts'

interface HomeFiguresProps {
  readonly figures: Figures | undefined
  readonly value: ValueFigures | undefined
}

/** Today in four large numbers. */
export function HomeFigures({ figures, value }: HomeFiguresProps) {
  const { home } = useTexts()
  const format = useFormatValue(value)
  if (!figures) return <FigureSkeletons />
  const name = value?.name ?? ''
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Paper p="lg">
        <Figure
          label={home.checkouts}
          value={<Amount amount={figures.checkouts.at(-1) ?? 0} />}
          more={<Average amounts={figures.checkouts} format={(amount) => String(Math.round(amount))} />}
        />
      </Paper>
      {value && (
        <>
          <Paper p="lg">
            <Figure
              label={home.given(name)}
              value={<Shown value={value} amount={value.issued.at(-1) ?? 0} />}
              more={<Average amounts={value.issued} format={format} />}
            />
          </Paper>
          <Paper p="lg">
            <Figure
              label={home.taken(name)}
              value={<Shown value={value} amount={value.redeemed.at(-1) ?? 0} />}
              more={<Average amounts={value.redeemed} format={format} />}
            />
          </Paper>
        </>
      )}
      {value?.outstanding !== undefined && (
        <Paper p="lg">
          <Figure
            label={home.outstanding(name)}
            value={<Shown value={value} amount={value.outstanding} />}
            more={home.outstandingAbout}
          />
        </Paper>
      )}
    </SimpleGrid>
  )
}

function Shown({ value, amount }: { readonly value: ValueFigures; readonly amount: number }) {
  if (value.currency !== undefined) return <Money amount={amount} currency={value.currency} />
  return <Amount amount={amount} scale={value.scale} />
}

/** Of the days before today. */
function Average({
  amounts,
  format,
}: {
  readonly amounts: readonly number[]
  readonly format: (amount: number) => string
}) {
  const { home } = useTexts()
  const before = amounts.slice(0, -1)
  const sum = before.reduce((all, one) => all + one, 0)
  return home.onAverage(format(sum / Math.max(before.length, 1)))
}

function FigureSkeletons() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      {['checkouts', 'given', 'taken', 'outstanding'].map((name) => (
        <Paper p="lg" key={name}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={30} width="45%" my={10} />
          <Skeleton height={14} width="50%" />
        </Paper>
      ))}
    </SimpleGrid>
  )
}
