import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import { CopyButton } from './copy-button.tsx'
import { useFocusBack } from './focus-back.ts'

interface ShownOnceProps {
  readonly title: string
  /** What to do with it now. */
  readonly what: string
  readonly secrets: readonly { readonly label: string; readonly value: string }[]
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** The only time at which secrets are seen. It is closed by its button alone, so that they are not lost by accident. */
export function ShownOnce({ title, what, secrets, children, onClose }: ShownOnceProps) {
  useFocusBack()
  const { parts } = useTexts()
  return (
    <Modal
      opened
      size="lg"
      title={title}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          {what}
        </Alert>
        {secrets.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }} fz="sm" aria-label={label}>
                {value}
              </Code>
              <CopyButton value={value} />
            </Group>
          </div>
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {parts.haveIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
