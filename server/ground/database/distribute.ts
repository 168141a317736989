import type { Connection, Sql } from './connection.ts'
import {
  copyToEveryNode,
  distributeBrands,
  distributeTable,
  letRoleReachNodes,
  listLeftBehind,
  listOwnTables,
  type OwnTable,
  truncateLeftBehind,
} from './distribution.sql.ts'

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
 * Lays the rows of each brand on one node, and tables without brands on all of them. What was done before is left as it
 * is, so that an interrupted run is simply run again, and so that it also takes in the tables of later migrations.
 */
export async function distributeTables(db: Connection, { shards, log }: Distributing): Promise<number> {
  const missing = inKeyOrder(await listOwnTables(db)).filter(({ isDistributed }) => !isDistributed)
  for (const { name, hasBrand } of missing) {
    if (name === 'brand') await distributeBrands(db, shards)
    else if (hasBrand) await distributeTable(db, name)
    else await copyToEveryNode(db, name)
    log(hasBrand ? `${name}: distributed by brand` : `${name}: copied to every node`)
  }
  await truncateAll(db, log)
  await letRoleReachNodes(db)
  return missing.length
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
