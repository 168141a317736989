import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAskToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { LinkShown } from './link-shown.tsx'
import { ReachFields, type UserReach } from './reach-fields.tsx'

interface InviteUserProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function InviteUser({ isOpen, onClose }: InviteUserProps) {
  const { administration, parts } = useTexts()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={administration.users.invite}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <InviteForm onClose={onClose} />
    </Modal>
  )
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { administration, parts } = useTexts()
  const { users } = administration
  const [name, setName] = useState('')
  const [reach, setReach] = useState<UserReach>({ role: 'support' })
  const invite = useAskToChange('inviteUser')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ name: name.trim(), ...reach })
  }
  if (invite.data) return <LinkShown link={invite.data.link} name={name.trim()} onClose={onClose} />
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {users.inviteWhy}
        </Text>
        <TextInput
          label={users.loginName}
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ReachFields reach={reach} onChange={setReach} />
        {invite.error && <ErrorPanel error={invite.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {users.invite}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
