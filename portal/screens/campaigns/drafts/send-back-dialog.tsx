import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { Draft } from './draft.ts'

interface SendBackDialogProps {
  readonly draft: Draft
  readonly onClose: () => void
}

/** Says to the authors what they should change. */
export function SendBackDialog({ draft, onClose }: SendBackDialogProps) {
  useFocusBack()
  const { drafts: texts, parts } = useTexts()
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('reviewDraft')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { draftId, revision } = draft
    const onSuccess = () => {
      showDone(texts.sentBack)
      onClose()
    }
    change.mutate({ request: { draftId, revision, approve: false, note: note.trim() }, requestId }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.sendBackTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={500}
            label={texts.sendBackNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            data-autofocus
          />
          {change.error && <ErrorPanel error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={note.trim() === ''}>
              {texts.sendBack}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
