import type { Sql } from '../../../ground/database/connection.ts'
import type { OpenBooks, WrongSum } from '../sums-mark.sql.ts'
import { figuresOf } from './closed-figures.ts'
import { type ClosedFigure, listFigures } from './closing.sql.ts'

/** Figures of closed months that are not what the ledger says, without what was corrected since. */
export async function findWrongFigures(db: Sql, books: OpenBooks): Promise<readonly WrongSum[]> {
  const wrong: WrongSum[] = []
  for (const { month } of books.closings) {
    const keyed = (figures: readonly ClosedFigure[]) =>
      new Map(figures.map((one) => [`${month.slice(0, 7)} value type ${one.value_type_id} ${one.measure}`, one.amount]))
    const stored = keyed(await listFigures(db, books.brand, month))
    const derived = keyed(await figuresOf(db, books, month))
    for (const subject of new Set([...stored.keys(), ...derived.keys()])) {
      const [expected, found] = [derived.get(subject) ?? '0', stored.get(subject) ?? '0']
      if (expected !== found) wrong.push({ subject, expected, found })
    }
  }
  return wrong
}
