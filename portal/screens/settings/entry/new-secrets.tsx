import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Identifier } from '../../../parts/identifier.tsx'
import { useTexts } from '../../../texts/texts.ts'

export interface Secret {
  readonly address: string
  readonly secret: string
}

/** Secrets that were made for receivers: they are shown once. */
export function NewSecrets({
  secrets,
  onClose,
}: {
  readonly secrets: readonly Secret[]
  readonly onClose: () => void
}) {
  const { settings, parts } = useTexts()
  return (
    <Modal
      opened={secrets.length > 0}
      onClose={onClose}
      title={settings.newSecret}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <Text size="sm">{settings.newSecretWhat}</Text>
        {secrets.map(({ address, secret }) => (
          <div key={address}>
            <Text size="sm" c="dimmed">
              {address}
            </Text>
            <Identifier value={secret} />
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{parts.close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
