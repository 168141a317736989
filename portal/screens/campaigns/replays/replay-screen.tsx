import { Alert, Button, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReplayReport } from '../../../../server/calls/replay/report.ts'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCalling, useCallToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { BesideAnother } from './beside-another.tsx'
import { ReplayFindings } from './replay-findings.tsx'
import { ReplayState } from './replay-state.tsx'

const route = getRouteApi('/b/$brand/campaigns/replays/$replay')

type Errand = OperationAnswer<'errandLookup'>

/** One replay: how far it is, and what came of it. It goes on while nobody looks. */
export function ReplayScreen() {
  const { replays: texts } = useTexts()
  const { replay } = route.useParams()
  const [isOver, setIsOver] = useState(false)
  const { data, error, refetch } = useCalling('errandLookup', { errandId: replay }, isOver ? {} : { everySeconds: 2 })
  const hasEnded = data !== undefined && data.state !== 'waiting' && data.state !== 'running'
  if (hasEnded && !isOver) setIsOver(true)
  const { from, to } = (data?.input ?? {}) as { readonly from?: string; readonly to?: string }
  return (
    <Page
      title={data?.name ?? texts.one}
      about={from !== undefined && to !== undefined ? texts.period(from, to) : texts.about}
      secondary={data && <Cancel errand={data} />}
    >
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && <Outcome errand={data} />}
    </Page>
  )
}

function Outcome({ errand }: { readonly errand: Errand }) {
  const { replays: texts } = useTexts()
  const { state, done, total, error, result } = errand
  // The errand's result is the report of its kind.
  if (state === 'done' && result !== undefined)
    return (
      <Stack gap="lg">
        <BesideAnother errand={errand} report={result as unknown as ReplayReport} />
        <ReplayFindings report={result as unknown as ReplayReport} />
      </Stack>
    )
  return (
    <Paper p="lg">
      <Stack>
        <ReplayState errand={errand} />
        {state === 'running' && (
          <Progress value={total ? ((done ?? 0) / total) * 100 : 100} animated aria-label={texts.progress} />
        )}
        {(state === 'running' || state === 'waiting') && <Text c="dimmed">{texts.mayLeave}</Text>}
        {error !== undefined && <Alert color="red">{error}</Alert>}
      </Stack>
    </Paper>
  )
}

function Cancel({ errand }: { readonly errand: Errand }) {
  const { replays: texts } = useTexts()
  const mayCancel = useMay('jobs.manage')
  const cancel = useCallToChange('cancelErrand')
  const [requestId] = useState(newRequestId)
  const isOpen = errand.state === 'waiting' || errand.state === 'running'
  if (!isOpen || !mayCancel) return null
  const request = { errandId: errand.errandId }
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ request, requestId })}>
      {texts.cancel}
    </Button>
  )
}
