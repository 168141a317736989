import { Stack, Text } from '@mantine/core'
import type { RouteAnswer } from '../../ask/ask.ts'
import { Moment } from '../../parts/figures.tsx'
import type { TableColumn } from '../../parts/table/column.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords } from './amounts.ts'
import { CardStatusBadge } from './card-status.tsx'

export type CardListItem = RouteAnswer<'find'>['cards'][number]

const nameOf = (person: CardListItem['person']) =>
  [person?.firstName, person?.lastName].filter((part) => part !== undefined).join(' ')

/** A card in a list: which, whose, what is on it, when it was last used. */
export function useCardColumns(): readonly TableColumn<CardListItem>[] {
  const { cards: texts } = useTexts()
  const words = useAmountWords()
  return [
    { id: 'card', title: texts.number, show: (row) => row.cardNumber, plain: (row) => row.cardNumber },
    {
      id: 'customer',
      title: texts.customer,
      show: ({ person }) => <PersonCell person={person} />,
      plain: ({ person }) => [nameOf(person), person?.email, person?.phone].filter(Boolean).join(' '),
    },
    {
      id: 'status',
      title: texts.status,
      show: ({ status }) => <CardStatusBadge status={status} />,
      plain: ({ status }) => texts.statuses[status],
    },
    { id: 'program', title: texts.program, show: (row) => row.program, plain: (row) => row.program },
    {
      id: 'balance',
      title: texts.balance,
      show: ({ balances }) => balances.slice(0, 3).map(words).join(' · '),
      plain: ({ balances }) => balances.map(words).join(', '),
      isNumber: true,
    },
    {
      id: 'used',
      title: texts.lastUsed,
      show: ({ lastUsedAt }) => lastUsedAt !== undefined && <Moment at={lastUsedAt} />,
      plain: ({ lastUsedAt }) => (lastUsedAt === undefined ? undefined : new Date(lastUsedAt).toISOString()),
    },
  ]
}

function PersonCell({ person }: { readonly person: CardListItem['person'] }) {
  const name = nameOf(person)
  const reach = person?.email ?? person?.phone
  return (
    <Stack gap={0}>
      {name !== '' && <Text size="sm">{name}</Text>}
      {reach !== undefined && (
        <Text size="xs" c="dimmed">
          {reach}
        </Text>
      )}
    </Stack>
  )
}
