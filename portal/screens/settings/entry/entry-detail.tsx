import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { SectionSearch } from '../section-search.ts'
import { type SettingsSection, sectionLooks } from '../sections.ts'
import { EntryEditor } from './entry-editor.tsx'
import type { Entry } from './merge.ts'
import { RemoveEntry } from './remove-entry.tsx'
import { TemplatePreview } from './template-preview.tsx'

interface EntryDetailProps {
  readonly section: SettingsSection
  readonly search: SectionSearch
  readonly onOpen: (next: Pick<SectionSearch, 'open' | 'add' | 'copy'>) => void
}

/** What is beside the list: an entry, or a new one. */
export function EntryDetail({ section, search, onOpen }: EntryDetailProps) {
  const { file } = useTexts()
  const seesPeople = useMay('customers.see')
  const { keyName = 'id' } = sectionLooks[section]
  const key = search.open ?? search.copy
  const found = useAsking('entry', { section, ...(key !== undefined && { key }) }, { enabled: key !== undefined })
  const overview = useAsking('configurationOverview', {})
  if (found.error) return <ErrorPanel error={found.error} onRetry={found.refetch} />
  const version = found.data?.version ?? overview.data?.version
  const isThere = key === undefined || (found.data && !found.isPlaceholderData)
  if (version === undefined || !isThere) return <Skeleton height={320} />
  const entry = key === undefined ? undefined : (found.data?.entry as Entry)
  if (search.open === undefined)
    return (
      <EntryEditor
        key={search.copy ?? ''}
        section={section}
        name={file.sections[section].title}
        original={{ version }}
        first={copied(entry, keyName)}
        onSaved={(saved) => onOpen(saved === undefined ? {} : { open: saved })}
        onCancel={() => onOpen({})}
      />
    )
  return (
    <Stack>
      <Actions {...{ section, onOpen }} entry={entry ?? {}} version={version} entryKey={search.open} />
      <EntryEditor key={search.open} section={section} name={nameOf(entry, keyName)} original={{ entry, version }} />
      {section === 'templates' && seesPeople && (
        <TemplatePreview key={search.open} template={search.open} channel={entry?.channel} />
      )}
    </Stack>
  )
}

export const nameOf = (entry: Entry | undefined, keyName: string): string =>
  String(entry?.name ?? entry?.[keyName] ?? '')

/** A copy has to be called something else. */
function copied(entry: Entry | undefined, keyName: string): Entry {
  if (!entry) return {}
  const { [keyName]: _, ...others } = entry
  return others
}

interface ActionsProps {
  readonly section: SettingsSection
  readonly entry: Entry
  readonly version: number
  readonly entryKey: string
  readonly onOpen: EntryDetailProps['onOpen']
}

export function Actions({ section, entry, version, entryKey, onOpen }: ActionsProps) {
  const { settings } = useTexts()
  const mayChange = useMay('configuration.change')
  const [isRemoving, setRemoving] = useState(false)
  if (!mayChange) return null
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={14} />}
        onClick={() => onOpen({ copy: entryKey })}
      >
        {settings.duplicate}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} />}
        onClick={() => setRemoving(true)}
      >
        {settings.remove}
      </Button>
      {isRemoving && (
        <RemoveEntry
          {...{ section, entry, version, entryKey }}
          onRemoved={() => onOpen({})}
          onClose={() => setRemoving(false)}
        />
      )}
    </Group>
  )
}
