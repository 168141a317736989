import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { hasReason } from '../../../ask/portal-error.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { AskSecondPerson } from '../../../parts/ask-second-person.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { WebhookEntry } from './webhook.ts'
import { WebhookFields } from './webhook-fields.tsx'

interface WebhookFormProps {
  /** Absent: a new one. */
  readonly entry?: WebhookEntry
  readonly version: number
  readonly onClose: () => void
  /** Told the secret that a new one got. */
  readonly onSecret?: (secret: string) => void
}

export function WebhookForm({ entry, version, onClose, onSecret }: WebhookFormProps) {
  useFocusBack()
  const { webhooks: texts, parts, developers } = useTexts()
  const [form, setForm] = useState({ id: '', url: '', events: [], active: true, ...entry } as Required<WebhookEntry>)
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const edit = useCallToChange('editBrand')
  const edits = editsOf(form, entry)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = { edits, baseVersion: version, ...(note.trim() !== '' && { note: note.trim() }) }
    const onSuccess = ({ newSecrets }: { readonly newSecrets: readonly { readonly secret: string }[] }) => {
      showDone(texts.saved(form.id))
      onClose()
      const [made] = newSecrets
      if (made) onSecret?.(made.secret)
    }
    edit.mutate({ request, requestId }, { onSuccess })
  }
  const needsOther = hasReason(edit.error, 'approvalNeeded')
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={entry ? entry.id : texts.add}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <WebhookFields {...{ form, setForm }} isNew={!entry} />
          <TextInput
            label={developers.note}
            description={developers.noteWhat}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {needsOther && (
            <AskSecondPerson
              why={edit.error?.message}
              {...{ edits, baseVersion: version }}
              note={note.trim()}
              onAsked={onClose}
            />
          )}
          {edit.error && !needsOther && <ErrorPanel error={edit.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={edit.isPending}>
              {parts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Whatever else the file says of it stays as it is. */
function editsOf({ events, ...rest }: Required<WebhookEntry>, entry: WebhookEntry | undefined) {
  const { events: _before, ...kept } = entry ?? { id: '' }
  const changed = { ...kept, ...rest, ...(events.length > 0 && { events }) }
  return [{ section: 'webhooks' as const, key: rest.id, entry: changed }]
}
