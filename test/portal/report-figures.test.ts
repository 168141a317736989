import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todayIn } from '../../portal/parts/format.ts'
import { askedOf } from '../../portal/screens/reports/asked.ts'
import { chartOf } from '../../portal/screens/reports/chart-of.ts'
import { daysOf, periodNames } from '../../portal/screens/reports/periods.ts'
import type { ReportColumn, ReportRow } from '../../portal/screens/reports/report-answer.ts'
import { readReportSearch } from '../../portal/screens/reports/report-search.ts'
import { en } from '../../portal/texts/en.ts'
import { toCsv } from '../../server/domain/report-words/csv.ts'
import { addDecimals, totalsOf } from '../../server/domain/report-words/totals.ts'
import { reports } from '../../server/storage/report/all.ts'

const amount = (key: string, total: 'sum' | 'first' | 'last' = 'sum'): ReportColumn => ({
  ...{ key, title: key, isNumber: true, kind: 'amount', total },
})
const named = (key: string, kind: 'text' | 'day' = 'text'): ReportColumn => ({ key, title: key, isNumber: false, kind })

const rowOf = (index: number, cells: Record<string, string>, valueTypeId = '1'): ReportRow => ({
  index,
  cells,
  behind: { valueTypeId },
})

test('a period by its name is the days that it has today', () => {
  const days = Object.fromEntries(
    periodNames.map((name) => [name, Object.values(daysOf(name, '2026-02-11')).join(' ')]),
  )
  assert.deepEqual(days, {
    thisMonth: '2026-02-01 2026-02-11',
    lastMonth: '2026-01-01 2026-01-31',
    thisQuarter: '2026-01-01 2026-02-11',
    lastQuarter: '2025-10-01 2025-12-31',
    thisYear: '2026-01-01 2026-02-11',
    lastYear: '2025-01-01 2025-12-31',
  })
  assert.equal(todayIn('Pacific/Auckland', Date.parse('2026-02-11T12:00:00Z')), '2026-02-12')
})

test('an address asks only for what the report can do', () => {
  const liability = { name: 'liability', about: '', over: 'day', by: ['age'], hasDays: false } as const
  const search = readReportSearch({ period: 'lastMonth', by: 'employee', per: 'day', from: 'never', value: 7 })
  assert.deepEqual(search, { period: 'lastMonth', by: 'employee', per: 'day', value: '7' })
  assert.deepEqual(askedOf(liability, search, '2026-02-11'), { to: '2026-01-31' })
  const turned = { from: '2026-03-01', to: '2026-02-01' }
  assert.deepEqual(askedOf({ ...liability, over: 'period' }, turned, '2026-04-01'), {
    from: '2026-02-01',
    to: '2026-03-01',
  })
})

test('sums are exact, however large', () => {
  assert.equal(addDecimals(['0.10', '0.20', undefined, '-0.3']), '0.00')
  assert.equal(addDecimals(['90071992547409930.01', '0.01']), '90071992547409930.02')
  assert.equal(addDecimals(['-0.05', '0.04']), '-0.01')
  assert.equal(addDecimals(['7', '8']), '15')
})

test('totals: one for each value type; of days, the opening of the first and the closing of the last', () => {
  const columns = [
    named('valueType'),
    named('group'),
    named('day', 'day'),
    amount('opening', 'first'),
    amount('closing', 'last'),
  ]
  const day = (index: number, group: string, date: string, [opening, closing]: readonly [string, string]) =>
    rowOf(index, { valueType: 'USD', program: 'p', group, day: date, opening, closing })
  const rows = [
    day(0, 'North', '2026-02-02', ['5', '6']),
    day(1, 'North', '2026-02-01', ['1', '5']),
    day(2, 'South', '2026-02-01', ['2', '9']),
    rowOf(
      3,
      { valueType: 'Points', program: 'p', group: 'North', day: '2026-02-01', opening: '100', closing: '200' },
      '2',
    ),
  ]
  assert.deepEqual(
    totalsOf(columns, rows).map(({ cells }) => cells),
    [
      { valueType: 'USD', program: 'p', opening: '3', closing: '15' },
      { valueType: 'Points', program: 'p', opening: '100', closing: '200' },
    ],
  )
  assert.deepEqual(totalsOf([named('a')], rows), [])
})

test('what stands there once is not added up: one row of each value has no totals', () => {
  const columns = [named('valueType'), amount('amount')]
  const [usd, points] = [
    rowOf(0, { valueType: 'USD', amount: '3.50' }),
    rowOf(1, { valueType: 'Points', amount: '70' }, '2'),
  ]
  assert.deepEqual(totalsOf(columns, [usd, points]), [])
  const further = rowOf(2, { valueType: 'USD', amount: '1.50' })
  assert.deepEqual(
    totalsOf(columns, [usd, points, further]).map(({ cells }) => cells.amount),
    ['5.00', '70'],
  )
})

test('a file has figures as they are, below zero too, and no formulas', () => {
  const columns = [
    { id: 'a', title: '=A', show: String, plain: (row: ReportRow) => row.cells.a },
    { id: 'b', title: 'B', show: String, plain: () => 1, exact: (row: ReportRow) => row.cells.b },
  ]
  const rows = [rowOf(0, { a: '-1+1', b: '-12.50' }), rowOf(1, { a: 'x', b: '=1' })]
  const totals = { name: 'Total', rows: [rowOf(0, { b: '-12.50' })] }
  assert.equal(toCsv(rows, columns, totals), "'=A,B\r\n'-1+1,-12.50\r\nx,'=1\r\nTotal,-12.50\r\n")
})

const writing = {
  title: ({ title }: ReportColumn) => title,
  cell: ({ key }: ReportColumn, { cells }: ReportRow) => cells[key] ?? '',
  number: String,
  signed: (value: number) => `${value > 0 ? '+' : ''}${value}`,
}

test('a chart of steps leads from opening to closing', () => {
  const keys = ['opening', 'issued', 'idle', 'redeemed', 'closing']
  const rows = [rowOf(0, { opening: '10', issued: '5', idle: '0', redeemed: '-7', closing: '8' })]
  const made = chartOf(
    { kind: 'steps', along: [], of: keys },
    keys.map((key) => amount(key)),
    rows,
    writing,
  )
  assert.deepEqual(made?.input.series[0]?.values, [
    [0, 10],
    [10, 15],
    [15, 8],
    [0, 8],
  ])
  assert.deepEqual(made?.input.labels[2], ['redeemed', '-7'])
})

test('of very many places a chart shows the largest; where there is nothing, there is none', () => {
  const columns = [named('place'), amount('amount')]
  const chart = { kind: 'bars', along: ['place'], of: ['amount'] } as const
  const rows = Array.from({ length: 30 }, (_, index) => rowOf(index, { place: `P${index}`, amount: String(index) }))
  const made = chartOf(chart, columns, rows, writing)
  assert.deepEqual([made?.of, made?.input.labels.length, made?.input.labels[0]], [30, 20, ['P29']])
  assert.equal(chartOf(chart, columns, [rowOf(0, { place: 'P', amount: '0.00' })], writing), undefined)
})

test('every report has its question in the words of its reader', () => {
  assert.deepEqual(Object.keys(en.reports.known).toSorted(), reports.map(({ name }) => name).toSorted())
})
