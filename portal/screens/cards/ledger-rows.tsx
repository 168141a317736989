import { Table, Text } from '@mantine/core'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords } from './amounts.ts'

type Rows = RouteAnswer<'callDetail'>['calls'][number]['ledger']

/** What a call changed, row by row, as the books have it. */
export function LedgerRows({ rows }: { readonly rows: Rows }) {
  const { call: texts, cards } = useTexts()
  const words = useAmountWords()
  if (rows.length === 0) return <Text c="dimmed">{texts.noLedger}</Text>
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of the ledger never change their order.
            <Table.Tr key={index}>
              <Table.Td>
                {row.campaign ?? row.kind}
                <Text size="xs" c="dimmed" ff="monospace">
                  {row.cardNumber}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                {words(row)}
                {row.held !== 0 && (
                  <Text size="xs" c="dimmed">
                    {`${cards.onHold} ${words({ ...row, amount: row.held })}`}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
