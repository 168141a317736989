import type { Sql } from '../../ground/database/connection.ts'
import { DatabaseClock } from '../../ground/database/database-clock.ts'
import type { Log } from '../../ground/log/log.ts'

/** How often the database is asked for its time, if nobody says otherwise. */
const lookEveryMs = 5000
/** From how many milliseconds on the operator is told, and below how many that it is over. */
const tellMs = 5000
const quietMs = 4000

export interface ClockWatching {
  /** Whether another process tells the operator what concerns all of them. */
  readonly isFurther?: boolean
  /** How often the database is asked for its time. */
  readonly clockLookMs?: number
}

export interface WatchedClock {
  readonly clock: DatabaseClock
  stop(): void
}

/**
 * The time by which the server names calls and judges what has ended: the database's, whatever the machine says. Should
 * they differ, one line says so, and one when they agree again.
 */
export async function watchClock(db: Sql, log: Log, watching: ClockWatching): Promise<WatchedClock> {
  const { isFurther: isSilent = false, clockLookMs = lookEveryMs } = watching
  const clock = await DatabaseClock.open(db)
  let isOff = false
  const logChange = () => {
    const off = Math.abs(clock.aheadMs)
    if (isSilent || (isOff ? off >= quietMs : off < tellMs)) return
    isOff = !isOff
    if (isOff) log.warn('clock', { text: wordsOf(clock.aheadMs) })
    else log.info('clock', { text: "this machine's clock agrees with the database's again" })
  }
  logChange()
  const look = () => clock.look(db).then(logChange, () => undefined)
  const timer = setInterval(look, clockLookMs).unref()
  return { clock, stop: () => clearInterval(timer) }
}

function wordsOf(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const where = aheadMs < 0 ? 'behind' : 'ahead of'
  return (
    `this machine's clock is ${seconds} s ${where} the database's, whose time counts for everything; ` +
    'let both keep their time by NTP'
  )
}
