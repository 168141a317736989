import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions, Sql } from '../../ground/database/connection.ts'
import { codeOf } from '../../ground/kernel/code-of.ts'
import { faultFields, type Log } from '../../ground/log/log.ts'
import { onceAMinute } from '../../ground/log/once-a-minute.ts'
import { within } from '../../ground/waiting/within.ts'
import { deleteOldErrands } from '../../storage/errand/errand.sql.ts'
import type { ErrandTable } from '../../storage/errand/kind.ts'
import { endFreeErrand, listFreeErrands, type OpenErrand, takeErrand } from '../../storage/errand/lease.sql.ts'
import { Attempt, attemptsMax } from './attempt.ts'

export interface ErrandRunnerParts {
  readonly db: Sql
  /** As which the server connects; errands have connections of their own. */
  readonly connection: ConnectionOptions
  readonly table: ErrandTable
  readonly log: Log
  /** How long an errand of a server that is gone stays with it. */
  readonly leaseSeconds: number
  /** Who runs them, for whoever looks: host and process. */
  readonly server: string
  /** How many at a time. */
  readonly atOnceMax: number
}

const pollMs = 1000
const freeErrandsMax = 20
const stopMsMax = 5000
const uniqueViolation = '23505'

/** Carries out errands in processes of their own, of each brand one at a time over all servers. */
export class ErrandRunner {
  private readonly parts: ErrandRunnerParts
  private readonly running = new Map<Attempt, Promise<void>>()
  private readonly stopping = new AbortController()
  private readonly maySay = onceAMinute()
  private polling: Promise<void> | undefined

  constructor(parts: ErrandRunnerParts) {
    this.parts = parts
  }

  begin(): void {
    this.polling ??= this.poll()
  }

  /** Ends what runs here, and gives it back so that another server, or the next start, goes on with it. */
  async stop(): Promise<void> {
    this.stopping.abort()
    for (const attempt of this.running.keys()) attempt.interrupt()
    await within(stopMsMax, Promise.allSettled([this.polling, ...this.running.values()]))
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      try {
        if (this.running.size < this.parts.atOnceMax) await this.takeUp()
      } catch (error) {
        if (this.maySay('')) this.parts.log.error('errands', faultFields(error))
      }
      await wait(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  private async takeUp(): Promise<void> {
    const { db, atOnceMax } = this.parts
    for (const open of await listFreeErrands(db, freeErrandsMax)) {
      if (this.running.size >= atOnceMax || this.stopping.signal.aborted) return
      if (open.isCancelled) await endFreeErrand(db, open, { state: 'cancelled' })
      else if (open.attempts >= attemptsMax) await endFreeErrand(db, open, { state: 'failed', saying: cutOff })
      else await this.take(open)
    }
  }

  private async take(open: OpenErrand): Promise<void> {
    const { db, server, leaseSeconds, table, log } = this.parts
    const held = { brand: open.brand, id: open.id, lease: randomUUID() }
    // A server of another version may know the kind.
    const kind = table.kinds.find(({ name }) => name === open.kind)
    if (!kind) return
    const taken = await takeErrand(db, { ...held, server, leaseSeconds }).catch(unlessTaken)
    if (!taken) return
    const { attempts } = taken
    log.info('errand', {
      brand: open.brand,
      requestRef: open.id,
      operation: open.kind,
      text: `attempt ${attempts} begins`,
    })
    const attempt = new Attempt(this.attemptParts(), held, kind, taken)
    const run = attempt.run().then(() => deleteOldErrands(db, open.brand))
    const ended = run.then(
      () => undefined,
      (error) => log.error('errand', { brand: open.brand, requestRef: open.id, ...faultFields(error) }),
    )
    this.running.set(
      attempt,
      ended.finally(() => this.running.delete(attempt)),
    )
    if (this.stopping.signal.aborted) attempt.interrupt()
  }

  private attemptParts() {
    const { db, log, leaseSeconds, connection, table } = this.parts
    return { db, log, leaseSeconds, connection: errandConnection(connection), module: table.module }
  }
}

const cutOff = { saying: 'cutOffOften', times: attemptsMax } as const

/** A statement may take as long as it takes, and ends when the process that waits for it does. */
function errandConnection({ url, role, isDistributed }: ConnectionOptions): ConnectionOptions {
  return {
    url,
    ...(role !== undefined && { role }),
    ...(isDistributed !== undefined && { isDistributed }),
    name: 'purser errand',
    statementTimeoutMs: 0,
    endsWithClient: true,
  }
}

/** Another server took an errand of the same brand in the same moment. */
function unlessTaken(error: unknown): undefined {
  if (codeOf(error) === uniqueViolation) return undefined
  throw error
}
