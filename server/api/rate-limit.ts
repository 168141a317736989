import { minute } from '../kernel/time.ts'

/** Allows each key so many requests a second, with bursts of as many. Only keys that exist are ever counted. */
export class RateLimit {
  private readonly perSecond: number
  private readonly buckets = new Map<string, { tokens: number; at: number }>()

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Whether one more request is within the limit. */
  allows(brandId: string, key: string): boolean {
    if (this.perSecond === 0) return true
    const now = performance.now()
    const name = `${brandId}\0${key}`
    let bucket = this.buckets.get(name)
    if (!bucket) {
      bucket = { tokens: this.perSecond, at: now }
      this.buckets.set(name, bucket)
    }
    bucket.tokens = Math.min(this.perSecond, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond)
    bucket.at = now
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}

const mostNames = 10_000

/** Counts failures by name within a minute. It forgets the oldest names rather than grow without bound. */
export class FailureLimit {
  private readonly most: number
  private readonly counts = new Map<string, { failures: number; since: number }>()

  constructor(most: number) {
    this.most = most
  }

  /** Counts one more failure. */
  count(name: string): void {
    const now = performance.now()
    const counted = this.counts.get(name)
    if (counted && now - counted.since < minute) {
      counted.failures += 1
      return
    }
    this.counts.delete(name)
    if (this.counts.size >= mostNames) this.forgetOldest()
    this.counts.set(name, { failures: 1, since: now })
  }

  /** The seconds until the name may fail again; 0 while it still may. */
  secondsToWait(name: string): number {
    const counted = this.counts.get(name)
    if (!counted || this.most === 0 || counted.failures < this.most) return 0
    return Math.max(0, Math.ceil((counted.since + minute - performance.now()) / 1000))
  }

  private forgetOldest(): void {
    const [oldest] = this.counts.keys()
    if (oldest !== undefined) this.counts.delete(oldest)
  }
}
