import { Text } from '@mantine/core'
import { Moment } from '../../../parts/figures.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { ListedVersion } from './version.ts'

export function useVersionColumns(): readonly TableColumn<ListedVersion>[] {
  const { versions } = useTexts()
  return [
    {
      id: 'version',
      title: versions.number,
      isNumber: true,
      isSortable: true,
      plain: ({ version }) => version,
      show: ({ version }) => version,
    },
    { id: 'when', title: versions.when, plain: ({ date }) => date, show: ({ date }) => <Moment at={date} /> },
    {
      id: 'who',
      title: versions.who,
      plain: ({ actor }) => actor ?? versions.nobody,
      show: ({ actor }) => actor ?? versions.nobody,
    },
    {
      id: 'why',
      title: versions.why,
      plain: ({ note }) => note ?? '',
      show: ({ note, source }) =>
        note ?? (
          <Text size="sm" c="dimmed">
            {versions.sources[source]}
          </Text>
        ),
    },
    {
      id: 'changes',
      title: versions.what,
      isNumber: true,
      plain: ({ changeCount }) => changeCount,
      show: ({ changeCount }) => changeCount,
    },
  ]
}
