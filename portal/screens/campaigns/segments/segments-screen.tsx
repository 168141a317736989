import { Button, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Amount, Moment } from '../../../parts/figures.tsx'
import { Page } from '../../../parts/page.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { useEditSegment } from './use-edit-segment.ts'

type Segment = RouteAnswer<'listSegments'>['segments'][number]

/** Groups of customers: who is in them, in words, and how many. */
export function SegmentsScreen() {
  const { segments: texts } = useTexts()
  const { language } = useSpoken()
  const mayChange = useMay('campaigns.change')
  const { data, error, refetch } = useAsking('listSegments', { language })
  const edit = useEditSegment()
  const brand = useBrand()
  const navigate = useNavigate()
  const open = (segment: string) =>
    navigate({ to: '/b/$brand/campaigns/segments/$segment', params: { brand: brand.id, segment } }).catch(
      () => undefined,
    )
  return (
    <Page
      title={texts.title}
      about={texts.about}
      primary={
        mayChange && (
          <Button loading={edit.isPending} onClick={() => edit.begin()}>
            {texts.add}
          </Button>
        )
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {edit.error && <ErrorPanel error={edit.error} />}
      <DataTable
        name={texts.title}
        rows={data?.segments}
        columns={columnsOf(texts)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<EmptyState icon={<IconUsersGroup size={36} stroke={1.4} />} title={texts.none} what={texts.noneWhat} />}
      />
    </Page>
  )
}

function columnsOf(texts: Texts['segments']): readonly TableColumn<Segment>[] {
  return [
    { id: 'name', title: texts.name, isSortable: true, plain: ({ name }) => name, show: ({ name }) => name },
    {
      id: 'who',
      title: texts.who,
      plain: ({ sentence }) => sentence,
      show: ({ sentence }) => <Text size="sm">{sentence}</Text>,
    },
    {
      id: 'members',
      title: texts.members,
      isNumber: true,
      isSortable: true,
      plain: ({ members }) => members,
      show: ({ id, members }) => (
        <BrandLink to="cards" search={{ segment: id }}>
          <Amount amount={members} />
        </BrandLink>
      ),
    },
    {
      id: 'refreshed',
      title: texts.refreshed,
      plain: ({ refreshedAt }) => refreshedAt,
      show: ({ refreshedAt }) => (refreshedAt === undefined ? texts.notYet : <Moment at={refreshedAt} />),
    },
  ]
}
