import type { IncomingHttpHeaders } from 'node:http'
import type { Brand } from '../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { formatDateTime, type Instant, second } from '../../ground/kernel/time.ts'
import { type Log, placeOf } from '../../ground/log/log.ts'
import { addMemberDay, isMemberSource, type MemberDay, type MemberSource } from '../../storage/store/member/day.sql.ts'

interface CounterParts {
  readonly pool: ConnectionPool
  readonly log: Log
  readonly now: () => Instant
}

/** Where somebody came from, and at which place they are, if they scanned its code. */
export interface PageArrival {
  readonly source: MemberSource
  readonly location: string
}

/** More different counts than these are not kept in memory: a brand has so many places, and days so few sources. */
const heldMax = 5000
const writtenEveryMs = 5 * second

interface Held {
  readonly brand: BrandId
  day: MemberDay
}

/**
 * Counts visits in memory and adds them to the day's every few seconds, so that a crowd makes few writes. Whatever a
 * process has not written when it is killed is lost: these are figures, not value.
 */
export class VisitCounter {
  private readonly held = new Map<string, Held>()
  private readonly parts: CounterParts
  private writing: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined

  constructor(parts: CounterParts) {
    this.parts = parts
  }

  count(brand: Brand, { source, location }: PageArrival, what: 'visits' | 'joins'): void {
    const day = formatDateTime(this.parts.now(), brand.timeZone).slice(0, 10)
    const key = JSON.stringify([brand.id, day, location, source])
    const known = this.held.get(key)
    if (!known && this.held.size >= heldMax) return
    const before = known?.day ?? { day, location, source, visits: 0, joins: 0 }
    this.held.set(key, { brand: brand.id, day: { ...before, [what]: before[what] + 1 } })
    this.timer ??= setTimeout(() => this.write(), writtenEveryMs).unref()
  }

  /** Writes what is held; what could not be written is tried again with the next. */
  write(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.then(() => this.writeHeld())
    return this.writing
  }

  private async writeHeld(): Promise<void> {
    const { pool, log } = this.parts
    for (const [key, { brand, day }] of [...this.held]) {
      this.held.delete(key)
      try {
        await addMemberDay(pool, brand, day)
      } catch (error) {
        log.warn('member.days', { text: placeOf(error), brand })
        this.keep(key, brand, day)
        return
      }
    }
  }

  private keep(key: string, brand: BrandId, day: MemberDay): void {
    const since = this.held.get(key)?.day
    const visits = day.visits + (since?.visits ?? 0)
    this.held.set(key, { brand, day: { ...day, visits, joins: day.joins + (since?.joins ?? 0) } })
  }
}

/**
 * Whether a request for a page brings somebody from outside, and from where; undefined for whoever goes from one of our
 * pages to the next. Only what the browser says by itself and the address names: no cookie, no address of theirs.
 */
export function arrivalOf(headers: IncomingHttpHeaders, query: URLSearchParams, brand: Brand): PageArrival | undefined {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || headers['purser-again'] !== undefined || headers.purpose === 'prefetch')
    return undefined
  const at = query.get('at') ?? ''
  const location = brand.locations.has(at) ? at : ''
  if (location !== '') return { source: 'qr', location }
  if (headers['sec-fetch-dest'] === 'iframe') return { source: 'shop', location }
  const said = query.get('from') ?? ''
  if (isMemberSource(said) && said !== 'qr') return { source: said, location }
  const isLink = site === 'cross-site' || site === 'same-site' || headers.referer !== undefined
  return { source: isLink ? 'link' : 'direct', location }
}
