import { minute } from '../../ground/kernel/time.ts'
import type { Log, LogFields } from '../../ground/log/log.ts'

const events = {
  authenticationFailed: 'authentication.failed',
  authenticationLimited: 'authentication.limited',
  employeeFailed: 'employee.failed',
  employeeLimited: 'employee.limited',
  guessLimited: 'guess.limited',
} as const

export type Watched = keyof typeof events

/** Whoever has many addresses shall not write the log full. */
const mostNames = 100

/**
 * Counts calls that are refused for who makes them or for guessing, and tells the operator: the first at once, all
 * others of the same kind and origin in one line a minute.
 */
export class Watch {
  /** Since the start of the process. */
  readonly counts: Record<Watched, number> = {
    authenticationFailed: 0,
    authenticationLimited: 0,
    employeeFailed: 0,
    employeeLimited: 0,
    guessLimited: 0,
  }
  private readonly log: Log
  private readonly silent = new Map<string, { more: number; last: LogFields }>()

  constructor(log: Log) {
    this.log = log
  }

  /** `name`: what its kind is told apart by, such as an address. */
  refused(what: Watched, name: string, fields: LogFields): void {
    this.counts[what] += 1
    const exact = `${what}\0${name}`
    const place = this.silent.has(exact) || this.silent.size < mostNames ? exact : what
    const told = this.silent.get(place)
    if (told) {
      told.more += 1
      told.last = fields
      return
    }
    this.log.warn(events[what], fields)
    this.silent.set(place, { more: 0, last: fields })
    this.tellLater(what, place)
  }

  private tellLater(what: Watched, place: string): void {
    setTimeout(() => {
      const told = this.silent.get(place)
      this.silent.delete(place)
      if (!told || told.more === 0) return
      this.log.warn(events[what], { ...told.last, count: told.more })
      this.silent.set(place, { more: 0, last: told.last })
      this.tellLater(what, place)
    }, minute).unref()
  }
}
