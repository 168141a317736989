import { Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  AmountPair,
  ChangedBasket,
  ChangedCustomer,
  ReplayReport,
} from '../../../../server/calls/replay/report.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useReplayAmounts } from './replay-amounts.ts'

/** The sales that would have changed most; each opens what happened and why. */
export function ChangedBaskets({ baskets }: Pick<ReplayReport, 'baskets'>) {
  const { replays: texts } = useTexts()
  const list = (title: string, rows: readonly ChangedBasket[]) => (
    <Changed title={title} isEmpty={rows.length === 0}>
      {rows.map(({ requestRef, date, discounts, issued }) => (
        <Table.Tr key={requestRef}>
          <Table.Td>
            <BrandLink to="why" search={{ text: requestRef }}>
              {date}
            </BrandLink>
          </Table.Td>
          <Table.Td ta="right">
            <Differences discounts={discounts} issued={issued} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Changed>
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {list(texts.basketsGain, baskets.gain)}
      {list(texts.basketsLose, baskets.lose)}
    </SimpleGrid>
  )
}

/** The customers who would have gained and lost most. Only the end of their card's number is kept. */
export function ChangedCustomers({ cardholders }: Pick<ReplayReport, 'cardholders'>) {
  const { replays: texts } = useTexts()
  const { money, given } = useReplayAmounts()
  const signed = (text: string) => (text.startsWith('-') ? text : `+${text}`)
  const list = (title: string, rows: readonly ChangedCustomer[]) => (
    <Changed title={title} isEmpty={rows.length === 0}>
      {rows.map(({ cardNumber, discounts, issued }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ends of two numbers may be the same.
        <Table.Tr key={index}>
          <Table.Td>{texts.cardEnding(cardNumber)}</Table.Td>
          <Table.Td ta="right">
            {[
              ...discounts.map(({ of, amount }) => signed(money(of, amount))),
              ...issued.map(({ of, amount }) => signed(given(of, amount))),
            ].join(', ')}
          </Table.Td>
        </Table.Tr>
      ))}
    </Changed>
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {list(texts.customersGain, cardholders.gain)}
      {list(texts.customersLose, cardholders.lose)}
    </SimpleGrid>
  )
}

interface DifferencesProps {
  readonly discounts: readonly AmountPair[]
  readonly issued: readonly AmountPair[]
}

function Differences({ discounts, issued }: DifferencesProps) {
  const { money, given, difference } = useReplayAmounts()
  const changes = [
    ...discounts.filter(differs).map((pair) => difference(pair, money)),
    ...issued.filter(differs).map((pair) => difference(pair, given)),
  ]
  return (
    <Stack gap={0}>
      {changes.map((words) => (
        <span key={words}>{words}</span>
      ))}
    </Stack>
  )
}

const differs = ({ happened, replayed }: AmountPair) => happened !== replayed

interface ChangedProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

function Changed({ title, isEmpty, children }: ChangedProps) {
  const { replays: texts } = useTexts()
  return (
    <Paper p="lg">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {isEmpty ? (
        <Text c="dimmed">{texts.nobody}</Text>
      ) : (
        <Table aria-label={title}>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
