import { Group, Text } from '@mantine/core'
import { Moment } from '../../../parts/figures.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { ListedCall } from './use-calls.ts'

/** What there is room for beside one that is open. */
const narrowIds: readonly string[] = ['when', 'operation', 'outcome', 'card']

export function useCallColumns(isNarrow: boolean): readonly TableColumn<ListedCall>[] {
  const { calls } = useTexts()
  const columns: readonly TableColumn<ListedCall>[] = [
    {
      id: 'when',
      title: calls.when,
      plain: ({ at }) => new Date(at).toISOString(),
      show: ({ at }) => <Moment at={at} detail="second" />,
    },
    {
      id: 'operation',
      title: calls.operation,
      plain: ({ operation }) => operation,
      show: ({ operation }) => operation,
    },
    {
      id: 'outcome',
      title: calls.outcome,
      plain: ({ errorCode }) => (errorCode === undefined ? calls.done : calls.refused(errorCode)),
      show: (call) => <Outcome call={call} />,
    },
    {
      id: 'card',
      title: calls.card,
      plain: ({ cardNumber }) => cardNumber,
      show: ({ cardNumber }) => (
        <Text span size="sm" ff="monospace">
          {cardNumber}
        </Text>
      ),
    },
    {
      id: 'place',
      title: calls.place,
      plain: (call) => placeOf(call),
      show: (call) => placeOf(call),
    },
    { id: 'who', title: calls.who, plain: (call) => whoOf(call), show: (call) => whoOf(call) },
    { id: 'ref', title: calls.requestRef, plain: ({ requestRef }) => requestRef, show: shortRef },
  ]
  return isNarrow ? columns.filter(({ id }) => narrowIds.includes(id)) : columns
}

/** The end of it tells calls apart: its beginning is the time. */
const shortRef = ({ requestRef }: ListedCall) => (
  <Text span size="sm" c="dimmed" ff="monospace" title={requestRef}>
    …{requestRef.slice(-6)}
  </Text>
)

const placeOf = ({ location, terminal }: ListedCall) => [location, terminal].filter(Boolean).join(' · ')
const whoOf = ({ user, employee }: ListedCall) => user ?? employee ?? ''

export function Outcome({ call: { errorCode, isVoided, unknownFields } }: { readonly call: ListedCall }) {
  const { calls } = useTexts()
  return (
    <Group gap={6}>
      {errorCode !== undefined ? (
        <StatusBadge mood="bad" text={calls.refused(errorCode)} />
      ) : isVoided ? (
        <StatusBadge mood="neutral" text={calls.voided} />
      ) : (
        <StatusBadge mood="good" text={calls.done} />
      )}
      {unknownFields && <StatusBadge mood="attention" text={calls.hints(unknownFields.length)} />}
    </Group>
  )
}
