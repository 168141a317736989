import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCalling, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ChangeList } from './file-findings.tsx'

interface RollBackProps {
  readonly version: number
  readonly onClose: () => void
}

/** Brings an earlier version back, after it has shown what that changes. */
export function RollBack({ version, onClose }: RollBackProps) {
  useFocusBack()
  const { versions: texts, parts, developers, brandFile } = useTexts()
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const preview = useCalling('rollbackBrand', { version, dryRun: true })
  const change = useCallToChange('rollbackBrand')
  const changes = preview.data?.changes ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = { version, ...(note.trim() !== '' && { note: note.trim() }) }
    const onSuccess = (done: { readonly version?: number }) => {
      if (done.version !== undefined) showDone(texts.rolledBack(done.version))
      onClose()
    }
    change.mutate({ request, requestId }, { onSuccess })
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={texts.rollBackTitle(version)}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {preview.error && <ErrorPanel error={preview.error} />}
          {!preview.data && !preview.error && <Skeleton height={80} />}
          {preview.data && changes.length === 0 && <Text>{texts.rollBackSame}</Text>}
          {changes.length > 0 && (
            <>
              <Text>{texts.rollBackWhat(brandFile.changes(changes.length))}</Text>
              <ChangeList title={texts.what} changes={changes} />
              <TextInput
                label={developers.note}
                description={developers.noteWhat}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </>
          )}
          {change.error && <ErrorPanel error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={changes.length === 0}>
              {texts.rollBack}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
