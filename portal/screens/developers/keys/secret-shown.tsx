import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCalling } from '../../../ask/queries.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useBrand } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'

export interface ShownOnce {
  readonly key: string
  readonly secret: string
}

/** The only time at which a secret is seen. It is closed by its button alone, so that it is not lost by accident. */
export function SecretShown({ made, onClose }: { readonly made: ShownOnce; readonly onClose: () => void }) {
  const { keys } = useTexts()
  const brand = useBrand()
  const { data } = useCalling('listLocations', {})
  const [place] = data?.locations ?? []
  const curl = toCurl({
    path: '/merchant/listEventTypes',
    brand: brand.id,
    location: place?.id,
    terminal: place?.terminals[0],
    ...made,
  })
  return (
    <Modal
      opened
      size="lg"
      title={keys.created}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          {keys.secretOnce}
        </Alert>
        <Secret label={keys.name} value={made.key} />
        <Secret label={keys.secret} value={made.secret} />
        <div>
          <CodeBlock title={keys.tryIt} text={curl} />
          <Text size="sm" c="dimmed" mt={4}>
            {keys.tryItWhat}
          </Text>
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {keys.haveIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
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
  )
}
