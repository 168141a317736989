import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createIndexInPlace } from './index-in-place.ts'
import type { MigrationFile } from './migration-files.ts'
import { runsAlone } from './statement-effect.ts'

/**
 * Whoever waits for a table makes everybody behind wait too. A call gives up after a second, so that a migration gives
 * up long before, lets the calls go on, and tries again.
 */
const lockMs = 150
/** How long one transaction may keep what it has locked while it waits for more: half of what a call waits. */
const transactionLockMs = 500
const pauseMs = 300
const tryForMs = 60_000

/** Statements that wait without making others wait may wait longer. */
const patientLockMs = 60_000

/** Applies a file: all of it or nothing, but for indexes that are built while the table is in use. */
export async function applyMigration(client: pg.Client, file: MigrationFile, log: (line: string) => void) {
  const isApart = file.statements.some(({ text }) => runsAlone(text))
  const wait = () => log(`Migration ${file.name} waits for a moment in which the tables are free.`)
  try {
    await whenFree(client, () => (isApart ? applyOneByOne(client, file) : applyTogether(client, file)), wait)
  } catch (cause) {
    throw new Error(`Migration ${file.name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** Tries until the tables are free, with pauses in which calls go on. */
export async function whenFree(client: pg.Client, use: () => Promise<void>, onWait: () => void): Promise<void> {
  const began = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    await setLockTimeout(client, lockMs)
    try {
      await use()
      await client.query('reset lock_timeout')
      return
    } catch (error) {
      await client.query('rollback')
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
      if (!isBusy || performance.now() - began > tryForMs) throw error
      if (attempt === 1) onWait()
      await sleep(pauseMs)
    }
  }
}

async function applyTogether(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin')
  const began = performance.now()
  for (const { text } of file.statements) {
    const left = transactionLockMs - (performance.now() - began)
    await setLockTimeout(client, Math.max(10, Math.min(lockMs, left)))
    await client.query(text)
  }
  await record(client, file)
  await client.query('commit')
}

/** What was done before it failed stays done: each statement can be run again. */
async function applyOneByOne(client: pg.Client, file: MigrationFile): Promise<void> {
  for (const { text } of file.statements) {
    await setLockTimeout(client, runsAlone(text) ? patientLockMs : lockMs)
    if (runsAlone(text)) await createIndexInPlace(client, text)
    else await client.query(text)
  }
  await record(client, file)
}

async function setLockTimeout(client: pg.Client, ms: number): Promise<void> {
  const statement = `set lock_timeout = ${Math.round(ms)}`
  await client.query(statement)
}

async function record(client: pg.Client, { number, name, sha256, kind }: MigrationFile): Promise<void> {
  const values = [number, name, sha256, kind]
  await client.query('insert into migration (number, name, sha256, kind) values ($1, $2, $3, $4)', values)
}
