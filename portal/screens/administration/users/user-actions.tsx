import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAskToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { LinkShown } from './link-shown.tsx'
import type { ListedUser } from './user.ts'

interface UserActionsProps {
  readonly user: ListedUser
  readonly sessionCount: number
  readonly onGone: () => void
}

type Action = 'reset' | 'end' | 'disable' | 'remove'

export function UserActions({ user, sessionCount, onGone }: UserActionsProps) {
  const { users } = useTexts().administration
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const isOut = user.state === 'disabled'
  return (
    <Stack gap="xs">
      <Button variant="default" onClick={() => setAction('reset')}>
        {users.reset}
      </Button>
      <Button variant="default" disabled={sessionCount === 0} onClick={() => setAction('end')}>
        {users.endSessions}
      </Button>
      <Button variant="default" onClick={() => setAction('disable')}>
        {isOut ? users.enable : users.disable}
      </Button>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAction('remove')}>
        {users.remove}
      </Button>
      {action === 'reset' && <ResetUser user={user} onClose={close} />}
      {action === 'end' && <EndSessions user={user} count={sessionCount} onClose={close} />}
      {action === 'disable' && <DisableUser user={user} onClose={close} />}
      {action === 'remove' && <RemoveUser user={user} onClose={close} onGone={onGone} />}
    </Stack>
  )
}

interface DialogProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

function ResetUser({ user, onClose }: DialogProps) {
  const { administration, parts } = useTexts()
  const { users } = administration
  const [removeFactors, setRemoveFactors] = useState(false)
  const reset = useAskToChange('resetUser')
  if (reset.data)
    return (
      <Modal opened onClose={onClose} title={users.linkTitle} closeButtonProps={{ 'aria-label': parts.close }}>
        <LinkShown link={reset.data.link} name={user.displayName} onClose={onClose} />
      </Modal>
    )
  return (
    <ConfirmDialog
      isOpen
      title={users.reset}
      consequence={
        <Stack>
          <Text>{users.resetWhat(user.displayName)}</Text>
          {user.hasSecondFactor && (
            <Checkbox
              label={users.resetFactors}
              checked={removeFactors}
              onChange={(event) => setRemoveFactors(event.currentTarget.checked)}
            />
          )}
        </Stack>
      }
      action={users.resetAction}
      isBusy={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate({ userId: user.userId, removeFactors })}
      onClose={onClose}
    />
  )
}

function EndSessions({ user, count, onClose }: DialogProps & { readonly count: number }) {
  const { users } = useTexts().administration
  const end = useAskToChange('endUserSessions')
  const done = () => {
    showDone(users.ended)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={users.endSessions}
      consequence={users.endSessionsWhat(String(count))}
      action={users.endSessions}
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({ userId: user.userId }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

function DisableUser({ user, onClose }: DialogProps) {
  const { users } = useTexts().administration
  const isOut = user.state === 'disabled'
  const { userId, role, group, location, everyBrand, displayName } = user
  const change = useAskToChange('changeUser', () => {
    showDone(isOut ? users.enabled(displayName) : users.disabled(displayName))
    onClose()
  })
  return (
    <ConfirmDialog
      isOpen
      isDestructive={!isOut}
      title={isOut ? users.enable : users.disable}
      consequence={isOut ? users.enableWhat(displayName) : users.disableWhat(displayName)}
      action={isOut ? users.enable : users.disable}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ userId, role, group, location, everyBrand, isDisabled: !isOut })}
      onClose={onClose}
    />
  )
}

function RemoveUser({ user, onClose, onGone }: DialogProps & { readonly onGone: () => void }) {
  const { users } = useTexts().administration
  const remove = useAskToChange('removeUser', () => {
    showDone(users.removed(user.displayName))
    onClose()
    onGone()
  })
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={users.remove}
      consequence={users.removeWhat(user.displayName)}
      action={users.remove}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ userId: user.userId })}
      onClose={onClose}
    />
  )
}
