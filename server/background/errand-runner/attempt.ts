import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions, Sql } from '../../ground/database/connection.ts'
import { faultFields, type Log } from '../../ground/log/log.ts'
import type { ErrandKind } from '../../storage/errand/kind.ts'
import {
  endErrand,
  findHeld,
  type HeldErrand,
  type HeldState,
  type KeptProgress,
  putBackErrand,
  renewErrand,
  type TakenErrand,
} from '../../storage/errand/lease.sql.ts'
import type { Saying } from '../../storage/errand/sayings.ts'
import { type ErrandOutcome, StartedErrand } from './started-errand.ts'

export interface AttemptParts {
  readonly db: Sql
  readonly log: Log
  readonly leaseSeconds: number
  /** What the errand's own process connects with. */
  readonly connection: ConnectionOptions
  /** Of the table of kinds. */
  readonly module: string
}

/** How often it is looked whether somebody has cancelled it, and progress is kept. */
const tickMs = 1000
/** How often one is begun before it is given up. */
export const attemptsMax = 3
/** The pause before another attempt, for each that failed. */
const pauseSecondsEach = 2
const faultCharactersMax = 1000
/** How often, and how far apart, it is tried to keep how it ended. */
const settleTries = 10
const settlePauseMs = 2000

const nothing: KeptProgress = { done: null, total: null, saying: null, checkpoint: null }

/** One attempt at an errand, from its process to what is kept of it. While it runs, the lease is renewed. */
export class Attempt {
  private readonly parts: AttemptParts
  private readonly held: HeldErrand
  private readonly kind: ErrandKind
  private readonly taken: TakenErrand
  private readonly started: StartedErrand
  private unkept: KeptProgress | undefined
  private renewedMs = performance.now()
  private readonly beganMs = performance.now()
  /** Why it was ended from outside, if it was. */
  private stopped: 'cancelled' | 'lost' | 'overdue' | 'stopping' | undefined

  constructor(parts: AttemptParts, held: HeldErrand, kind: ErrandKind, taken: TakenErrand) {
    this.parts = parts
    this.held = held
    this.kind = kind
    this.taken = taken
    const { module, connection } = parts
    const { input, checkpoint } = taken
    const order = { module, kind: kind.name, brand: held.brand, input, checkpoint, connection, memoryMb: kind.memoryMb }
    this.started = new StartedErrand(order, (report) => {
      this.unkept = { ...report, checkpoint: report.checkpoint ?? this.unkept?.checkpoint ?? null }
    })
  }

  /** Resolves when the errand's process is gone and it is kept how it ended. */
  async run(): Promise<void> {
    let ticking: Promise<void> | undefined
    const timer = setInterval(() => {
      ticking ??= this.tick().finally(() => {
        ticking = undefined
      })
    }, tickMs)
    const ending = await this.started.ended
    clearInterval(timer)
    await ticking
    this.parts.log.debug('errand ended', { ...this.names(), text: ending.kind })
    await this.settleSoon(ending)
  }

  /** Hours of work should not be lost because the database is away just then. */
  private async settleSoon(ending: ErrandOutcome, triesLeft = settleTries): Promise<void> {
    try {
      await this.settle(ending)
    } catch (error) {
      if (triesLeft === 0 || this.stopped === 'stopping') throw error
      this.parts.log.warn('errand', { ...this.names(), ...faultFields(error) })
      await wait(settlePauseMs)
      await this.settleSoon(ending, triesLeft - 1)
    }
  }

  /** Ends it because the server stops; another goes on with it. */
  interrupt(): void {
    this.stopped ??= 'stopping'
    this.started.kill()
  }

  private async tick(): Promise<void> {
    const { leaseSeconds, log } = this.parts
    const nowMs = performance.now()
    try {
      const state = await this.look(nowMs)
      if (!state) this.end('lost')
      else if (state.cancelAskedAt !== null) this.end('cancelled')
    } catch (error) {
      log.warn('errand', { ...this.names(), ...faultFields(error) })
      // Nobody could be told that it goes on, so that another server may have begun it.
      if (nowMs - this.renewedMs > leaseSeconds * 1000) this.end('lost')
    }
    if (nowMs - this.beganMs > this.kind.hoursMax * 3_600_000) this.end('overdue')
  }

  private async look(nowMs: number): Promise<HeldState | undefined> {
    const { db, leaseSeconds } = this.parts
    const { unkept } = this
    const isDue = nowMs - this.renewedMs > (leaseSeconds * 1000) / 4
    if (!unkept && !isDue) return findHeld(db, this.held)
    const state = await renewErrand(db, this.held, unkept ?? nothing, leaseSeconds)
    this.renewedMs = nowMs
    if (this.unkept === unkept) this.unkept = undefined
    return state
  }

  private end(why: 'cancelled' | 'lost' | 'overdue'): void {
    if (this.stopped) return
    this.stopped = why
    if (why === 'cancelled') this.started.cancel()
    else this.started.kill()
  }

  private async settle(ending: ErrandOutcome): Promise<void> {
    const { db, leaseSeconds } = this.parts
    const { held, stopped, kind } = this
    if (stopped === 'lost') return
    if (this.unkept) await renewErrand(db, held, this.unkept, leaseSeconds)
    // What was finished is kept, even if somebody wanted to end it meanwhile.
    if (ending.kind === 'done') await endErrand(db, held, { state: 'done', result: ending.result })
    else if (stopped === 'cancelled') await endErrand(db, held, { state: 'cancelled' })
    else if (stopped === 'stopping') await putBackErrand(db, held, { pauseSeconds: 0, counts: false })
    else if (stopped === 'overdue') await this.fail({ saying: 'tookTooLong', hours: kind.hoursMax })
    else if (ending.kind === 'failed') await this.fail(ending.saying)
    else await this.tryAgain(ending.text)
  }

  private async fail(saying: Saying): Promise<void> {
    await endErrand(this.parts.db, this.held, { state: 'failed', saying })
  }

  /** What the fault was is for the operator, in the log; whoever asked is told where to look. */
  private async tryAgain(text: string): Promise<void> {
    const { log, db } = this.parts
    const { attempts } = this.taken
    log.error('errand failed', { ...this.names(), count: attempts, text })
    if (attempts < attemptsMax) {
      await putBackErrand(db, this.held, { pauseSeconds: attempts * pauseSecondsEach, counts: true })
      return
    }
    const fault = (text.split('\n')[0] ?? '').slice(0, faultCharactersMax)
    await this.fail({ saying: 'failedOften', times: attempts, fault })
  }

  private names() {
    return { brand: this.held.brand, requestRef: this.held.id, operation: this.kind.name }
  }
}
