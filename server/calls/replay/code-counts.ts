import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

interface Reserved {
  readonly key: string
  readonly until: Instant
  readonly weight: number
}

/** How often public codes are used, by what they are compared by. */
export class CodeCounts {
  private readonly used = new Map<string, number>()
  /** What locked setups reserve, as long as that counts. */
  private readonly reserved = new Map<RequestRef, Reserved[]>()

  countOf(key: string, now: Instant): number {
    let count = this.used.get(key) ?? 0
    for (const [setup, list] of this.reserved) {
      for (const one of list) if (one.key === key && one.until > now) count += one.weight
      if (list.every(({ until }) => until <= now)) this.reserved.delete(setup)
    }
    return count
  }

  /** `more` may be negative: uses that no longer count. */
  add(key: string, more: number): void {
    this.used.set(key, Math.max(0, (this.used.get(key) ?? 0) + more))
  }

  reserve(setup: RequestRef, reserved: Reserved): void {
    this.reserved.set(setup, [...(this.reserved.get(setup) ?? []), reserved])
  }

  /** Ends what a setup reserves: it is used from now on, or free again. */
  endReservation(setup: RequestRef, isUsed: boolean): void {
    const list = this.reserved.get(setup) ?? []
    this.reserved.delete(setup)
    if (isUsed) for (const { key, weight } of list) this.add(key, weight)
  }
}
