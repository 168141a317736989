import { Alert, Skeleton, Table } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { PortalError } from '../../../ask/portal-error.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'

interface SaleDueProps {
  /** Undefined while it is being worked out. */
  readonly quote: RouteAnswer<'saleQuote'> | undefined
  readonly error: Error | null
  readonly currency: string
}

/** What a sale comes to before it is made: what campaigns and coupons take off, and what is left to pay. */
export function SaleDue({ quote, error, currency }: SaleDueProps) {
  const { till: texts, call } = useTexts()
  const money = useMoneyWords()
  if (error) return <ErrorPanel error={error} />
  if (!quote) return <Skeleton height={24} />
  const { obstacle, discounts, net, added = [] } = quote
  if (obstacle) return <ErrorPanel error={new PortalError('refused', obstacle.text, { code: obstacle.code })} />
  if (discounts.length + added.length === 0) return null
  return (
    <Alert color="teal" p="xs">
      <Table verticalSpacing={4} withRowBorders={false}>
        <Table.Tbody>
          {added.map(({ words, amountPurchased, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be added twice.
            <Table.Tr key={index}>
              <Table.Td>{`${amountPurchased} × ${words}`}</Table.Td>
              <Table.Td ta="right">{money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
          {discounts.map(({ words, amount }) => (
            <Table.Tr key={words}>
              <Table.Td>{words || call.discount}</Table.Td>
              <Table.Td ta="right">{money(-amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td fw={600}>{texts.toPay}</Table.Td>
            <Table.Td ta="right" fw={600}>
              {money(net, currency)}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Alert>
  )
}
