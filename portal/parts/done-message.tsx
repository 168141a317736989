import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

interface Undo {
  readonly label: string
  readonly run: () => void
}

/** Says what was done, and offers to undo it where that can be. Errors are never shown like this: they stay in place. */
export function showDone(text: string, undo?: Undo): void {
  const id = notifications.show({
    color: 'teal.8',
    icon: <IconCheck size={18} />,
    autoClose: undo ? 10_000 : 5_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              notifications.hide(id)
              undo.run()
            }}
          >
            {undo.label}
          </Button>
        )}
      </Group>
    ),
  })
}

/** Says that something was not done, until somebody closes it: the form that it belonged to is gone. */
export function showNotDone(title: string, why: string): void {
  notifications.show({ color: 'red.9', icon: <IconAlertTriangle size={18} />, autoClose: false, title, message: why })
}

/** The same of what may be done: nobody knows it just now. */
export function showUncertain(title: string, why: string): void {
  notifications.show({ color: 'yellow', icon: <IconAlertTriangle size={18} />, autoClose: false, title, message: why })
}
