import type { Sql } from '../../../ground/database/connection.ts'
import { addDays, addMonths } from '../days.ts'
import { listOriginSums, type OriginSum } from '../origin-day.sql.ts'
import { type LedgerMovement, listMovements } from '../roll-forward.sql.ts'
import type { OpenBooks } from '../sums-mark.sql.ts'
import { type ClosedFigure, type Closing, nameOf, originSpans } from './closing.sql.ts'

/** How far back breakage looks. */
export const lookBackDays = 365

export const lastDayOf = (month: string) => addDays(addMonths(month, 1), -1)

/** The closed month that these days are exactly. */
export function closingOf(
  { closings }: OpenBooks,
  { from, to }: { readonly from: string; readonly to: string },
): Closing | undefined {
  return closings.find(({ month }) => month === from && lastDayOf(month) === to)
}

/** What a month comes to: what reports of it are made of, without places and rules. */
export async function figuresOf(db: Sql, books: OpenBooks, month: string): Promise<readonly ClosedFigure[]> {
  const to = lastDayOf(month)
  const movements = await listMovements(db, books, { from: month, to, by: undefined, perDay: false })
  const since = addDays(to, 1 - lookBackDays)
  const span = { from: month, to, since, hasPlace: false, hasRule: false, isBooked: true }
  return summed([...movements.flatMap(ofMovement), ...(await listOriginSums(db, books, span)).flatMap(ofOrigin)])
}

function ofMovement({ value_type_id, kind, day, added, taken }: LedgerMovement): ClosedFigure[] {
  if (day === null)
    return [{ value_type_id, measure: { of: 'opening' }, amount: String(BigInt(added) - BigInt(taken)) }]
  return [
    { value_type_id, measure: { of: 'added', kind }, amount: added },
    { value_type_id, measure: { of: 'taken', kind }, amount: taken },
  ]
}

function ofOrigin(sum: OriginSum): ClosedFigure[] {
  const { value_type_id, can_expire: canExpire, change } = sum
  return originSpans.map((span) => ({
    value_type_id,
    measure: { of: 'origin', canExpire, change, span },
    amount: sum[span],
  }))
}

/** By value type and measure; what is nothing is left out. */
function summed(figures: readonly ClosedFigure[]): readonly ClosedFigure[] {
  const groups = Map.groupBy(figures, ({ value_type_id, measure }) => `${value_type_id} ${nameOf(measure)}`)
  return [...groups.values()].flatMap((own): ClosedFigure[] => {
    const amount = own.reduce((sum, one) => sum + BigInt(one.amount), 0n)
    const [first] = own
    return first && amount !== 0n ? [{ ...first, amount: String(amount) }] : []
  })
}

/** The movements of a closed month, as they were. */
export function movementsOf(figures: readonly ClosedFigure[], month: string): readonly LedgerMovement[] {
  return figures.flatMap(({ value_type_id, measure, amount }): LedgerMovement[] => {
    if (measure.of === 'origin') return []
    const own = { location_id: '', rule_id: '', value_type_id, added: '0', taken: '0' }
    if (measure.of === 'opening') return [{ ...own, kind: '', day: null, added: amount }]
    return [{ ...own, kind: measure.kind, day: month, [measure.of]: amount }]
  })
}

/** What became of what was issued, as it was. */
export function originsOf(figures: readonly ClosedFigure[]): readonly OriginSum[] {
  return figures.flatMap(({ value_type_id, measure, amount }): OriginSum[] => {
    if (measure.of !== 'origin') return []
    const { canExpire, change, span } = measure
    const own = { value_type_id, location_id: '', rule_id: '', can_expire: canExpire, change }
    return [{ ...own, in_period: '0', since: '0', so_far: '0', [span]: amount }]
  })
}
