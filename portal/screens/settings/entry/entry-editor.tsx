import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Permission } from '../../../../server/domain/judge/permissions.ts'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import type { Definitions, Schema } from '../../../parts/schema-form/field.ts'
import { SchemaForm } from '../../../parts/schema-form/schema-form.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ownFields } from '../forms/own-fields.ts'
import { type SettingsSection, sectionLooks } from '../sections.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import type { Entry } from './merge.ts'
import { NewSecrets, type Secret } from './new-secrets.tsx'
import { SavePanel } from './save-panel.tsx'
import { useSuggestions } from './suggestions.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type Original, useEntryEdit } from './use-entry-edit.ts'
import { useUndo } from './use-undo.ts'

interface EntryEditorProps {
  readonly section: SettingsSection
  readonly original: Original
  /** What a new entry begins with. */
  readonly first?: Entry
  /** What the entry is called in messages. */
  readonly name: string
  /** Only these keys of the entry. */
  readonly keys?: readonly string[]
  readonly onSaved?: (key: string | undefined) => void
  readonly onCancel?: () => void
  /** What saving it would do, from what it was to what it is to be. */
  readonly effect?: (before: Entry, after: Entry) => ReactNode
  /** Between the form and the buttons. */
  readonly children?: ReactNode
  /** What it looks like as it is written now, below the form. */
  readonly preview?: (entry: Entry) => ReactNode
}

/** The form of an entry: what is wrong is said in place, and what changes is shown before it is saved. */
export function EntryEditor(props: EntryEditorProps) {
  const { section } = props
  const { data: form, error } = useAsking('entryForm', { section })
  if (error) return <ErrorPanel error={error} />
  return form ? (
    <Editor {...props} schema={form.schema as Schema} definitions={form.definitions as Definitions} />
  ) : null
}

/** Sections that govern others need more than the rest. */
const permissions: { readonly [Section in SettingsSection]?: Permission } = {
  portal: 'users.manage',
  promotions: 'limits.change',
}

type EditorProps = EntryEditorProps & { readonly schema: Schema; readonly definitions: Definitions }

function Editor({
  section,
  original,
  first,
  name,
  keys,
  onSaved,
  onCancel,
  effect,
  children,
  preview,
  schema,
  definitions,
}: EditorProps) {
  const { settings } = useTexts()
  const mayChange = useMay(permissions[section] ?? 'configuration.change')
  const edit = useEntryEdit(section, original, first ?? original.entry ?? {})
  const suggestionsFor = useSuggestions(section)
  const undo = useUndo()
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  const { keyName } = sectionLooks[section]
  const isLeaving = useLeaving(edit.value)
  const isNew = edit.base.entry === undefined
  const save = (note: string) =>
    edit.save.mutate(edit.request(note), {
      onSuccess: ({ version, newSecrets }) => {
        const { value, base } = edit
        undo(name, { section, keyName, before: base.entry, after: value, version })
        setSecrets(newSecrets)
        edit.rebase({ entry: value, version: version ?? base.version }, value)
        isLeaving.current = true
        onSaved?.(keyName === undefined ? undefined : String(value[keyName]))
      },
      onError: edit.renew,
    })
  const cancel = () => {
    isLeaving.current = true
    onCancel?.()
  }
  return (
    <Stack gap="md">
      {!mayChange && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />}>
          {settings.readOnly}
        </Alert>
      )}
      <ConflictPanel
        section={section}
        edit={edit}
        isOvertaken={edit.check.overtaken.length > 0}
        keyOf={(entry) => (keyName === undefined ? undefined : String(entry[keyName]))}
      />
      <SchemaForm
        {...{ section, schema, definitions, suggestionsFor, ownFields }}
        saved={edit.base.entry}
        {...(keys && { keys })}
        value={edit.value}
        onChange={edit.setValue}
        path={edit.path}
        faults={edit.check.faults}
        isReadOnly={!mayChange}
        fixed={isNew || keyName === undefined ? (section === 'brand' ? ['id'] : []) : [keyName]}
      />
      {edit.isDirty && effect?.(edit.base.entry ?? {}, edit.value)}
      {preview?.(edit.value)}
      {children}
      {mayChange && <SavePanel edit={edit} isNew={isNew} onSave={save} {...(onCancel && { onCancel: cancel })} />}
      <NewSecrets secrets={secrets} onClose={() => setSecrets([])} />
      <UnsavedGuard isDirty={edit.isDirty} isLeaving={() => isLeaving.current} />
    </Stack>
  )
}

/** True from the moment at which everything here is saved or given up, until something else is written. */
function useLeaving(value: Entry) {
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is written anew can be lost again.
  useEffect(() => {
    isLeaving.current = false
  }, [value])
  return isLeaving
}
