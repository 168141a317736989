import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'

type Scheduled = OperationAnswer<'brandHistory'>['scheduled'][number]

const moods: Readonly<Record<Scheduled['state'], Mood>> = {
  waiting: 'waiting',
  applied: 'good',
  refused: 'bad',
  cancelled: 'neutral',
}

/** What waits for its time, and what was refused when it came. The others are among the versions. */
export function ScheduledChanges({ scheduled }: { readonly scheduled: readonly Scheduled[] }) {
  const { versions: texts } = useTexts()
  const open = scheduled.filter(({ state }) => state === 'waiting' || state === 'refused')
  if (open.length === 0) return null
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.scheduled}
        </Title>
        {open.map((one) => (
          <OneScheduled key={one.number} one={one} />
        ))}
      </Stack>
    </Paper>
  )
}

function OneScheduled({ one }: { readonly one: Scheduled }) {
  const { versions: texts, brandFile } = useTexts()
  const mayChange = useMay('configuration.change')
  const [isCancelling, setIsCancelling] = useState(false)
  const { number, state, dueDate, note, actor, changeCount, reasons = [] } = one
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Group gap="xs">
          <StatusBadge mood={moods[state]} text={texts.states[state]} />
          <Text size="sm">
            <Moment at={dueDate} />
          </Text>
          <Text size="sm" c="dimmed">
            {[brandFile.changes(changeCount), actor].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        {note !== undefined && <Text size="sm">{note}</Text>}
        {reasons.length > 0 && (
          <List size="sm" mt={4}>
            {reasons.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        )}
      </div>
      {mayChange && (
        <Button variant="default" size="xs" onClick={() => setIsCancelling(true)}>
          {state === 'waiting' ? texts.cancel : texts.setAside}
        </Button>
      )}
      {isCancelling && <CancelScheduled number={number} count={changeCount} onClose={() => setIsCancelling(false)} />}
    </Group>
  )
}

interface CancelScheduledProps {
  readonly number: number
  readonly count: number
  readonly onClose: () => void
}

function CancelScheduled({ number, count, onClose }: CancelScheduledProps) {
  const { versions: texts, brandFile } = useTexts()
  const [requestId] = useState(newRequestId)
  const cancel = useCallToChange('cancelScheduled', () => {
    showDone(texts.cancelled(number))
    onClose()
  })
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={texts.cancelTitle(number)}
      consequence={texts.cancelWhat(brandFile.changes(count))}
      action={texts.cancel}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ request: { number }, requestId })}
      onClose={onClose}
    />
  )
}
