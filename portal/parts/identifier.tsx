import { Group, Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** A number or name by which machines know something, ready to be copied. */
export function Identifier({ value }: { readonly value: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text component="span" size="sm" ff="monospace">
        {value}
      </Text>
      <CopyButton value={value} />
    </Group>
  )
}
