import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { Page } from '../../../parts/page.tsx'
import type { Definitions, Schema } from '../../../parts/schema-form/field.ts'
import { useTexts } from '../../../texts/texts.ts'
import { addressOf, type DraftText, isOver } from './draft/draft.ts'
import { DraftEntries } from './draft/draft-entries.tsx'
import { namesOfDraft } from './draft/names-of-draft.ts'
import { SavingState, SavingTrouble } from './draft/saving-state.tsx'
import { useApart } from './draft/use-apart.ts'
import { useChecked } from './draft/use-checked.ts'
import type { useDraft } from './draft/use-draft.ts'
import { useGroups } from './draft/use-groups.ts'
import { EditedEntry, type View } from './edited-entry.tsx'
import { type Editing, EditingContext } from './editing.ts'
import { editText } from './model/edit-text.ts'
import { readEntry } from './model/entry-text.ts'
import { placeFaults } from './model/faults.ts'
import { mayRedo, mayUndo, wholeStep } from './model/history.ts'
import { isEntry, pathText } from './model/plain.ts'
import { useNames, useTelling } from './names.ts'

interface EntryEditorProps {
  readonly draftId: string
  readonly draft: ReturnType<typeof useDraft>
  readonly entry: DraftText
}

/** The page of an entry that is edited: form or text on the left, what it means on the right. */
export function EntryEditor({ draftId, draft, entry }: EntryEditorProps) {
  const { editor } = useTexts()
  const [view, setView] = useState<View>('form')
  const text = entry.text ?? ''
  const entries = draft.own?.entries ?? []
  const { editing, warnings } = useEditingOf(draft, entry)
  const history = draft.own?.histories[addressOf(entry)]
  const name = isEntry(editing.value) && typeof editing.value.name === 'string' ? editing.value.name : undefined
  return (
    <EditingContext value={editing}>
      <Page
        title={name ?? entry.key ?? editor.sections[entry.section]}
        about={<SavingState saving={draft.saving} />}
        secondary={
          <>
            <Group gap={4}>
              <Step
                label={editor.undo}
                isOn={history !== undefined && mayUndo(history)}
                onClick={() => draft.undo(entry)}
                icon="undo"
              />
              <Step
                label={editor.redo}
                isOn={history !== undefined && mayRedo(history)}
                onClick={() => draft.redo(entry)}
                icon="redo"
              />
            </Group>
            <SegmentedControl
              aria-label={editor.view}
              data={[
                { value: 'form', label: editor.form },
                { value: 'yaml', label: editor.yaml },
              ]}
              value={view}
              onChange={(next) => setView(next as View)}
            />
          </>
        }
        primary={
          <Button component="span">
            <BrandLink to={`campaigns/drafts/${draftId}`} c="inherit" underline="never">
              {editor.review}
            </BrandLink>
          </Button>
        }
      >
        <SavingTrouble saving={draft.saving} entry={entry} onSettle={draft.settle} onRetry={() => draft.retry()} />
        <DraftEntries draftId={draftId} entries={entries} current={entry} />
        <EditedEntry
          {...{ draftId, view, entries, entry, text, warnings }}
          onText={(next) => draft.setText(entry, next, 'yaml')}
          onView={setView}
        />
      </Page>
    </EditingContext>
  )
}

interface StepProps {
  readonly label: string
  readonly isOn: boolean
  readonly onClick: () => void
  readonly icon: 'undo' | 'redo'
}

function Step({ label, isOn, onClick, icon }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={!isOn} onClick={onClick}>
        {icon === 'undo' ? <IconArrowBackUp size={18} /> : <IconArrowForwardUp size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** Everything that the fields of the entry need to know. */
function useEditingOf(draft: ReturnType<typeof useDraft>, entry: DraftText) {
  const { section, key } = entry
  const text = entry.text ?? ''
  const mayChange = useMay('campaigns.change')
  const { data: described } = useAsking('entryForm', { section })
  const read = useMemo(() => readEntry(text), [text])
  const entries = draft.own?.entries
  const checked = useChecked(entries)
  const ofDraft = useMemo(() => namesOfDraft(entries ?? []), [entries])
  const names = useNames(ofDraft, read.value)
  const apart = useApart(draft, read.value)
  const groups = useGroups(draft)
  const telling = useTelling(names, apart.rules)
  const placed = useMemo(() => {
    const place = { section, key, text, value: read.value }
    return { faults: placeFaults(checked.faults, place), warnings: placeFaults(checked.warnings, place) }
  }, [checked.faults, checked.warnings, section, key, text, read])
  const isReadOnly = !mayChange || (draft.looked.data !== undefined && isOver(draft.looked.data.draft))
  const editing: Editing = {
    value: read.value,
    change: (path, next) =>
      draft.setText(entry, editText(text, path, next), isTyped(next) ? pathText(path) : wholeStep),
    faults: placed.faults,
    isReadOnly,
    schema: described && { schema: described.schema as Schema, definitions: described.definitions as Definitions },
    names,
    telling,
    apart,
    groups,
  }
  return { editing, warnings: placed.warnings }
}

/** Texts and numbers come letter by letter. */
const isTyped = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
