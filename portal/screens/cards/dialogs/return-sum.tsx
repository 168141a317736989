import { Alert, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { PortalError } from '../../../ask/portal-error.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { type SentAmount, useAmountWords, useMoneyWords } from '../amounts.ts'

/** Where money goes first that may go to the card or over the counter. */
export type ReturnFirst = 'card' | 'cash'

interface ReturnSumProps {
  readonly quote: RouteAnswer<'returnQuote'> | undefined
  readonly error: Error | null
  readonly currency: string
  readonly first: ReturnFirst
  readonly onFirst: (way: ReturnFirst) => void
}

/** What a return comes to: what goes to which card, what is handed over, and what is taken off. */
export function ReturnSum({ quote, error, currency, first, onFirst }: ReturnSumProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const words = useAmountWords()
  if (error) return <ErrorPanel error={error} />
  if (!quote) return <Skeleton height={96} />
  const { obstacle } = quote
  if (obstacle) return <ErrorPanel error={new PortalError('refused', obstacle.text, { code: obstacle.code })} />
  if (quote.needsWhole) return <Alert color="yellow">{texts.returnWhole}</Alert>
  const all = (amounts: readonly SentAmount[]) => amounts.map(words).join(' · ')
  const rows = [
    [texts.getsBack, money(quote.owed, currency)],
    ...(quote.toCard > 0 ? [[texts.backToCard, money(quote.toCard, currency)]] : []),
    ...(quote.toOtherCards > 0 ? [[texts.backToOthers, money(quote.toOtherCards, currency)]] : []),
    ...(quote.given.length > 0 ? [[texts.givenToo, all(quote.given)]] : []),
    ...(quote.taken.length > 0 ? [[texts.takenOff, all(quote.taken)]] : []),
  ]
  return (
    <Stack gap="xs" component="section" aria-label={texts.moneyWay}>
      {quote.hasChoice && (
        <SegmentedControl
          aria-label={texts.moneyFirst}
          value={first}
          onChange={(next) => onFirst(next as ReturnFirst)}
          data={[
            { value: 'card', label: texts.cardFirst },
            { value: 'cash', label: texts.cashFirst },
          ]}
        />
      )}
      <Alert color="teal" p="xs">
        <Table verticalSpacing={4} withRowBorders={false} aria-label={texts.moneyWay}>
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{value}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td fw={600}>{texts.handOver}</Table.Td>
              <Table.Td ta="right" fw={600}>
                {money(quote.toHandOver, currency)}
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Alert>
      {quote.missing.length > 0 && <Text size="sm">{texts.returnMissing(all(quote.missing))}</Text>}
    </Stack>
  )
}
