import { Button, Group, Paper, Text } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { useCallColumns } from './call-columns.tsx'
import { CallDetail } from './call-detail.tsx'
import { CallFilters } from './call-filters.tsx'
import { type CallSearch, filterNames, toQuestion } from './call-search.ts'
import { useCalls } from './use-calls.ts'

const route = getRouteApi('/b/$brand/developers/calls')

/** The record of calls. */
export function CallsScreen() {
  const { calls: texts } = useTexts()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (next: Partial<CallSearch>) => {
      navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }).catch(
        () => undefined,
      )
    },
    [navigate],
  )
  const found = useCalls(toQuestion(search, useBrand().timeZone))
  const columns = useCallColumns(search.open !== undefined)
  const close = () => change({ open: undefined })
  const isFiltered = filterNames.some((name) => search[name] !== undefined)
  const isEmpty = found.calls?.length === 0 && !found.hasNextPage && !isFiltered
  const list = isEmpty ? (
    <NoCalls />
  ) : (
    <>
      <DataTable
        name={texts.title}
        rows={found.calls}
        columns={columns}
        rowKey={({ requestRef }) => requestRef}
        openKey={search.open}
        onOpen={({ requestRef }) => change({ open: requestRef })}
        onClose={close}
        pageSize={Number.MAX_SAFE_INTEGER}
        hasFilter={false}
        isPart={found.hasNextPage}
        filters={<CallFilters search={search} onChange={change} />}
      />
      <HowFar {...found} />
    </>
  )
  const detail =
    search.open === undefined
      ? undefined
      : {
          title: found.calls?.find(({ requestRef }) => requestRef === search.open)?.operation ?? texts.title,
          content: <CallDetail requestRef={search.open} />,
          onClose: close,
        }
  return (
    <DevelopersPage tab="calls" about={texts.about}>
      {found.error ? (
        <ErrorPanel error={found.error} onRetry={found.refetch} />
      ) : (
        <ListWithDetail list={list} detail={detail} />
      )}
    </DevelopersPage>
  )
}

/** Says how far back was looked, and goes on from there. */
function HowFar({ calls, lookedUntil, hasNextPage, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useCalls>) {
  const { calls: texts } = useTexts()
  if (!calls) return null
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {lookedUntil === undefined ? (
          texts.lookedAtAll
        ) : (
          <>
            {texts.lookedUntil} <Moment at={lookedUntil} />
          </>
        )}
      </Text>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {texts.lookFurther}
        </Button>
      )}
    </Group>
  )
}

function NoCalls() {
  const { calls: texts } = useTexts()
  return (
    <Paper>
      <EmptyState icon={<IconListSearch size={36} stroke={1.4} />} title={texts.empty} what={texts.emptyWhat} />
    </Paper>
  )
}
