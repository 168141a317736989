import { Alert, Code, Stack, Text } from '@mantine/core'
import { Facts } from '../../../parts/facts.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { DescribedOperation } from './described-operation.ts'
import { ReadyCall } from './ready-call.tsx'

/** One operation, with a call that is ready for a key and a location. */
export function OperationDetail({ operation }: { readonly operation: DescribedOperation }) {
  const { reference } = useTexts()
  const { name, path, summary, details, changes, isEnabled, enablement = '' } = operation
  return (
    <Stack gap="lg">
      <div>
        <Text>{summary}</Text>
        {details !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {details}
          </Text>
        )}
      </div>
      {!isEnabled && (
        <Alert color="yellow" variant="light">
          {reference.notEnabledWhat(enablement)}
        </Alert>
      )}
      <Facts facts={[[reference.path, <Code key={name}>{`POST ${path}`}</Code>]]} />
      <div>
        <StatusBadge
          mood={changes ? 'attention' : 'neutral'}
          text={changes ? reference.changes : reference.onlyReads}
        />
      </div>
      <ReadyCall operation={operation} />
    </Stack>
  )
}
