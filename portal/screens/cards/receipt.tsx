import { Stack, Table, Text } from '@mantine/core'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { useMoneyWords } from './amounts.ts'
import { useProductName } from './product-words.ts'

type ReceiptData = NonNullable<RouteAnswer<'callDetail'>['calls'][number]['receipt']>

/** A sale or a return as the customer reads it. */
export function Receipt({ receipt }: { readonly receipt: ReceiptData }) {
  const { call: texts, simulator } = useTexts()
  const brand = useBrand()
  const money = useMoneyWords()
  const nameOf = useProductName()
  const amount = (value: number) => money(value, receipt.currency)
  const row = (name: string, value: number, isStrong = false) => (
    <Table.Tr key={`${name} ${value}`}>
      <Table.Td fw={isStrong ? 600 : 400}>{name}</Table.Td>
      <Table.Td ta="right" fw={isStrong ? 600 : 400}>
        {amount(value)}
      </Table.Td>
    </Table.Tr>
  )
  return (
    <Table verticalSpacing={6}>
      <Table.Tbody>
        {receipt.lines.map((line) => (
          <Table.Tr key={line.sequenceId}>
            <Table.Td>
              <Stack gap={0}>
                <span>{`${formatAmount(line.quantity, brand)} × ${nameOf(line.name)}`}</span>
                {line.isAdded && (
                  <Text size="xs" c="dimmed">
                    {simulator.added}
                  </Text>
                )}
                {line.returned > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.returned(formatAmount(line.returned, brand))}
                  </Text>
                )}
              </Stack>
            </Table.Td>
            <Table.Td ta="right">{amount(line.value)}</Table.Td>
          </Table.Tr>
        ))}
        {receipt.discounts.map(({ words, amount: off }) => row(words || texts.discount, -off))}
        {receipt.shipping > 0 && row(texts.shipping, receipt.shipping)}
        {receipt.tip > 0 && row(texts.tip, receipt.tip)}
        {row(texts.total, receipt.net, true)}
        {receipt.payments.map(({ words, amount: paid }) => row(words, paid))}
      </Table.Tbody>
    </Table>
  )
}
