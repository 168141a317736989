import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCalling, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { errandMoods } from '../../../parts/errand-moods.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'

type Errand = OperationAnswer<'listErrands'>['errands'][number]

/** Work that somebody asked for: it goes on while they are elsewhere. */
export function LongWork() {
  const { jobs } = useTexts()
  const { data, error, refetch } = useCalling('listErrands', { maxResults: 20 }, { everySeconds: 3 })
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Title order={2}>{jobs.workTitle}</Title>
        {error && <ErrorPanel error={error} onRetry={refetch} />}
        {data?.errands.length === 0 && <EmptyState title={jobs.noWork} what={jobs.noWorkWhat} />}
        {data?.errands.map((errand) => (
          <OneErrand key={errand.errandId} errand={errand} />
        ))}
      </Stack>
    </Paper>
  )
}

function OneErrand({ errand }: { readonly errand: Errand }) {
  const { jobs } = useTexts()
  const mayCancel = useMay('jobs.manage')
  const [isCancelling, setIsCancelling] = useState(false)
  const { kind, state, askedBy, askedDate, done, total, progress, error } = errand
  const isOpen = state === 'waiting' || state === 'running'
  const share = done !== undefined && total ? Math.min(100, (done / total) * 100) : undefined
  return (
    <div>
      <Group justify="space-between">
        <Group gap="sm">
          <StatusBadge mood={errandMoods[state]} text={errand.isCancelling ? jobs.cancelling : jobs.states[state]} />
          <Text fw={500}>{jobs.kinds[kind] ?? kind}</Text>
          <Text size="sm" c="dimmed">
            {askedBy} · <Moment at={errand.endedDate ?? askedDate} />
          </Text>
        </Group>
        {isOpen && mayCancel && !errand.isCancelling && (
          <Button size="xs" variant="default" onClick={() => setIsCancelling(true)}>
            {jobs.cancel}
          </Button>
        )}
      </Group>
      {state === 'running' && <Progress value={share ?? 100} animated mt="xs" aria-label={jobs.progress} />}
      {isOpen && progress !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {progress}
        </Text>
      )}
      {error !== undefined && (
        <Text size="sm" c="red" mt={4}>
          {error}
        </Text>
      )}
      {isCancelling && <CancelErrand errandId={errand.errandId} onClose={() => setIsCancelling(false)} />}
    </div>
  )
}

function CancelErrand({ errandId, onClose }: { readonly errandId: string; readonly onClose: () => void }) {
  const { jobs } = useTexts()
  const [requestId] = useState(newRequestId)
  const cancel = useCallToChange('cancelErrand')
  const onSuccess = () => {
    showDone(jobs.cancelled)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={jobs.cancelTitle}
      consequence={jobs.cancelWhat}
      action={jobs.cancel}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ request: { errandId }, requestId }, { onSuccess })}
      onClose={onClose}
    />
  )
}
