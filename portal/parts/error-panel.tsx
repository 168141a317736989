import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isPortalError, type PortalError } from '../ask/portal-error.ts'
import type { Texts } from '../texts/shape.ts'
import { useTexts } from '../texts/texts.ts'

interface ErrorPanelProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Says what happened, why, and what to do. It stays until it is mended. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { errors, parts } = useTexts()
  const known = isPortalError(error) ? error : undefined
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} />}
      title={known ? errors.titles[known.reason] : errors.unexpected}
    >
      {known && known.message !== '' && <Text size="sm">{known.message}</Text>}
      <Group justify="space-between" mt={4}>
        <Text size="sm">{known ? whatToDo(known, errors) : String(error)}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {parts.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function whatToDo({ reason, retryAfterSeconds }: PortalError, errors: Texts['errors']): string {
  return reason === 'slowDown' && retryAfterSeconds !== undefined
    ? errors.slowDownSeconds(retryAfterSeconds)
    : errors.whatToDo[reason]
}
