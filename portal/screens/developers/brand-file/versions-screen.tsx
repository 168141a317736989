import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { ScheduledChanges } from './scheduled-changes.tsx'
import { useVersionColumns } from './version-columns.tsx'
import { VersionDetail } from './version-detail.tsx'

const route = getRouteApi('/b/$brand/developers/versions')

function useHistory() {
  const brand = useBrand()
  return useInfiniteQuery({
    queryKey: [brand.id, 'brandHistory'],
    queryFn: ({ pageParam }) =>
      call('brandHistory', pageParam === 0 ? {} : { beforeVersion: pageParam }, { brand: brand.id }),
    initialPageParam: 0,
    getNextPageParam: ({ nextVersion }) => nextVersion,
  })
}

/** Every version of the configuration, and what is scheduled. */
export function VersionsScreen() {
  const { versions: texts } = useTexts()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useVersionColumns()
  const show = (version: string | undefined) => {
    navigate({ search: (before) => ({ ...before, open: version }), replace: true }).catch(() => undefined)
  }
  const versions = data?.pages.flatMap((page) => page.versions)
  const opened = versions?.find(({ version }) => String(version) === open)
  const current = versions?.[0]?.version
  const list = (
    <Stack>
      <ScheduledChanges scheduled={data?.pages[0]?.scheduled ?? []} />
      <DataTable
        name={texts.title}
        rows={versions}
        columns={columns}
        rowKey={({ version }) => String(version)}
        openKey={open}
        onOpen={({ version }) => show(String(version))}
        onClose={() => show(undefined)}
      />
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.older}
          </Button>
        </Group>
      )}
    </Stack>
  )
  const detail = opened &&
    current !== undefined && {
      title: `${texts.number} ${opened.version}`,
      content: <VersionDetail key={opened.version} version={opened} current={current} />,
      onClose: () => show(undefined),
    }
  return (
    <DevelopersPage tab="versions" about={texts.about}>
      {error ? (
        <ErrorPanel error={error} onRetry={refetch} />
      ) : (
        <ListWithDetail list={list} detail={detail || undefined} />
      )}
    </DevelopersPage>
  )
}
