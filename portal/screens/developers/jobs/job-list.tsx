import { Alert, Stack, Title } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'

type Job = RouteAnswer<'jobStates'>['jobs'][number]
type JobState = keyof Texts['jobs']['jobStates']

const moods: Readonly<Record<JobState, Mood>> = {
  running: 'waiting',
  ok: 'good',
  retrying: 'attention',
  givenUp: 'bad',
}

function stateOf({ givenUp, retrying, isRunning }: Job): JobState {
  if (givenUp > 0) return 'givenUp'
  if (retrying > 0) return 'retrying'
  return isRunning ? 'running' : 'ok'
}

/** The jobs, and how they stand. */
export function JobList() {
  const { jobs } = useTexts()
  const { data, error, refetch } = useAsking('jobStates', {}, { everySeconds: 10 })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <Stack gap="md">
      <Title order={2}>{jobs.jobsTitle}</Title>
      {data?.jobs.some(({ givenUp }) => givenUp > 0) && (
        <Alert color="red" variant="light">
          {jobs.givenUpWhat}
        </Alert>
      )}
      <DataTable
        name={jobs.jobsTitle}
        rows={data?.jobs}
        columns={columnsOf(jobs)}
        rowKey={({ name }) => name}
        empty={<EmptyState title={jobs.noJobs} what={jobs.noJobsWhat} />}
      />
    </Stack>
  )
}

function columnsOf(texts: Texts['jobs']): readonly TableColumn<Job>[] {
  const nameOf = ({ name }: Job) => texts.names[name] ?? name
  return [
    { id: 'job', title: texts.job, isSortable: true, plain: nameOf, show: nameOf },
    {
      id: 'state',
      title: texts.state,
      isSortable: true,
      plain: (job) => texts.jobStates[stateOf(job)],
      show: (job) => <StatusBadge mood={moods[stateOf(job)]} text={texts.jobStates[stateOf(job)]} />,
    },
    {
      id: 'lastDone',
      title: texts.lastDone,
      plain: ({ lastDoneAt }) => lastDoneAt,
      show: ({ lastDoneAt }) => (lastDoneAt === undefined ? texts.notLately : <Moment at={lastDoneAt} />),
    },
    {
      id: 'retrying',
      title: texts.retrying,
      isNumber: true,
      plain: ({ retrying }) => retrying,
      show: ({ retrying }) => retrying,
    },
    {
      id: 'givenUp',
      title: texts.givenUp,
      isNumber: true,
      plain: ({ givenUp }) => givenUp,
      show: ({ givenUp }) => givenUp,
    },
  ]
}
