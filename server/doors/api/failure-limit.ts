import { hash } from 'node:crypto'
import { minute } from '../../ground/kernel/time.ts'
import { type Elsewhere, nowhere } from './count-exchange.ts'

const namesMax = 10_000
const sharedPlacesMax = 1024

/**
 * Counts failures by name within a minute, or another window. Anybody may make up names, so there is an end to them: when all places are
 * taken, further names share a few. A count is never thrown away before its time is over.
 */
export class FailureLimit {
  private readonly most: number
  private readonly now: () => number
  private readonly elsewhere: Elsewhere
  private readonly windowMs: number
  /** In the order in which their windows began. */
  private readonly counts = new Map<string, { failures: number; since: number }>()

  /** `most`: failures in a window; 0 is no limit. The clock is one that is never set back, in milliseconds. */
  constructor(most: number, now: () => number = () => performance.now(), elsewhere = nowhere, windowMs = minute) {
    this.most = most
    this.now = now
    this.elsewhere = elsewhere
    this.windowMs = windowMs
    elsewhere.listen((name, count) => this.add(name, count))
  }

  /** Counts one more failure. */
  count(name: string): void {
    if (this.most === 0) return
    this.add(name, 1)
    this.elsewhere.announce(name)
  }

  /** The seconds until the name may fail again; 0 while it still may. */
  secondsToWait(name: string): number {
    if (this.most === 0) return 0
    const now = this.now()
    this.forget(now)
    const counted = this.counts.get(this.placeOf(name))
    if (!counted || counted.failures + this.elsewhere.assumed(name) < this.most) return 0
    // How many there are in all will be known in a moment.
    if (counted.failures < this.most) return 1
    return Math.max(1, Math.ceil((counted.since + this.windowMs - now) / 1000))
  }

  private add(name: string, count: number): void {
    const now = this.now()
    this.forget(now)
    const place = this.placeOf(name)
    const counted = this.counts.get(place)
    if (counted) counted.failures += count
    else this.counts.set(place, { failures: count, since: now })
  }

  private placeOf(name: string): string {
    if (this.counts.size < namesMax || this.counts.has(name)) return name
    return `\0${Number.parseInt(hash('sha256', name).slice(0, 8), 16) % sharedPlacesMax}`
  }

  private forget(now: number): void {
    for (const [place, { since }] of this.counts) {
      if (now - since < this.windowMs) return
      this.counts.delete(place)
    }
  }
}
