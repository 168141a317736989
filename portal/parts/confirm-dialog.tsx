import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, consequence, action, isDestructive = false, isBusy = false, error, onConfirm, onClose } = props
  useFocusBack(isOpen)
  const { parts } = useTexts()
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack>
        <Text component="div">{consequence}</Text>
        {error !== undefined && error !== null && <ErrorPanel error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
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
