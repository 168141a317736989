import { Badge, Group, List, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { type DraftEntry, editorAddress, type FoundDraft, titleOfEntry } from './draft.ts'

const YamlCompare = lazy(async () => ({ default: (await import('../../../parts/yaml/yaml-compare.tsx')).YamlCompare }))
const ToldEntry = lazy(async () => ({ default: (await import('./told-entry.tsx')).ToldEntry }))

export type Way = 'words' | 'yaml'

interface EntryComparisonProps {
  readonly found: FoundDraft
  readonly entry: DraftEntry
  readonly way: Way
}

/** One entry of a draft next to what is live. */
export function EntryComparison({ found, entry, way }: EntryComparisonProps) {
  const { drafts: texts } = useTexts()
  const mayChange = useMay('campaigns.change')
  const { draft } = found
  const name = titleOfEntry(entry, texts)
  const isOver = draft.state === 'published' || draft.state === 'discarded'
  return (
    <Paper p="lg" component="section" aria-label={name}>
      <Stack>
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2} size="h4">
              {name}
            </Title>
            <Standing entry={entry} />
          </Group>
          {mayChange && !isOver && entry.text !== undefined && (
            <BrandLink to={editorAddress(draft.draftId, entry)}>{texts.edit}</BrandLink>
          )}
        </Group>
        {entry.isConflict && <ConflictPanel found={found} entry={entry} />}
        <Suspense fallback={<Skeleton height={160} />}>
          {way === 'yaml' ? (
            <YamlCompare label={texts.yamlOf(name)} before={entry.liveText ?? ''} after={entry.text ?? ''} />
          ) : (
            <InWords entry={entry} entries={found.entries} />
          )}
        </Suspense>
      </Stack>
    </Paper>
  )
}

function Standing({ entry: { text, liveText } }: { readonly entry: DraftEntry }) {
  const { drafts: texts } = useTexts()
  const words =
    text === undefined ? texts.isRemoved : liveText === undefined ? texts.isNew : text === liveText ? texts.isSame : ''
  if (words === '') return null
  return (
    <Badge variant="light" color="gray" tt="none">
      {words}
    </Badge>
  )
}

/** Sections whose entries can be told in sentences. */
const isTold = (section: string): section is 'campaigns' | 'segments' | 'couponSets' | 'templates' =>
  ['campaigns', 'segments', 'couponSets', 'templates'].includes(section)

function InWords({ entry, entries }: { readonly entry: DraftEntry; readonly entries: readonly DraftEntry[] }) {
  const { drafts: texts } = useTexts()
  const { section, text, liveText, changes } = entry
  return (
    <Stack>
      {isTold(section) && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <ToldEntry title={texts.live} section={section} text={liveText} />
          <ToldEntry title={texts.draft} section={section} text={text} beside={entries} />
        </SimpleGrid>
      )}
      {changes.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            {texts.whatChanges}
          </Text>
          <List size="sm" ff="monospace">
            {changes.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
