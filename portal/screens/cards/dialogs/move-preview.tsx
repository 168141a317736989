import { Alert, Skeleton, Table, Text } from '@mantine/core'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { type SentAmount, useAmountWords } from '../amounts.ts'
import { BothPeople } from './both-people.tsx'

interface MovePreviewProps {
  readonly cardNumber: string
  readonly toCardNumber: string | undefined
}

/** What both cards have, and what the other one will have. */
export function MovePreview({ cardNumber, toCardNumber }: MovePreviewProps) {
  const { till: texts } = useTexts()
  const words = useAmountWords()
  const request = toCardNumber === undefined ? { cardNumber } : { cardNumber, toCardNumber }
  const { data, error } = useAsking('movePreview', request)
  if (hasReason(error, 'notFound')) return <Text c="dimmed">{texts.noSuchCard}</Text>
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton height={96} />
  if (data.obstacle !== undefined) return <Alert color="yellow">{texts.moveObstacles[data.obstacle]}</Alert>
  const all = (amounts: readonly SentAmount[]) => amounts.map(words).join(' · ') || texts.nothingThere
  const rows = [
    [texts.onThisCard, all(data.leaving)],
    ...(toCardNumber === undefined ? [] : [[texts.onThatCard, all(data.there)]]),
    [texts.afterwards, all(data.after)],
  ]
  const { holds, coupons, children } = data
  return (
    <div>
      {toCardNumber !== undefined && <BothPeople {...data} />}
      <Table verticalSpacing={4} withRowBorders={false} aria-label={texts.consequence}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={400} c="dimmed">
                {name}
              </Table.Th>
              <Table.Td ta="right">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {holds + coupons + children > 0 && (
        <Text size="sm" mt="xs">
          {texts.moveAlso({ holds, coupons, children })}
        </Text>
      )}
    </div>
  )
}
