import { Text } from '@mantine/core'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type ShownWebhook, standingOf, type WebhookHealth } from './webhook.ts'

export const standingMoods: Readonly<Record<WebhookHealth, Mood>> = {
  ok: 'good',
  off: 'neutral',
  disabled: 'bad',
  failing: 'bad',
  givenUp: 'attention',
  sending: 'waiting',
}

/** What there is room for beside one that is open. */
const narrowIds: readonly string[] = ['id', 'state', 'waiting', 'givenUp']

export function useWebhookColumns(isNarrow: boolean): readonly TableColumn<ShownWebhook>[] {
  const { webhooks } = useTexts()
  const eventsOf = ({ entry: { events } }: ShownWebhook) =>
    events ? webhooks.eventCount(events.length) : webhooks.allEvents
  const columns: readonly TableColumn<ShownWebhook>[] = [
    { id: 'id', title: webhooks.id, isSortable: true, plain: ({ entry }) => entry.id, show: ({ entry }) => entry.id },
    {
      id: 'state',
      title: webhooks.state,
      plain: ({ state }) => webhooks.states[standingOf(state)],
      show: ({ state }) => {
        const standing = standingOf(state)
        return <StatusBadge mood={standingMoods[standing]} text={webhooks.states[standing]} />
      },
    },
    {
      id: 'url',
      title: webhooks.url,
      plain: ({ entry }) => entry.url,
      show: ({ entry }) => (
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {entry.url}
        </Text>
      ),
    },
    { id: 'events', title: webhooks.events, plain: eventsOf, show: eventsOf },
    {
      id: 'waiting',
      title: webhooks.waiting,
      isNumber: true,
      plain: ({ state }) => state.waiting,
      show: ({ state }) => state.waiting,
    },
    {
      id: 'givenUp',
      title: webhooks.givenUp,
      isNumber: true,
      plain: ({ state }) => state.givenUp,
      show: ({ state }) => state.givenUp,
    },
  ]
  return isNarrow ? columns.filter(({ id }) => narrowIds.includes(id)) : columns
}
