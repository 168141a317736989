import { Text } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { Moment } from '../../../parts/figures.tsx'
import { readMoment } from '../../../parts/format.ts'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type KeyState, type ListedKey, stateOf } from './key-rights.ts'

const moods: Readonly<Record<KeyState, Mood>> = {
  active: 'good',
  unused: 'neutral',
  expired: 'attention',
  revoked: 'bad',
  rotating: 'waiting',
}

/** What there is room for beside one that is open. */
const narrowIds: readonly string[] = ['key', 'state', 'lastUsed']

export function useKeyColumns(isNarrow: boolean): readonly TableColumn<ListedKey>[] {
  const { keys } = useTexts()
  const { interfaceTimeZone } = useBrand()
  const isPast = (moment: string) => (readMoment(moment, interfaceTimeZone) ?? Number.POSITIVE_INFINITY) < Date.now()
  const moment = (at: string | undefined, none: string) => (at === undefined ? none : <Moment at={at} />)
  const columns: readonly TableColumn<ListedKey>[] = [
    {
      id: 'key',
      title: keys.name,
      isSortable: true,
      plain: ({ key }) => key,
      show: (key) => <KeyName apiKey={key} />,
    },
    {
      id: 'state',
      title: keys.state,
      plain: (key) => keys.states[stateOf(key, isPast)],
      show: (key) => {
        const state = stateOf(key, isPast)
        return <StatusBadge mood={moods[state]} text={keys.states[state]} />
      },
    },
    {
      id: 'scope',
      title: keys.scope,
      plain: ({ scope }) => scope?.join(' ') ?? keys.anything,
      show: ({ scope }) => scope?.join(', ') ?? keys.anything,
    },
    {
      id: 'locations',
      title: keys.locations,
      plain: ({ locations }) => locations?.join(' ') ?? keys.allLocations,
      show: ({ locations }) => locations?.join(', ') ?? keys.allLocations,
    },
    {
      id: 'expires',
      title: keys.expires,
      plain: ({ expires }) => expires ?? '',
      show: ({ expires }) => moment(expires, keys.neverExpires),
    },
    {
      id: 'lastUsed',
      title: keys.lastUsed,
      isSortable: true,
      plain: ({ lastUsedDate }) => lastUsedDate ?? '',
      show: ({ lastUsedDate }) => moment(lastUsedDate, keys.neverUsed),
    },
  ]
  return isNarrow ? columns.filter(({ id }) => narrowIds.includes(id)) : columns
}

function KeyName({ apiKey: { key, origin } }: { readonly apiKey: ListedKey }) {
  const { keys } = useTexts()
  return (
    <>
      <Text span size="sm" ff="monospace">
        {key}
      </Text>
      {origin === 'file' && (
        <Text span size="xs" c="dimmed" display="block">
          {keys.fromFile}
        </Text>
      )}
    </>
  )
}
