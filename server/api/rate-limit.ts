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
