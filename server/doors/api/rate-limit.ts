import { type Elsewhere, nowhere } from './count-exchange.ts'

interface Bucket {
  /** Below 0 when other processes have let more through than there was room for: it is made up for. */
  tokens: number
  at: number
}

/** Allows each key so many requests a second, with bursts of as many. Only keys that exist are ever counted. */
export class RateLimit {
  private readonly perSecond: number
  private readonly elsewhere: Elsewhere
  private readonly buckets = new Map<string, Bucket>()

  constructor(perSecond: number, elsewhere = nowhere) {
    this.perSecond = perSecond
    this.elsewhere = elsewhere
    elsewhere.listen((name, count) => {
      this.bucketOf(name).tokens -= count
    })
  }

  /** Whether one more request is within the limit. */
  allows(brandId: string, key: string): boolean {
    if (this.perSecond === 0) return true
    const name = `${brandId}\0${key}`
    const bucket = this.bucketOf(name)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    this.elsewhere.announce(name)
    return true
  }

  private bucketOf(name: string): Bucket {
    const now = performance.now()
    let bucket = this.buckets.get(name)
    if (!bucket) {
      bucket = { tokens: this.perSecond, at: now }
      this.buckets.set(name, bucket)
    }
    bucket.tokens = Math.min(this.perSecond, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond)
    bucket.at = now
    return bucket
  }
}
