import type { Brand, ValueType } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { addDays } from './days.ts'
import { openBooks } from './report.ts'
import { type DayMovement, listDayMovements, listDaySales, listOutstandingNow, type TrendSpan } from './trend.sql.ts'

/** What happened on each of some days, for a first look. */
export interface Trend {
  readonly days: readonly string[]
  readonly sales: readonly number[]
  readonly values: readonly ValueTrend[]
}

export interface ValueTrend {
  readonly valueType: ValueType
  readonly issued: readonly number[]
  readonly redeemed: readonly number[]
  /** Absent for those who see some locations only: balances have none. */
  readonly outstanding?: number
}

/** Numbers are to be looked at; what has to tie to the ledger is a report. */
export async function readTrend(db: Sql, brand: Brand, span: TrendSpan): Promise<Trend> {
  const books = await openBooks(db, brand)
  const days = daysOf(span)
  const sales = new Map((await listDaySales(db, books, span)).map((row) => [row.day, row.sales]))
  const movements = await listDayMovements(db, books, span)
  const outstanding = span.locations ? undefined : await listOutstandingNow(db, books)
  const standing = new Map(outstanding?.map((row) => [row.value_type_id, row.amount]))
  const values = [...brand.valueTypes.values()].flatMap((valueType) => {
    const trend = trendOf(valueType, days, movements)
    const amount = standing.get(valueType.id)
    const isQuiet = amount === undefined && [...trend.issued, ...trend.redeemed].every((one) => one === 0)
    if (isQuiet) return []
    return [outstanding ? { ...trend, outstanding: inUnits(amount ?? '0', valueType) } : trend]
  })
  return { days, sales: days.map((day) => sales.get(day) ?? 0), values }
}

function trendOf(valueType: ValueType, days: readonly string[], movements: readonly DayMovement[]): ValueTrend {
  const own = new Map(movements.filter((row) => row.value_type_id === valueType.id).map((row) => [row.day, row]))
  const each = (what: 'issued' | 'redeemed') => days.map((day) => inUnits(own.get(day)?.[what] ?? '0', valueType))
  return { valueType, issued: each('issued'), redeemed: each('redeemed') }
}

const inUnits = (amount: string, { scale }: ValueType) => Number(amount) / 10 ** scale

function daysOf({ from, to }: TrendSpan): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
