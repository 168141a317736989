import { Alert, Code, List, Text, Title } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'

interface Fault {
  readonly path: string
  readonly message: string
  readonly line?: number
}

interface FaultListProps {
  readonly color: 'red' | 'yellow'
  readonly title: string
  readonly what?: string
  readonly faults: readonly Fault[]
}

/** What is wrong with a file, and where. */
export function FaultList({ color, title, what, faults }: FaultListProps) {
  const { brandFile } = useTexts()
  return (
    <Alert color={color} variant="light" title={title}>
      <List size="sm" spacing={6}>
        {faults.map(({ path, message, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same fault may come twice, and they never move.
          <List.Item key={index}>
            {line !== undefined && (
              <Text span size="sm" fw={600}>
                {brandFile.line(line)}{' '}
              </Text>
            )}
            {path !== '' && <Code>{path}</Code>} {message}
          </List.Item>
        ))}
      </List>
      {what !== undefined && (
        <Text size="sm" mt="xs">
          {what}
        </Text>
      )}
    </Alert>
  )
}

interface ChangeListProps {
  readonly title: string
  readonly changes: readonly string[]
}

/** What a change changes, one line each. */
export function ChangeList({ title, changes }: ChangeListProps) {
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {changes.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
          <List.Item key={index}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
