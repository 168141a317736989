import type { Instant } from '../../../ground/kernel/time.ts'

/** Whoever tries out a sender needs a few; whoever sends more wants something else. */
export const testSendsPerMinute = 3
const perDay = 30

const windowMs = 60_000
const dayMs = 24 * 60 * windowMs
/** Nobody who is not there any more is kept in mind. */
const keptMax = 1000

/** Lets each visitor send a few test messages a minute, and some a day, in a brand. Each process counts for itself. */
export class TestSends {
  private readonly sent = new Map<string, Instant[]>()
  private readonly now: () => Instant

  constructor(now: () => Instant) {
    this.now = now
  }

  /** Whether one more may be sent; it then counts as sent. */
  allows(brand: string, visitor: string): boolean {
    const now = this.now()
    const name = `${brand}\0${visitor}`
    const recent = (this.sent.get(name) ?? []).filter((at) => now - at < dayMs)
    if (recent.length >= perDay || recent.filter((at) => now - at < windowMs).length >= testSendsPerMinute) return false
    if (this.sent.size >= keptMax) this.sent.clear()
    this.sent.set(name, [...recent, now])
    return true
  }
}
