import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'

interface LinkShownProps {
  readonly link: string | undefined
  /** Whom it is for. */
  readonly name: string
  readonly onClose: () => void
}

/** A one-time link, shown once, to be passed on by hand. */
export function LinkShown({ link, name, onClose }: LinkShownProps) {
  const { administration, parts } = useTexts()
  const { users } = administration
  return (
    <Stack>
      <Text>{link === undefined ? users.noLink : users.linkWhy(name)}</Text>
      {link !== undefined && (
        <Code block tabIndex={0}>
          {link}
        </Code>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {parts.close}
        </Button>
        {link !== undefined && (
          <CopyButton value={link} timeout={1500}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? parts.copied : parts.copy}</Button>}
          </CopyButton>
        )}
      </Group>
    </Stack>
  )
}
