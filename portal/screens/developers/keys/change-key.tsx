import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type ListedKey, rightsOf, toRights } from './key-rights.ts'
import { RightsFields } from './rights-fields.tsx'

interface ChangeKeyProps {
  readonly apiKey: ListedKey
  readonly onClose: () => void
}

export function ChangeKey({ apiKey, onClose }: ChangeKeyProps) {
  useFocusBack()
  const { keys, parts } = useTexts()
  const { key } = apiKey
  const [rights, setRights] = useState(() => rightsOf(apiKey))
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('changeKey')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      showDone(keys.changed(key))
      onClose()
    }
    change.mutate({ request: { key, ...toRights(rights) }, requestId }, { onSuccess })
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={keys.changeTitle(key)}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <RightsFields rights={rights} onChange={setRights} />
          {change.error && <ErrorPanel error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {parts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
