import type { TestContext } from 'node:test'
import pg from 'pg'
import { testDatabase } from './shop.ts'
import { sql } from './time-passes.ts'
import { until } from './worker-room.ts'

/** A transaction beside the server's, which others can be made to wait for. It ends with the test, whatever happens. */
export class OtherTransaction {
  private readonly client: pg.Client
  private readonly backend: number
  private isOver = false

  private constructor(client: pg.Client) {
    this.client = client
    this.backend = (client as unknown as { processID: number }).processID
  }

  static async begin(t: TestContext): Promise<OtherTransaction> {
    const client = new pg.Client({ connectionString: testDatabase() })
    await client.connect()
    t.after(() => client.end())
    await client.query('begin')
    return new OtherTransaction(client)
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the statement names.
  async query(statement: string, values: readonly unknown[] = []): Promise<any[]> {
    return (await this.client.query(statement, [...values])).rows
  }

  /** The statements that wait for a lock of this transaction. */
  async waiting(): Promise<string[]> {
    const rows = await sql('select query from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [this.backend])
    return rows.map(({ query }) => query)
  }

  /** Resolves with the statements once so many wait, or when the transaction is over. */
  async blocks(count = 1): Promise<string[]> {
    const isSo = async () => this.isOver || (await this.waiting()).length >= count
    await until(`${count} statements wait for a lock`, isSo)
    return this.waiting()
  }

  /** Resolves once so many statements wait for this transaction or for one that waits for it. */
  async queues(count: number): Promise<void> {
    await until(`${count} statements queue up`, async () => {
      const rows = await sql(
        `with first as (select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))
         select from pg_stat_activity
         where pid in (select pid from first)
           or exists (select from first where first.pid = any(pg_blocking_pids(pg_stat_activity.pid)))`,
        [this.backend],
      )
      return rows.length >= count
    })
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.isOver = true
    await this.client.query(how)
  }
}
