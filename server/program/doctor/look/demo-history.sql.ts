import type { Sql } from '../../../ground/database/connection.ts'

/** How many days of the demo brand's history are made; undefined unless it is being made, or was interrupted. */
export async function findHistoryDays(db: Sql): Promise<number | undefined> {
  const [table] = await db.rows<{ there: boolean }>`select to_regclass('purser_demo.history') is not null as there`
  if (!table?.there) return undefined
  const [row] = await db.rows<{ days: number }>`select min(days_done) as days from purser_demo.history`
  return row?.days ?? undefined
}
