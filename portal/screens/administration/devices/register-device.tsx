import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAskToChange } from '../../../ask/queries.ts'
import { meQuery } from '../../../ask/session.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDevice } from './device.ts'

interface RegisterDeviceProps {
  readonly places: readonly { readonly id: string; readonly name: string }[]
  /** What this browser is registered as until now. */
  readonly before: TillDevice | undefined
  readonly onClose: () => void
}

/** Whoever manages users does this once, in the browser of the till itself. */
export function RegisterDevice({ places, before, onClose }: RegisterDeviceProps) {
  const { administration, parts } = useTexts()
  const { devices } = administration
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [place, setPlace] = useState<string | null>(places.length === 1 ? (places[0]?.id ?? null) : null)
  const register = useAskToChange('registerDevice', () => {
    showDone(devices.registeredDone(name.trim()))
    void client.invalidateQueries({ queryKey: meQuery.queryKey })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    register.mutate({ name: name.trim(), ...(place !== null && { locationId: place }) })
  }
  return (
    <Modal opened onClose={onClose} title={devices.register} closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {devices.registerWhy}
          </Text>
          {before && <Alert color="yellow">{devices.again(before.name)}</Alert>}
          <TextInput
            label={devices.name}
            placeholder={devices.nameExample}
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={devices.place}
            placeholder={devices.nowhere}
            clearable
            data={places.map((one) => ({ value: one.id, label: one.name }))}
            value={place}
            onChange={setPlace}
          />
          {register.error && <ErrorPanel error={register.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={register.isPending}>
              {devices.registerAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
