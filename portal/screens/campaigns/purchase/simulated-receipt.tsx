import { Stack, Table, Text } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../../cards/amounts.ts'

export type SimulatedAnswer = NonNullable<RouteAnswer<'tryOut'>['receipt']>
type TakenOff = SimulatedAnswer['otherDiscounts'][number]

/** What the customer would read on the receipt. */
export function SimulatedReceipt({ receipt }: { readonly receipt: SimulatedAnswer }) {
  const { simulator: texts } = useTexts()
  const words = useMoneyWords()
  const money = (amount: number) => words(amount, receipt.currency)
  const total = [...receipt.lines.map((line) => line.amountAfterDiscount), 0].reduce((sum, one) => sum + one)
  const off = receipt.otherDiscounts.filter((one) => !one.isOnShipping)
  const left = total - off.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Table verticalSpacing={6}>
      <Table.Tbody>
        {receipt.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be there twice.
          <Table.Tr key={index}>
            <Table.Td>
              <Stack gap={0}>
                <span>{`${line.amountPurchased} × ${line.name ?? line.sku}`}</span>
                {line.addedBy !== undefined && (
                  <Text size="sm" c="dimmed">
                    {texts.added}
                  </Text>
                )}
                {line.discounts.map((one) => (
                  <Off key={`${one.rule ?? one.offerIndex}`} off={one} />
                ))}
              </Stack>
            </Table.Td>
            <Table.Td ta="right" style={{ verticalAlign: 'top' }}>
              <Stack gap={0}>
                <span>{money(line.amount)}</span>
                {line.discounts.map(({ rule, offerIndex, amount }) => (
                  <Text key={`${rule ?? offerIndex}`} size="sm" c="dimmed">
                    {money(-amount)}
                  </Text>
                ))}
              </Stack>
            </Table.Td>
          </Table.Tr>
        ))}
        {receipt.otherDiscounts.map((one) => (
          <Table.Tr key={`${one.rule ?? one.offerIndex} ${one.isOnShipping}`}>
            <Table.Td>
              <Off off={one} />
            </Table.Td>
            <Table.Td ta="right">{money(-one.amount)}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td fw={600}>{texts.toPay}</Table.Td>
          <Table.Td ta="right" fw={600}>
            {money(Math.max(0, Math.round(left * 1000) / 1000))}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

function Off({ off }: { readonly off: TakenOff }) {
  const { simulator: texts } = useTexts()
  const { campaign, name, offerIndex } = off
  const what = campaign ?? name ?? (offerIndex === undefined ? texts.discount : texts.offer)
  return (
    <Text size="sm" c="dimmed">
      {what}
    </Text>
  )
}
