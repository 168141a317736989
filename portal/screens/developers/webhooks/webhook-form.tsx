import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { events, ...rest } = form
    // Whatever else the file says of it stays as it is.
    const { events: _before, ...kept } = entry ?? { id: '' }
    const changed = { ...kept, ...rest, ...(events.length > 0 && { events }) }
    const edits = [{ section: 'webhooks' as const, key: form.id, entry: changed }]
    const request = { edits, baseVersion: version, ...(note.trim() !== '' && { note: note.trim() }) }
    const onSuccess = ({ newSecrets }: { readonly newSecrets: readonly { readonly secret: string }[] }) => {
      showDone(texts.saved(form.id))
      onClose()
      const [made] = newSecrets
      if (made) onSecret?.(made.secret)
    }
    edit.mutate({ request, requestId }, { onSuccess })
  }
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
          {edit.error && <ErrorPanel error={edit.error} />}
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
