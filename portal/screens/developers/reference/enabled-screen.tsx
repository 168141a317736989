import { Alert, Code } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'

type Feature = RouteAnswer<'listEnabled'>['features'][number]

/** What the operator has enabled for the brand. It is only looked at here. */
export function EnabledScreen() {
  const { enabled } = useTexts()
  const { data, error, refetch } = useAsking('listEnabled', {})
  const columns: readonly TableColumn<Feature>[] = [
    {
      id: 'name',
      title: enabled.name,
      isSortable: true,
      plain: ({ name }) => name,
      show: ({ name }) => <Code>{name}</Code>,
    },
    {
      id: 'state',
      title: enabled.state,
      isSortable: true,
      plain: ({ isEnabled }) => (isEnabled ? enabled.on : enabled.off),
      show: ({ isEnabled }) => (
        <StatusBadge mood={isEnabled ? 'good' : 'neutral'} text={isEnabled ? enabled.on : enabled.off} />
      ),
    },
    {
      id: 'what',
      title: enabled.what,
      plain: ({ name }) => enabled.features[name],
      show: ({ name }) => enabled.features[name],
    },
  ]
  return (
    <DevelopersPage tab="enabled" about={enabled.about}>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
        {enabled.who} {data && enabled.interfaceVersion(data.apiVersion)}
      </Alert>
      {error ? (
        <ErrorPanel error={error} onRetry={refetch} />
      ) : (
        <DataTable name={enabled.title} rows={data?.features} columns={columns} rowKey={({ name }) => name} />
      )}
    </DevelopersPage>
  )
}
