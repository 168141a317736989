import type { Connection, Sql } from './connection.ts'
import {
  distributeBrands,
  distributeTable,
  keepAtCoordinator,
  letRoleReachNodes,
  listLeftBehind,
  listOwnTables,
  type OwnTable,
  sendInTurn,
  truncateLeftBehind,
} from './distribution.sql.ts'
import { placeOfTable } from './table-places.ts'

/** A table comes after those that it refers to; a circle has no such order, and no migration may make one. */
export function inKeyOrder(tables: readonly OwnTable[]): OwnTable[] {
  const ordered: OwnTable[] = []
  let left = tables.toSorted((one, other) => Number(other.name === 'brand') - Number(one.name === 'brand'))
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}.`)
    ordered.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

export interface Distributing {
  /** Into how many shards brands are divided. */
  readonly shards: number
  readonly log: (line: string) => void
}

/**
 * Lays the rows of each brand on one node, and leaves the tables without brands at the coordinator. All of it or nothing:
 * whatever fails, every table is as it was. What was laid out before is left as it is, so that it also takes in the tables
 * of later migrations.
 */
export async function distributeTables(db: Connection, { shards, log }: Distributing): Promise<number> {
  const missing = inKeyOrder(await listOwnTables(db)).filter(({ isDistributed }) => !isDistributed)
  const placed = missing.filter((table) => placeOfTable(table) !== 'unknown')
  if (placed.length > 0) {
    await db.rows`begin`
    await sendInTurn(db)
    for (const table of placed) await placeTable(db, table, shards)
    await db.rows`commit`
    for (const table of placed) log(`${table.name}: ${said[placeOfTable(table)]}`)
  }
  await truncateAll(db, log)
  await letRoleReachNodes(db)
  return placed.length
}

const said = { brand: 'distributed by brand', coordinator: 'at the coordinator', unknown: 'left as it is' }

async function placeTable(db: Sql, table: OwnTable, shards: number): Promise<void> {
  if (table.name === 'brand') await distributeBrands(db, shards)
  else if (placeOfTable(table) === 'brand') await distributeTable(db, table.name)
  else await keepAtCoordinator(db, table.name)
}

/** Truncating one table takes those along that refer to it, so that the list is read anew after each. */
async function truncateAll(db: Sql, log: (line: string) => void): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const left = await listLeftBehind(db)
    const [first] = left
    if (first === undefined) return
    if (left.length >= before) throw new Error(`Rows of before stay on the coordinator's disk: ${left.join(', ')}.`)
    before = left.length
    await truncateLeftBehind(db, first)
    log(`${first}: rows of before removed from the coordinator's disk`)
  }
}
