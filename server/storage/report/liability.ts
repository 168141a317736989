import type { Brand } from '../../domain/brand/brand.ts'
import { valueCells } from './behind.ts'
import { lastDayOf, movementsOf } from './closed/closed-figures.ts'
import { listFigures } from './closed/closing.sql.ts'
import { listCorrections } from './closed/corrections.sql.ts'
import { closedLine, sinceLine } from './closed/lines.ts'
import { formatUnits } from './format-units.ts'
import { groupings, groupingTitles, groupOf, titlesOf, toldApart } from './grouping.ts'
import { listOutstanding, type Outstanding } from './liability.sql.ts'
import { listOriginSums } from './origin-day.sql.ts'
import type { Report, ReportContext } from './report.ts'
import { amountColumn, type FigureRow, monthColumn, type ReportTable, textColumn } from './report-table.ts'
import type { LedgerMovement } from './roll-forward.sql.ts'

const ways = ['age', 'expiry', ...groupings] as const
type Way = (typeof ways)[number]

const wayTitles: Readonly<Record<Way, string>> = { age: 'Issued in', expiry: 'Expires in', ...groupingTitles }

export const liabilityReport: Report = {
  name: 'liability',
  about: 'what cards have at the end of a day, by when, where or by what it was issued, or when it expires',
  over: 'day',
  by: ways,
  run: async (context, { to: asOf, by }) => {
    const way = ways.find((one) => one === by)
    const shares = (way === undefined && (await findClosed(context, asOf))) || (await listShares(context, asOf, way))
    const corrections = way === undefined ? await listCorrections(context.db, context.books, { to: asOf }) : []
    return tableOf(shares, context.brand, { asOf, way, corrections: corrections.map(shareOf) })
  },
}

/** What was owed at the end of a closed month, as it was. */
async function findClosed({ db, books }: ReportContext, asOf: string): Promise<Share[] | undefined> {
  const closing = books.closings.find(({ month }) => lastDayOf(month) === asOf)
  if (!closing) return undefined
  return movementsOf(await listFigures(db, books.brand, closing.month), closing.month).map(shareOf)
}

const shareOf = ({
  value_type_id,
  added,
  taken,
}: Pick<LedgerMovement, 'value_type_id' | 'added' | 'taken'>): Share => ({
  valueType: value_type_id,
  group: '',
  amount: BigInt(added) - BigInt(taken),
})

interface Share {
  readonly valueType: number
  readonly group: string
  readonly amount: bigint
}

async function listShares({ db, brand, books }: ReportContext, asOf: string, way: Way | undefined): Promise<Share[]> {
  const grouping = groupings.find((one) => one === way)
  if (grouping === undefined) {
    const outstanding = await listOutstanding(db, books, asOf)
    return outstanding.map((one) => ({
      valueType: one.value_type_id,
      group: monthOf(one, way),
      amount: BigInt(one.amount),
    }))
  }
  const titles = titlesOf(brand)
  const sums = await listOriginSums(db, books, { from: asOf, to: asOf, ...toldApart(grouping), isBooked: true })
  return sums.map((one) => ({
    valueType: one.value_type_id,
    group: groupOf(titles, one, grouping),
    amount: BigInt(one.so_far),
  }))
}

const never = 'infinity'

function monthOf(months: Pick<Outstanding, 'issued_month' | 'expires_month'>, way: Way | undefined): string {
  if (way === 'age') return months.issued_month.slice(0, 7)
  if (way === undefined) return ''
  return months.expires_month === never ? 'never' : months.expires_month.slice(0, 7)
}

interface Shape {
  readonly asOf: string
  readonly way: Way | undefined
  /** What was dated into closed months since, and is booked after the day. */
  readonly corrections: readonly Share[]
}

function rowsOf(shares: readonly Share[], brand: Brand, line: FigureRow): FigureRow[] {
  return rowsFor(
    [...sumUp(shares).values()].filter(({ amount }) => amount !== 0n),
    brand,
    line,
  )
}

/** The first report of a brand of which nobody has anything yet says 0 of each value type, not nothing. */
function owedNothing(brand: Brand): Share[] {
  return [...brand.valueTypes.values()]
    .filter(({ switchedOff }) => !switchedOff)
    .map(({ id }) => ({ valueType: id, group: '', amount: 0n }))
}

function rowsFor(shares: readonly Share[], brand: Brand, line: FigureRow): FigureRow[] {
  return shares.map(({ valueType: id, group, amount }) => {
    const valueType = brand.valueTypes.get(id)
    if (!valueType) throw new Error(`value type ${id} is not known`)
    return { ...valueCells(brand, valueType), group, ...line, amount: formatUnits(amount, valueType.scale) }
  })
}

/** What the brand owes its customers. */
function tableOf(shares: readonly Share[], brand: Brand, { asOf, way, corrections }: Shape): ReportTable {
  const hasLines = corrections.length > 0
  const owed = [
    ...rowsOf(shares, brand, hasLines ? { line: closedLine } : {}),
    ...rowsOf(corrections, brand, { line: sinceLine }),
  ]
  const rows = owed.length === 0 && way === undefined ? rowsFor(owedNothing(brand), brand, {}) : owed
  const nameOf = (row: FigureRow) => `${row.program} ${row.valueType} ${row.group} ${row.line ?? ''}`
  return {
    title: `Liability of ${brand.name} at the end of ${asOf}`,
    notes: notesOf(way),
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      ...(way === undefined ? [] : [groupColumn(way)]),
      ...(hasLines ? [textColumn('line', 'Line')] : []),
      amountColumn('amount', 'Outstanding', { opens: true }),
    ],
    rows: rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    ...(way !== undefined && { chart: { kind: 'bars', along: ['group'], of: ['amount'] } }),
  }
}

const groupColumn = (way: Way) =>
  (way === 'age' || way === 'expiry' ? monthColumn : textColumn)('group', wayTitles[way], { word: way })

function sumUp(shares: readonly Share[]): Map<string, Share> {
  const sums = new Map<string, Share>()
  for (const share of shares) {
    const key = `${share.valueType} ${share.group}`
    sums.set(key, { ...share, amount: share.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return sums
}

function notesOf(way: Way | undefined): string[] {
  if (way === 'expiry') return ['Balance that has expired by then and is not booked yet counts until it is booked.']
  if (way === undefined || way === 'age') return []
  return ['By where, or by which campaign, it was issued, wherever it is spent. What jobs issued has no location.']
}
