import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { wrongField } from '../../../ask/wrong-field.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { todayIn } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { proposedRights, type RightsForm, toRights } from './key-rights.ts'
import { RightsFields } from './rights-fields.tsx'
import type { MadeKey } from './secret-shown.tsx'
import { useGivable } from './use-givable.ts'

interface NewKeyProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

export function NewKey({ onMade, onClose }: NewKeyProps) {
  useFocusBack()
  const { keys, parts } = useTexts()
  const [name, setName] = useState('')
  const { scopes, canGiveAll } = useGivable()
  const [changed, setRights] = useState<RightsForm>()
  const rights = changed ?? proposedRights(scopes)
  const [requestId] = useState(newRequestId)
  const create = useCallToChange('createKey')
  const { interfaceTimeZone } = useBrand()
  const isNameWrong = wrongField(create.error) === 'key'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { expires, ...others } = toRights(rights)
    const request = { ...(name.trim() !== '' && { key: name.trim() }), ...others, ...(expires !== '' && { expires }) }
    create.mutate({ request, requestId }, { onSuccess: (made) => onMade({ ...made, locations: rights.locations }) })
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
            error={isNameWrong && create.error?.message.replace(/^key: /, '')}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RightsFields rights={rights} firstDay={todayIn(interfaceTimeZone)} onChange={setRights} />
          {create.error && !isNameWrong && <ErrorPanel error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={rights.scope.length === 0 && !canGiveAll}>
              {keys.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
