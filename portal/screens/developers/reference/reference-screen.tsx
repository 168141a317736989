import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import type { DescribedOperation } from './described-operation.ts'
import { OperationDetail } from './operation-detail.tsx'

const route = getRouteApi('/b/$brand/developers/reference')

/** The operations, found by what they do, each with an example. */
export function ReferenceScreen() {
  const { reference } = useTexts()
  const { data, error, refetch } = useAsking('listOperations', {})
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (name: string | undefined) => {
    navigate({ search: (before) => ({ ...before, open: name }), replace: true }).catch(() => undefined)
  }
  const opened = data?.operations.find(({ name }) => name === open)
  const list = (
    <DataTable
      name={reference.title}
      rows={data?.operations}
      columns={columnsOf(reference)}
      rowKey={({ name }) => name}
      openKey={open}
      onOpen={({ name }) => show(name)}
      onClose={() => show(undefined)}
      pageSize={100}
    />
  )
  const detail = opened && {
    title: opened.name,
    content: <OperationDetail key={opened.name} operation={opened} />,
    onClose: () => show(undefined),
  }
  const full = (
    <Button
      component="a"
      href="/docs/reference"
      target="_blank"
      rel="noreferrer"
      variant="default"
      title={reference.fullHint}
      rightSection={<IconExternalLink size={16} />}
    >
      {reference.full}
    </Button>
  )
  return (
    <DevelopersPage tab="reference" about={reference.about} secondary={full}>
      {error ? <ErrorPanel error={error} onRetry={refetch} /> : <ListWithDetail list={list} detail={detail} />}
    </DevelopersPage>
  )
}

function columnsOf(texts: Texts['reference']): readonly TableColumn<DescribedOperation>[] {
  return [
    { id: 'name', title: texts.name, isSortable: true, plain: ({ name }) => name, show: ({ name }) => name },
    { id: 'group', title: texts.group, isSortable: true, plain: ({ group }) => group, show: ({ group }) => group },
    {
      id: 'summary',
      title: texts.summary,
      plain: ({ summary, details = '' }) => `${summary} ${details}`.trim(),
      show: ({ summary, isEnabled }) => (
        <>
          {summary} {!isEnabled && <StatusBadge mood="neutral" text={texts.notEnabled} />}
        </>
      ),
    },
  ]
}
