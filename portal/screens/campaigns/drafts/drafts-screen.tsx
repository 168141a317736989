import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useDraftColumns } from './draft-columns.tsx'

const route = getRouteApi('/b/$brand/campaigns/drafts')

function useDrafts(ended: boolean) {
  const brand = useBrand()
  return useInfiniteQuery({
    queryKey: [brand.id, 'listDrafts', ended],
    queryFn: ({ pageParam }) =>
      call('listDrafts', { ended, ...(pageParam !== '' && { page: pageParam }) }, { brand: brand.id }),
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage,
  })
}

/** Everything that somebody is writing, and what became of it. */
export function DraftsScreen() {
  const { drafts: texts } = useTexts()
  const brand = useBrand()
  const { over = false } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDrafts(over)
  const columns = useDraftColumns()
  const show = (value: string) =>
    navigate({ search: value === 'over' ? { over: true } : {}, replace: true }).catch(() => undefined)
  const open = (draftId: string) =>
    navigate({ to: '/b/$brand/campaigns/drafts/$draft', params: { brand: brand.id, draft: draftId } }).catch(
      () => undefined,
    )
  return (
    <Page title={texts.title} about={texts.about} secondary={<BrandLink to="campaigns">{texts.toCampaigns}</BrandLink>}>
      <Group>
        <SegmentedControl
          aria-label={texts.title}
          value={over ? 'over' : 'unfinished'}
          onChange={show}
          data={[
            { value: 'unfinished', label: texts.unfinished },
            { value: 'over', label: texts.over },
          ]}
        />
      </Group>
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {!error && (
        <DataTable
          name={texts.title}
          rows={data?.pages.flatMap((page) => page.drafts)}
          columns={columns}
          rowKey={({ draftId }) => draftId}
          onOpen={({ draftId }) => open(draftId)}
          empty={
            <EmptyState
              icon={<IconPencil size={36} stroke={1.4} />}
              title={over ? texts.noneOver : texts.none}
              what={over ? texts.noneOverWhat : texts.noneWhat}
            />
          }
        />
      )}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.older}
          </Button>
        </Group>
      )}
    </Page>
  )
}
