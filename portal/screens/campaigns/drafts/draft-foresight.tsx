import { Alert, Button, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReplayReport } from '../../../../server/calls/replay/report.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCalling, useCallToDo } from '../../../ask/queries.ts'
import { beginningOf } from '../../../parts/beginning-of.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatMoment, readMoment } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { GivenFigures } from '../replays/given-figures.tsx'
import type { FoundDraft } from './draft.ts'

const days = 30
/** Characters of a replay's name. */
const nameMax = 100

/** What the draft would have done in the last 30 days. It is found out as soon as somebody is about to publish it. */
export function DraftForesight({ found: { draft, entries, liveVersion } }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const mayStart = useMay('jobs.manage')
  const campaigns = entries.flatMap(({ section, key }) => (section === 'campaigns' && key !== undefined ? [key] : []))
  if (campaigns.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.foresight(days)}>
      <Title order={3} size="sm" mb="xs">
        {texts.foresight(days)}
      </Title>
      {mayStart ? (
        <Foreseen {...draft} liveVersion={liveVersion} campaigns={campaigns} />
      ) : (
        <Text size="sm">{texts.mayNotForesee}</Text>
      )}
    </Paper>
  )
}

interface ForeseenProps {
  readonly draftId: string
  readonly revision: number
  readonly title: string
  readonly liveVersion: number
  readonly campaigns: readonly string[]
}

/** While this window is open, one state of a draft and of the brand is tried once a day, however often somebody looks. */
const requestIds = new Map<string, string>()

function requestIdOf(tried: string): string {
  const known = requestIds.get(tried) ?? newRequestId()
  requestIds.set(tried, known)
  return known
}

function Foreseen({ draftId, revision, title, liveVersion, campaigns }: ForeseenProps) {
  const { id: brand, timeZone } = useBrand()
  const { drafts: texts, parts } = useTexts()
  const start = useCallToDo('startErrand')
  const { mutate } = start
  const [attempt, setAttempt] = useState(0)
  const to = dayIn(timeZone, Date.now())
  const from = dayIn(timeZone, Date.now() - days * 86_400_000)
  useEffect(() => {
    const requestId = requestIdOf([brand, draftId, revision, liveVersion, to, attempt].join(' '))
    const input = { from, to, draftId, draftRevision: revision, name: beginningOf(title, nameMax) }
    mutate({ request: { kind: 'replay', input }, requestId })
  }, [brand, draftId, revision, liveVersion, title, from, to, attempt, mutate])
  const again = (
    <Button variant="default" size="xs" onClick={() => setAttempt(attempt + 1)}>
      {parts.tryAgain}
    </Button>
  )
  if (start.error)
    return (
      <Stack gap="xs" align="flex-start">
        <ErrorPanel error={start.error} />
        {again}
      </Stack>
    )
  if (!start.data) return <Text size="sm">{texts.foreseeing}</Text>
  return <Watched errandId={start.data.requestRef} campaigns={campaigns} again={again} />
}

interface WatchedProps {
  readonly errandId: string
  readonly campaigns: readonly string[]
  readonly again: React.ReactNode
}

function Watched({ errandId, campaigns, again }: WatchedProps) {
  const { drafts: texts, replays } = useTexts()
  const { interfaceTimeZone, ...reader } = useBrand()
  const whenOf = (text: string) => formatMoment(readMoment(text, interfaceTimeZone) ?? 0, reader, 'minute')
  const [isOver, setIsOver] = useState(false)
  const { data, error, refetch } = useCalling('errandLookup', { errandId }, isOver ? {} : { everySeconds: 1 })
  const isOpen = !data || data.state === 'waiting' || data.state === 'running'
  if (isOpen === isOver) setIsOver(!isOpen)
  if (error) return <ErrorPanel error={error} onRetry={() => refetch()} />
  if (isOpen)
    return (
      <Stack gap="xs">
        <Text size="sm" aria-live="polite">
          {texts.foreseeing}
        </Text>
        <Progress value={data?.total ? ((data.done ?? 0) / data.total) * 100 : 0} aria-label={replays.progress} />
      </Stack>
    )
  if (data.state !== 'done' || data.result === undefined)
    return (
      <Stack gap="xs" align="flex-start">
        <Alert color="red">{data.error ?? replays.states[data.state]}</Alert>
        {again}
      </Stack>
    )
  // The errand's result is the report of its kind.
  const report = data.result as unknown as ReplayReport
  const { liveVersion } = report
  if (report.checkouts.replayed === 0) return <Text size="sm">{texts.nothingToForesee}</Text>
  return (
    <Stack gap="sm">
      <GivenFigures report={report} campaigns={campaigns} />
      {liveVersion !== undefined && (
        <Text size="sm" c="dimmed">
          {texts.foreseenWith(whenOf(data.endedDate ?? data.askedDate), liveVersion)}
        </Text>
      )}
      <BrandLink to={`campaigns/replays/${errandId}`} fz="sm">
        {texts.wholeForesight}
      </BrandLink>
    </Stack>
  )
}

/** A day of the brand's time zone, as yyyy-MM-dd. */
const dayIn = (timeZone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
