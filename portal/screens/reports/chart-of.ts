import type { ChartInput, ChartSeries } from '../../parts/charts/chart-input.ts'
import type { ReportAnswer, ReportColumn, ReportRow } from './report-answer.ts'

type Chart = NonNullable<ReportAnswer['chart']>

/** How columns, cells and numbers are written. */
export interface Writing {
  readonly title: (column: ReportColumn) => string
  readonly cell: (column: ReportColumn, row: ReportRow) => string
  readonly number: (value: number, column: ReportColumn | undefined) => string
  readonly signed: (value: number, column: ReportColumn | undefined) => string
}

export interface MadeChart {
  readonly input: ChartInput
  /** How many there would be, if only the largest are shown. */
  readonly of?: number
}

/** More bars than this cannot be read; what is along time is shown whole. */
const barsMax = 20

/** The chart of a report, from its own description. Undefined if there is nothing to draw. */
export function chartOf(
  chart: Chart,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  writing: Writing,
): MadeChart | undefined {
  const meant = rows.filter(({ cells }) =>
    Object.entries(chart.only ?? {}).every(([key, value]) => cells[key] === value),
  )
  const drawn = columnsOf(chart.of, columns)
  if (meant.length === 0 || drawn.length === 0) return undefined
  if (chart.kind === 'steps') return stepsOf(meant, drawn, writing)
  const along = columnsOf(chart.along, columns)
  const groups = [...Map.groupBy(meant, ({ cells }) => along.map(({ key }) => cells[key] ?? '').join('\0')).values()]
  const isOverTime = along.some(({ kind }) => kind === 'day' || kind === 'month') || along[0]?.key === 'score'
  // A single bar beside nothing says less than its figure.
  if (groups.length < 2 && chart.kind !== 'spans') return undefined
  const shown = isOverTime ? groups : largest(groups, drawn)
  const labels = shown.map(([row]) => along.map((column) => (row ? writing.cell(column, row) : '')).filter(Boolean))
  const series =
    chart.kind === 'spans' ? spansOf(shown, drawn, writing) : seriesOf(chart, shown, { drawn, columns, writing })
  if (series.every(({ values }) => values.every((value) => value === 0 || value === null))) return undefined
  return {
    input: {
      kind: chart.kind === 'lines' ? 'lines' : 'bars',
      isStacked: chart.kind === 'stack',
      labels,
      series,
      formatValue: (value) => writing.number(value, drawn[0]),
    },
    ...(shown.length < groups.length && { of: groups.length }),
  }
}

const columnsOf = (keys: readonly string[], columns: readonly ReportColumn[]) =>
  keys.flatMap((key) => columns.find((column) => column.key === key) ?? [])

const numberIn = (row: ReportRow, { key }: ReportColumn): number | undefined => {
  const text = row.cells[key]?.replace(/ ?%$/, '')
  return text === undefined || text === '' ? undefined : Number(text)
}

const sumOf = (rows: readonly ReportRow[], column: ReportColumn) => {
  const values = rows.flatMap((row) => numberIn(row, column) ?? [])
  return values.length === 0 ? null : values.reduce((all, one) => all + one, 0)
}

function largest(groups: readonly ReportRow[][], drawn: readonly ReportColumn[]): readonly ReportRow[][] {
  if (groups.length <= barsMax) return groups
  const size = (rows: readonly ReportRow[]) => drawn.reduce((all, one) => all + Math.abs(sumOf(rows, one) ?? 0), 0)
  return groups.toSorted((one, other) => size(other) - size(one)).slice(0, barsMax)
}

interface Drawing {
  readonly drawn: readonly ReportColumn[]
  readonly columns: readonly ReportColumn[]
  readonly writing: Writing
}

/** A series for each column, or for each value of one. Those that are zero throughout are left out. */
function seriesOf(chart: Chart, groups: readonly ReportRow[][], { drawn, columns, writing }: Drawing): ChartSeries[] {
  const each = columns.find(({ key }) => key === chart.each)
  const [first] = drawn
  if (each && first) {
    const rows = groups.flat()
    const names = [...new Map(rows.map((row) => [row.cells[each.key] ?? '', row]))]
    return names.map(([value, row]) => ({
      name: writing.cell(each, row),
      values: groups.map((own) =>
        sumOf(
          own.filter(({ cells }) => (cells[each.key] ?? '') === value),
          first,
        ),
      ),
    }))
  }
  const all = drawn.map((column) => ({
    name: writing.title(column),
    values: groups.map((own) => sumOf(own, column)),
  }))
  return all.filter(({ values }) => values.some((value) => value !== 0 && value !== null))
}

/** From opening to closing: each change begins where the one before it ended. */
function stepsOf(rows: readonly ReportRow[], drawn: readonly ReportColumn[], writing: Writing): MadeChart | undefined {
  let level = 0
  const steps = drawn.flatMap((column, place) => {
    const value = sumOf(rows, column) ?? 0
    const isBalance = place === 0 || place === drawn.length - 1
    if (value === 0 && !isBalance) return []
    const from = isBalance ? 0 : level
    level = isBalance ? value : level + value
    const said = isBalance ? writing.number(value, column) : writing.signed(value, column)
    return [{ label: [writing.title(column), said], span: [from, level] as const, said, isBalance }]
  })
  if (steps.every(({ span: [from, to] }) => from === 0 && to === 0)) return undefined
  const [column] = drawn
  return {
    input: {
      kind: 'bars',
      labels: steps.map(({ label }) => label),
      series: [
        {
          name: '',
          values: steps.map(({ span }) => span),
          said: steps.map(({ said }) => said),
          isOther: steps.map(({ isBalance }) => !isBalance),
        },
      ],
      formatValue: (value) => writing.number(value, column),
    },
  }
}

/** What lies between two columns, with a third marked in it. */
function spansOf(groups: readonly ReportRow[][], drawn: readonly ReportColumn[], writing: Writing): ChartSeries[] {
  const [low, high, mark] = drawn
  if (!low || !high || !mark) return []
  const spans = groups.map((own): readonly [number, number] | null => {
    const ends = [sumOf(own, low), sumOf(own, high)] as const
    return ends[0] === null || ends[1] === null ? null : [ends[0], ends[1]]
  })
  const words = (span: readonly [number, number] | null) =>
    span ? span.map((end) => writing.number(end, low)).join(' – ') : ''
  return [
    { name: `${writing.title(low)} – ${writing.title(high)}`, values: spans, said: spans.map(words) },
    { name: writing.title(mark), values: groups.map((own) => sumOf(own, mark)), isMark: true },
  ]
}
