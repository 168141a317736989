import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsure } from '../ask/surely.ts'
import { useTexts } from '../texts/texts.ts'
import { ErrorPanel } from './error-panel.tsx'
import { useFocusBack } from './focus-back.ts'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  /** What will be lost or changed, in numbers: "412 unused coupons become void". */
  readonly consequence: ReactNode
  /** What the button says: the verb, never "OK". */
  readonly action: string
  readonly isDestructive?: boolean
  readonly isBusy?: boolean
  /** While it is busy, to close it is to stop. */
  readonly canStop?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, consequence, action, isDestructive = false, isBusy = false, error, onConfirm, onClose } = props
  useFocusBack(isOpen)
  // While the answer is on its way, the dialog stays; once nobody knows when it comes, nobody has to wait for it here.
  const isHeld = useUnsure().length === 0 && isBusy && !props.canStop
  const close = () => !isHeld && onClose()
  const { parts } = useTexts()
  return (
    <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack>
        <Text component="div">{consequence}</Text>
        {error !== undefined && error !== null && <ErrorPanel error={error} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={isHeld} onClick={onClose} data-autofocus>
            {parts.cancel}
          </Button>
          <Button color={isDestructive ? 'red.9' : 'ink'} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
