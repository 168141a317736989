import { Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { columnsShown, rowsOf } from '../../../server/domain/report-words/shown-table.ts'
import { toldReport } from '../../../server/domain/report-words/told-report.ts'
import { totalsOf } from '../../../server/domain/report-words/totals.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { chartHeight, LazyChart } from '../../parts/charts/lazy-chart.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { AskedReport } from './asked.ts'
import { chartOf, type Writing } from './chart-of.ts'
import {
  type DescribedReport,
  mainValue,
  type ReportAnswer,
  type ReportColumn,
  type ReportRow,
  valueChoices,
} from './report-answer.ts'
import { useReportColumns } from './report-columns.tsx'
import type { ReportSearch } from './report-search.ts'
import { rowsSearch } from './rows-search.ts'
import { useWriting } from './use-writing.ts'

interface BodyProps {
  readonly report: DescribedReport
  readonly search: ReportSearch
  readonly asked: AskedReport
  readonly answer: ReportAnswer | undefined
}

const awaited: ReportAnswer['columns'] = []

/** The chart, and the table that says the same in figures. */
export function ReportBody({ report, search, asked, answer }: BodyProps) {
  const { reports: texts } = useTexts()
  const writing = useWriting()
  const all = useMemo(() => answer && rowsOf(answer), [answer])
  const hasChosen = all?.some(({ behind }) => behind.valueTypeId === search.value) ?? false
  const rows = hasChosen ? all?.filter(({ behind }) => behind.valueTypeId === search.value) : all
  const shown = useMemo(() => columnsShown(answer?.columns ?? awaited, all ?? []), [answer, all])
  const open = useCallback(
    (column: ReportColumn, row: ReportRow, words: string) => (
      <BrandLink
        to={`reports/${report.name}/rows`}
        search={{ ...rowsSearch(asked, column.key, row) }}
        inherit
        c="inherit"
      >
        {words}
      </BrandLink>
    ),
    [report.name, asked],
  )
  const columns = useReportColumns(shown, writing, open)
  const { question } = toldReport(report, texts)
  if (rows?.length === 0)
    return (
      <Paper>
        <EmptyState title={texts.nothing} what={report.over === 'now' ? texts.nothingNow : texts.nothingWhat} />
      </Paper>
    )
  return (
    <Stack gap="lg">
      <ReportChart answer={answer} rows={rows} question={question} writing={writing} />
      <DataTable
        name={fileName(report.name, asked)}
        rows={rows}
        columns={columns}
        rowKey={({ index }) => String(index)}
        totals={(fitting) => totalsOf(answer?.columns ?? [], fitting)}
        totalName={texts.total}
        pageSize={100}
      />
      {answer && shown.length < answer.columns.length && (
        <Text size="sm" c="dimmed">
          {texts.idleColumns}
        </Text>
      )}
    </Stack>
  )
}

const fileName = (report: string, { from, to, by }: AskedReport) => [report, by, from, to].filter(Boolean).join(' ')

interface ReportChartProps {
  readonly answer: ReportAnswer | undefined
  readonly rows: readonly ReportRow[] | undefined
  readonly question: string
  readonly writing: Writing
}

function ReportChart({ answer, rows, question, writing }: ReportChartProps) {
  const { reports: texts } = useTexts()
  const value = rows && mainValue(rows)
  const made = useMemo(() => {
    if (!answer?.chart || !rows) return undefined
    // Amounts of different value types have no common scale: the chart shows those of one.
    const own = rows.filter(({ behind }) => behind.valueTypeId === value)
    const currency = own[0]?.behind.currency
    return chartOf(answer.chart, answer.columns, own, writingOf(writing, currency))
  }, [answer, rows, value, writing])
  if (!answer) return <Skeleton height={chartHeight + 70} />
  if (!made) return null
  const name = valueChoices(rows ?? []).find(({ id }) => id === value)?.name
  return (
    <Paper p="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {[name && texts.chartOf(name), made.of && texts.largest(made.input.labels.length, made.of)]
          .filter(Boolean)
          .join(' · ') || question}
      </Text>
      <LazyChart input={made.input} label={texts.chartAbout(question)} />
    </Paper>
  )
}

const writingOf = (writing: Writing, currency: string | undefined): Writing => ({
  ...writing,
  number: (value, column) => writing.number(value, inCurrency(column, currency)),
  signed: (value, column) => writing.signed(value, inCurrency(column, currency)),
})

const inCurrency = (column: ReportAnswer['columns'][number] | undefined, currency: string | undefined) =>
  column && column.currency === undefined && currency !== undefined ? { ...column, currency } : column
