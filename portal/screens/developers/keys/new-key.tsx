import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { proposedRights, toRights } from './key-rights.ts'
import { RightsFields } from './rights-fields.tsx'
import type { MadeKey } from './secret-shown.tsx'

interface NewKeyProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

export function NewKey({ onMade, onClose }: NewKeyProps) {
  const { keys, parts } = useTexts()
  const [name, setName] = useState('')
  const [rights, setRights] = useState(proposedRights)
  const [requestId] = useState(newRequestId)
  const create = useCallToChange('createKey')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { expires, ...others } = toRights(rights)
    const request = { ...(name.trim() !== '' && { key: name.trim() }), ...others, ...(expires !== '' && { expires }) }
    create.mutate({ request, requestId }, { onSuccess: onMade })
  }
  return (
    <Modal opened size="lg" onClose={onClose} title={keys.newKey} closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={keys.nameField}
            description={keys.nameHint}
            value={name}
            maxLength={100}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RightsFields rights={rights} onChange={setRights} />
          {create.error && <ErrorPanel error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {keys.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
