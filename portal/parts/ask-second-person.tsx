import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RouteRequest } from '../ask/ask.ts'
import { useAskToChange } from '../ask/queries.ts'
import { useTexts } from '../texts/texts.ts'
import { showDone } from './done-message.tsx'
import { ErrorPanel } from './error-panel.tsx'

type BrandChangeWish = RouteRequest<'askBrandChange'>

interface AskSecondPersonProps {
  /** What the server has said. */
  readonly why: string | undefined
  readonly edits: BrandChangeWish['edits']
  readonly baseVersion: number
  /** Why, as far as it was said already. */
  readonly note: string
  readonly onAsked: () => void
}

/** A change of the settings that somebody else has to see: it is kept for them. */
export function AskSecondPerson({ why, edits, baseVersion, note, onAsked }: AskSecondPersonProps) {
  const { till, settings } = useTexts()
  const [reason, setReason] = useState(note)
  const ask = useAskToChange('askBrandChange', () => {
    showDone(till.done.asked)
    onAsked()
  })
  return (
    <Alert color="yellow" title={settings.askTitle} role="status">
      <Stack gap="sm">
        {why}
        <TextInput
          label={settings.askWhy}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {ask.error && <ErrorPanel error={ask.error} />}
        <Button
          loading={ask.isPending}
          disabled={reason.trim() === ''}
          onClick={() => ask.mutate({ edits, baseVersion, reason: reason.trim() })}
        >
          {till.askApproval}
        </Button>
      </Stack>
    </Alert>
  )
}
