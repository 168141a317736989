import { Alert, Loader, Text } from '@mantine/core'
import type { SentChange } from '../ask/sent-changes.ts'
import { useTexts } from '../texts/texts.ts'
import { changeWords } from './use-tell-failed.ts'

/** What is certain and what is not while an answer is missing. Nobody has to press anything. */
export function UnsureNotice({ changes }: { readonly changes: readonly SentChange[] }) {
  const { parts } = useTexts()
  if (changes.length === 0) return null
  return (
    <Alert color="yellow" role="status" icon={<Loader size={18} color="yellow.8" />} title={parts.unsure} mb="md">
      {changes.map((change) => (
        <Text key={change.requestId} size="sm" fw={600}>
          {changeWords(change)}
        </Text>
      ))}
      <Text size="sm">{parts.unsureWhat}</Text>
    </Alert>
  )
}
