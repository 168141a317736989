import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { DraftEntry, FoundDraft } from './draft.ts'

interface ConflictPanelProps {
  readonly found: FoundDraft
  readonly entry: DraftEntry
}

/** Somebody else was faster: the author says which of both counts, having seen both. */
export function ConflictPanel({ found, entry }: ConflictPanelProps) {
  const { drafts: texts } = useTexts()
  const mayChange = useMay('campaigns.change')
  const { resolve, error, isPending } = useResolve(found, entry)
  return (
    <Alert color="yellow" variant="light" icon={<IconArrowsSplit size={20} stroke={1.6} />} title={texts.conflict}>
      <Stack gap="sm">
        <Text size="sm">{texts.conflictWhat}</Text>
        {error && <ErrorPanel error={error} />}
        {mayChange && (
          <Group gap="sm">
            <Button variant="default" loading={isPending} onClick={() => resolve(entry.liveText, texts.tookTheirs)}>
              {texts.takeTheirs}
            </Button>
            <Button variant="default" loading={isPending} onClick={() => resolve(entry.text, texts.keptMine)}>
              {texts.keepMine}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** The entry as it is to be, based on what is live now. */
function useResolve({ draft, entries, liveVersion }: FoundDraft, entry: DraftEntry) {
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('saveDraft')
  const resolve = (text: string | undefined, done: string) => {
    const saved = entries.map((one) => {
      const { section, key } = one
      const own = one === entry ? { text, baseVersion: liveVersion } : { text: one.text }
      return { section, ...(key !== undefined && { key }), ...withoutMissing(own) }
    })
    const { draftId, revision, title } = draft
    const request = { draftId, revision, title, entries: saved }
    // By its promise: the panel is gone by the time that it is done. What went wrong is shown in the panel.
    change.mutateAsync({ request, requestId: `${requestId}-${revision}` }).then(
      () => showDone(done),
      () => undefined,
    )
  }
  return { resolve, error: change.error, isPending: change.isPending }
}

const withoutMissing = ({
  text,
  baseVersion,
}: {
  readonly text: string | undefined
  readonly baseVersion?: number
}) => ({
  ...(text !== undefined && { text }),
  ...(baseVersion !== undefined && { baseVersion }),
})
