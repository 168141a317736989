import type { Sql } from '../../../ground/database/connection.ts'
import type { OpenBooks, WrongSum } from '../sums-mark.sql.ts'
import { figuresOf } from './closed-figures.ts'
import { type ClosedFigure, listFigures, nameOf } from './closing.sql.ts'

/** Figures of closed months that are not what the ledger says, without what was corrected since. */
export async function findWrongFigures(db: Sql, books: OpenBooks): Promise<readonly WrongSum[]> {
  const wrong: WrongSum[] = []
  for (const { month } of books.closings) {
    const keyed = (figures: readonly ClosedFigure[]) =>
      new Map(
        figures.map(({ value_type_id, measure, amount }) => {
          return [`${month.slice(0, 7)} value type ${value_type_id} ${nameOf(measure)}`, amount]
        }),
      )
    const stored = keyed(await listFigures(db, books.brand, month))
    const derived = keyed(await figuresOf(db, books, month))
    for (const subject of new Set([...stored.keys(), ...derived.keys()])) {
      const [expected, found] = [derived.get(subject) ?? '0', stored.get(subject) ?? '0']
      if (expected !== found) wrong.push({ subject, expected, found })
    }
  }
  return wrong
}
