import type pg from 'pg'
import { isDistributed, listForeignKeys, listSequences, listStoredTables } from '../../ground/database/catalogue.sql.ts'
import { readHistory } from '../../ground/database/migrate.ts'
import { copyOut, lockForReading, takeSnapshot } from './copy.sql.ts'
import { cutOff, openCopyClient } from './copy-client.ts'
import { type TableMeasure, takeMeasured } from './row-measure.ts'
import type { OnProgress, RowSource, SourceContent, SourceHead, TakeRows } from './row-source.ts'
import { inReferenceOrder } from './table-order.ts'

/** One moment of a live database. Calls go on meanwhile, and nothing of them is seen. */
export class DatabaseSnapshot implements RowSource {
  readonly head: SourceHead
  private readonly client: pg.Client

  private constructor(client: pg.Client, head: SourceHead) {
    this.client = client
    this.head = head
  }

  /** Lends a snapshot. Its connection is cut at the end, which is all that a transaction that only reads needs. */
  static async with<Result>(url: string, use: (snapshot: DatabaseSnapshot) => Promise<Result>): Promise<Result> {
    const client = await openCopyClient(url)
    try {
      return await use(new DatabaseSnapshot(client, await readHead(client)))
    } finally {
      cutOff(client)
    }
  }

  async feed(take: TakeRows, progress: OnProgress): Promise<SourceContent> {
    const measures = new Map<string, TableMeasure>()
    for (const table of this.head.tables) {
      const out = copyOut(this.client, table)
      const report = (rows: number, isDone: boolean) => progress(table.name, rows, isDone)
      measures.set(table.name, await takeMeasured(out, (rows) => take(table, rows), report))
    }
    // Last, because sequences do not belong to the snapshot: now they stand at or beyond every row of it.
    return { measures, sequences: await listSequences(this.client) }
  }
}

async function readHead(client: pg.Client): Promise<SourceHead> {
  if (await isDistributed(client))
    throw new Error(
      'The tables of this database are distributed by Citus, and no snapshot covers several servers at one moment. ' +
        'Back up each server instead, as docs/backup.md says under "Point in time".',
    )
  const tables = await listStoredTables(client)
  const migrations = await readHistory(client)
  if (migrations.length === 0) throw new Error('This database holds nothing of Purser yet: there is nothing to copy.')
  await client.query('begin isolation level repeatable read read only')
  await lockForReading(client, tables)
  return {
    ...(await takeSnapshot(client)),
    migrations: await readHistory(client),
    tables: inReferenceOrder(await listStoredTables(client), await listForeignKeys(client)),
  }
}
