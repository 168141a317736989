import { Alert, Button, Collapse, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { hasReason } from '../../../ask/portal-error.ts'
import { AskSecondPerson } from '../../../parts/ask-second-person.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import type { Fault } from '../../../parts/schema-form/faults.ts'
import { useTexts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { useChangeWords } from './change-words.ts'
import { useFaultWords } from './fault-words.ts'
import type { useEntryEdit } from './use-entry-edit.ts'

interface SavePanelProps {
  readonly edit: ReturnType<typeof useEntryEdit>
  readonly isNew: boolean
  readonly onSave: (note: string) => void
  readonly onCancel?: () => void
}

/** What would change, why, and the button that does it. */
export function SavePanel({ edit, isNew, onSave, onCancel }: SavePanelProps) {
  const { settings, parts } = useTexts()
  const [note, setNote] = useState('')
  const { check, save, isDirty, hasKey } = edit
  const { faults, warnings, lines, overtaken } = check
  const changeWords = useChangeWords(edit.section)
  const isReady = isDirty && hasKey && !check.isPending && faults.length === 0 && overtaken.length === 0
  const needsOther = hasReason(save.error, 'approvalNeeded')
  if (!isDirty && !isNew) return null
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSave(note.trim())
      }}
    >
      <Stack gap="sm">
        <Faults title={settings.faultsTitle(faults.length)} section={edit.section} faults={faults} color="red" />
        <Faults title={settings.warningsTitle} section={edit.section} faults={warnings} color="yellow" />
        <Collapse expanded={isDirty && hasKey && faults.length === 0}>
          <Text size="sm" fw={600}>
            {settings.whatChanges}
          </Text>
          <Changes lines={lines.map(changeWords)} isPending={check.isPending} />
        </Collapse>
        <TextInput
          label={settings.note}
          placeholder={settings.noteHint}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <AskOther {...{ edit, note }} {...(onCancel && { onCancel })} />
        {!needsOther && (save.error ?? check.error) && overtaken.length === 0 && (
          <ErrorPanel error={save.error ?? check.error} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              edit.discard()
              onCancel?.()
            }}
          >
            {isNew ? parts.cancel : settings.discard}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isReady}>
            {settings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface AskOtherProps extends Pick<SavePanelProps, 'edit' | 'onCancel'> {
  readonly note: string
}

/** Where somebody else has to see it. */
function AskOther({ edit, note, onCancel }: AskOtherProps) {
  const { save } = edit
  if (!hasReason(save.error, 'approvalNeeded')) return null
  const done = () => {
    edit.discard()
    save.reset()
    onCancel?.()
  }
  const { edits, baseVersion } = edit.request(note.trim()).request
  return <AskSecondPerson why={save.error?.message} {...{ edits, baseVersion }} note={note.trim()} onAsked={done} />
}

interface FaultsProps {
  readonly title: string
  /** Whose form it is, in whose words places are named. Absent: they may be anywhere in the file. */
  readonly section?: string
  readonly faults: readonly Fault[]
  readonly color: string
}

/** All of them in one place, besides where they are: one may be in a row that is closed. */
export function Faults({ title, section, faults, color }: FaultsProps) {
  const { placeOf, wholePlaceOf } = useFaultWords(section ?? '')
  const told = section === undefined ? wholePlaceOf : placeOf
  if (faults.length === 0) return null
  return (
    <Alert color={color} variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="status">
      <ul className={classes.lines}>
        {faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Text size="sm" component="span">{`${told(path)}: ${message}`}</Text>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Changes({ lines, isPending }: { readonly lines: readonly string[]; readonly isPending: boolean }) {
  const { settings } = useTexts()
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {isPending ? settings.checking : settings.looksAlike}
      </Text>
    )
  return (
    <List size="sm" className={classes.lines} aria-live="polite">
      {lines.map((line) => (
        <List.Item key={line} className={classes.value}>
          {line}
        </List.Item>
      ))}
    </List>
  )
}
