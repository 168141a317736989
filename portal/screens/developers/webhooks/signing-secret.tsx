import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useTexts } from '../../../texts/texts.ts'

/** The only time at which it is seen; closed by its button alone. */
export function SigningSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { webhooks, keys } = useTexts()
  return (
    <Modal
      opened
      title={webhooks.secretTitle}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text size="sm">{webhooks.secretWhat}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Code>
          <CopyButton value={secret} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {keys.haveIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
