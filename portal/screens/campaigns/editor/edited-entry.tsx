import { Alert, Grid, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { SchemaForm } from '../../../parts/schema-form/schema-form.tsx'
import type { YamlRemark } from '../../../parts/yaml/yaml-editor.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { SegmentForm } from '../segments/segment-form.tsx'
import { SegmentReach } from '../segments/segment-reach.tsx'
import { FaultList } from './beside/fault-list.tsx'
import { Reach } from './beside/reach.tsx'
import { Sentences } from './beside/sentences.tsx'
import { Trial } from './beside/trial.tsx'
import { useSample } from './beside/use-sample.ts'
import { addressOf, type DraftText } from './draft/draft.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { CampaignForm } from './form/campaign-form.tsx'
import { readEntry } from './model/entry-text.ts'
import type { PlacedFault } from './model/faults.ts'
import { isEntry } from './model/plain.ts'
import { useNamesAt } from './use-names-at.ts'

const YamlEditor = lazy(async () => ({ default: (await import('../../../parts/yaml/yaml-editor.tsx')).YamlEditor }))

export type View = 'form' | 'yaml'

interface EditedEntryProps {
  readonly draftId: string
  readonly view: View
  readonly entries: readonly DraftText[]
  readonly entry: DraftText
  readonly text: string
  readonly warnings: readonly PlacedFault[]
  readonly onText: (text: string) => void
  readonly onView: (view: View) => void
}

/** The entry on the left; beside it, live, what it says, what is wrong, and what it would do. */
export function EditedEntry({ draftId, view, entries, entry, text, warnings, onText, onView }: EditedEntryProps) {
  const { value, faults } = useEditing()
  const seesPeople = useMay('customers.see')
  const isCampaign = entry.section === 'campaigns'
  const openFault = ({ at, line }: PlacedFault) => {
    if (!showField(at) && line > 0) onView('yaml')
  }
  const sample = useSample(isCampaign ? value : undefined)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        {view === 'yaml' ? <AsText {...{ entry, text, warnings, onText }} /> : <AsForm entry={entry} />}
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack gap="md" className={classes.beside ?? ''}>
          {isCampaign && <Sentences />}
          {entry.section === 'segments' && (
            <SegmentReach entries={entries} entry={entry} hasFaults={faults.length > 0 || value === undefined} />
          )}
          <FaultList text={text} warnings={warnings} onOpen={openFault} />
          {isCampaign && (
            <Trial
              tried={sample.tried}
              change={sample.change}
              entries={entries}
              campaignId={entry.key ?? ''}
              hasFaults={faults.length > 0 || value === undefined}
            />
          )}
          {isCampaign && seesPeople && faults.length === 0 && <Reach draftId={draftId} entries={entries} />}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

/** Whether there is a field or chip for the path; then it is where the cursor goes. */
function showField(path: string): boolean {
  const chips = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  const found = chips
    .filter(({ dataset }) => path.startsWith(dataset.path ?? ' '))
    .toSorted((a, b) => (b.dataset.path ?? '').length - (a.dataset.path ?? '').length)[0]
  found?.focus()
  found?.click()
  return found !== undefined
}

interface AsTextProps {
  readonly entry: DraftText
  readonly text: string
  readonly warnings: readonly PlacedFault[]
  readonly onText: (text: string) => void
}

function AsText({ entry, text, warnings, onText }: AsTextProps) {
  const { editor } = useTexts()
  const { faults, schema, isReadOnly } = useEditing()
  const namesAt = useNamesAt()
  const remarks = useMemo((): readonly YamlRemark[] => {
    const own = readEntry(text).problems
    const found = own.length > 0 ? own : faults
    return [...found, ...warnings.map((one) => ({ ...one, isWarning: true }))]
  }, [text, faults, warnings])
  return (
    <Suspense fallback={null}>
      <YamlEditor
        label={editor.yamlOf(addressOf(entry))}
        hint={editor.leaveHint}
        value={text}
        onChange={onText}
        {...{ remarks, schema, isReadOnly, namesAt }}
      />
    </Suspense>
  )
}

function AsForm({ entry }: { readonly entry: DraftText }) {
  const { editor } = useTexts()
  const { value } = useEditing()
  if (!isEntry(value))
    return (
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={editor.noForm}>
        {editor.noFormWhat}
      </Alert>
    )
  if (entry.section === 'segments') return <SegmentForm />
  return entry.section === 'campaigns' ? <CampaignForm /> : <OtherForm entry={entry} />
}

/** Entries of other sections have the form that the settings have. */
function OtherForm({ entry: { section } }: { readonly entry: DraftText }) {
  const { value, change, schema, faults, isReadOnly } = useEditing()
  if (!schema) return null
  return (
    <SchemaForm
      section={section}
      schema={schema.schema}
      definitions={schema.definitions}
      value={value}
      onChange={(next) => change([], next)}
      path=""
      faults={faults.map(({ at, message }) => ({ path: at, message }))}
      isReadOnly={isReadOnly}
      suggestionsFor={noSuggestions}
      fixed={['id']}
    />
  )
}

const noSuggestions = () => undefined
