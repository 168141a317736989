import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { Page } from '../../../parts/page.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { NewReplay } from './new-replay.tsx'
import { ReplayState } from './replay-state.tsx'

type Errand = OperationAnswer<'listErrands'>['errands'][number]

const route = getRouteApi('/b/$brand/campaigns/replays')

/** Past months that were decided again by other rules. */
export function ReplaysScreen() {
  const { replays: texts } = useTexts()
  const { id } = useBrand()
  const navigate = useNavigate()
  const mayStart = useMay('jobs.manage')
  const { draft } = route.useSearch()
  const [isStarting, setIsStarting] = useState(draft !== undefined)
  const { data, error, refetch } = useCalling('listErrands', { maxResults: 200 }, { everySeconds: 5 })
  const rows = data?.errands.filter(({ kind }) => kind === 'replay')
  const open = (replay: string) =>
    void navigate({ to: '/b/$brand/campaigns/replays/$replay', params: { brand: id, replay } } as never)
  return (
    <Page
      title={texts.title}
      about={texts.about}
      primary={mayStart && <Button onClick={() => setIsStarting(true)}>{texts.start}</Button>}
    >
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      <DataTable
        name={texts.title}
        rows={rows}
        columns={columnsOf(texts)}
        rowKey={({ errandId }) => errandId}
        onOpen={({ errandId }) => open(errandId)}
        empty={<EmptyState icon={<IconHistory size={36} stroke={1.4} />} title={texts.none} what={texts.noneWhat} />}
      />
      {isStarting && <NewReplay draft={draft} onStarted={open} onClose={() => setIsStarting(false)} />}
    </Page>
  )
}

function columnsOf(texts: Texts['replays']): readonly TableColumn<Errand>[] {
  return [
    {
      id: 'name',
      title: texts.name,
      isSortable: true,
      plain: ({ name }) => name ?? texts.one,
      show: ({ name }) => name ?? texts.one,
    },
    {
      id: 'asked',
      title: texts.askedAt,
      isSortable: true,
      plain: ({ askedDate }) => askedDate,
      show: ({ askedDate }) => <Moment at={askedDate} />,
    },
    {
      id: 'by',
      title: texts.askedBy,
      isSortable: true,
      plain: ({ askedBy }) => askedBy,
      show: ({ askedBy }) => askedBy,
    },
    {
      id: 'state',
      title: texts.state,
      isSortable: true,
      plain: ({ state }) => texts.states[state],
      show: (errand) => <ReplayState errand={errand} />,
    },
  ]
}
