import { Table, Text } from '@mantine/core'
import type { AmountPair } from '../../../../server/calls/replay/report.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useReplayAmounts } from './replay-amounts.ts'

interface AmountPairsProps {
  readonly discounts: readonly AmountPair[]
  readonly issued: readonly AmountPair[]
}

/** What was given, and what would have been. */
export function AmountPairs({ discounts, issued }: AmountPairsProps) {
  const { replays: texts } = useTexts()
  const { money, given, title, difference } = useReplayAmounts()
  const rows = [
    ...discounts.map((pair) => ({ ...pair, what: texts.discountsIn(pair.of), write: money })),
    ...issued.map((pair) => ({ ...pair, what: title(pair.of), write: given })),
  ]
  if (rows.length === 0) return <Text c="dimmed">{texts.nothingGiven}</Text>
  return (
    <Table aria-label={texts.cost}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.what}</Table.Th>
          <Table.Th ta="right">{texts.happened}</Table.Th>
          <Table.Th ta="right">{texts.replayed}</Table.Th>
          <Table.Th ta="right">{texts.difference}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ what, write, ...pair }) => (
          <Table.Tr key={what}>
            <Table.Td>{what}</Table.Td>
            <Table.Td ta="right">{write(pair.of, pair.happened)}</Table.Td>
            <Table.Td ta="right">{write(pair.of, pair.replayed)}</Table.Td>
            <Table.Td ta="right">{difference(pair, write)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
