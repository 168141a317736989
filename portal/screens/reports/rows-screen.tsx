import { Button, Group, Paper, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rowsOf } from '../../../server/domain/report-words/shown-table.ts'
import type { RouteRequest } from '../../ask/ask.ts'
import { useMay } from '../../ask/brand-context.ts'
import { useCalling } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Figure, Moment } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import type { TableColumn } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import type { AskedReport } from './asked.ts'
import { isNamed, type RowsSearch } from './rows-search.ts'
import { type LedgerRow, useRows } from './use-rows.ts'
import { useWriting } from './use-writing.ts'

const route = getRouteApi('/b/$brand/reports/$report/rows')

const rowsPerPage = 200

/** What a figure of a report is made of: rows of the ledger, each of which leads to its call. */
export function RowsScreen() {
  const { reports: texts } = useTexts()
  const { report } = route.useParams()
  const search = route.useSearch()
  const { column, valueType, rowId, group, day, month, line, ...asked } = search
  const question = { report, ...search, count: rowsPerPage } as RouteRequest<'reportRows'>
  const found = useRows(question)
  const figure = useFigure(report, search, asked)
  const columns = useColumns(figure.amount, rowId !== undefined)
  return (
    <Page
      title={texts.rows.title(figure.title)}
      about={figure.about}
      secondary={
        <BrandLink to={`reports/${report}`} search={{ ...asked, period: 'own' }}>
          {texts.rows.back}
        </BrandLink>
      }
    >
      {found.error ? (
        <ErrorPanel error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <>
          <Paper p="lg">
            <Group gap="xl">
              <Figure label={texts.rows.figure} value={figure.value} />
              <Figure
                label={found.isWhole ? texts.rows.sum : texts.rows.sumSoFar}
                value={found.sum === undefined ? '…' : figure.amount(found.sum)}
              />
            </Group>
          </Paper>
          <DataTable
            name={[report, column, asked.from, asked.to].filter(Boolean).join(' ')}
            rows={found.rows}
            columns={columns}
            rowKey={({ requestRef, line }) => `${requestRef} ${line}`}
            pageSize={rowsPerPage}
            empty={
              <EmptyState title={texts.rows.none} what={found.isWhole ? texts.rows.noneWhat : texts.rows.goOnWhat} />
            }
          />
          {found.isWhole && found.sum !== undefined && figure.exact !== undefined && found.sum !== figure.exact && (
            <Text size="sm">{texts.rows.forgotten}</Text>
          )}
          <GoOn found={found} />
        </>
      )}
    </Page>
  )
}

function GoOn({ found }: { readonly found: ReturnType<typeof useRows> }) {
  const { reports: texts } = useTexts()
  if (!found.rows) return null
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" aria-live="polite">
        {found.isWhole ? texts.rows.allRead : texts.rows.more}
      </Text>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {texts.rows.goOn}
        </Button>
      )}
    </Group>
  )
}

/** The figure itself, from the report that it is of. */
function useFigure(report: string, search: RowsSearch, asked: AskedReport) {
  const { data } = useCalling('report', { name: report as 'liability', ...asked })
  const writing = useWriting()
  const { reports: texts } = useTexts()
  const column = data?.columns.find(({ key }) => key === search.column)
  const row = data && rowsOf(data).find((one) => isNamed(search, one))
  const texted = data?.columns.filter(({ isNumber }) => !isNumber) ?? []
  const amount = (value: string) =>
    column && row ? writing.cell(column, { ...row, cells: { [column.key]: value } }) : value
  return {
    title: column ? writing.title(column) : texts.rows.figure,
    value: column && row ? writing.cell(column, row) : '…',
    exact: column && row?.cells[column.key],
    about: row
      ? texted
          .map((one) => writing.cell(one, row))
          .filter(Boolean)
          .join(' · ')
      : '…',
    amount,
  }
}

const kindWords = (kind = '', { kinds }: Texts['reports']) =>
  Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind

function useColumns(amount: (value: string) => string, isOfCalls: boolean): readonly TableColumn<LedgerRow>[] {
  const { reports: texts } = useTexts()
  const seesCards = useMay('cards.see')
  const seesCalls = useMay('requests.see')
  return useMemo(() => {
    const { rows } = texts
    const all: readonly (TableColumn<LedgerRow> | false)[] = [
      {
        id: 'at',
        title: rows.at,
        plain: ({ at }) => new Date(at).toISOString(),
        show: ({ at, requestRef }) =>
          seesCalls ? (
            <BrandLink to="why" search={{ text: requestRef }}>
              <Moment at={at} />
            </BrandLink>
          ) : (
            <Moment at={at} />
          ),
      },
      {
        id: 'madeAt',
        title: rows.madeAt,
        plain: ({ madeAt }) => new Date(madeAt).toISOString(),
        show: ({ at, madeAt }) => (at === madeAt ? '' : <Moment at={madeAt} />),
      },
      !isOfCalls && plainColumn('kind', rows.kind, ({ kind }) => kindWords(kind, texts)),
      !isOfCalls && plainColumn('campaign', texts.words.campaign, ({ campaign }) => campaign),
      plainColumn('location', texts.words.location, ({ location }) => location),
      seesCards && {
        id: 'card',
        title: rows.card,
        plain: ({ cardNumber }) => cardNumber,
        show: ({ cardNumber }) => cardNumber && <BrandLink to={`cards/${cardNumber}`}>{cardNumber}</BrandLink>,
      },
      plainColumn('requestRef', rows.call, ({ requestRef }) => requestRef),
      {
        id: 'amount',
        title: rows.amount,
        isNumber: true,
        plain: (row) => Number(row.amount),
        exact: (row) => row.amount,
        show: (row) => amount(row.amount),
      },
    ]
    return all.filter((column) => column !== false)
  }, [texts, seesCards, seesCalls, amount, isOfCalls])
}

const plainColumn = (
  id: string,
  title: string,
  plain: (row: LedgerRow) => string | undefined,
): TableColumn<LedgerRow> => ({
  id,
  title,
  plain,
  show: (row) => plain(row) ?? '',
})
