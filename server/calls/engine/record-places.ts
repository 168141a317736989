interface PlaceLimits {
  readonly recordsMax: number
  readonly placeMs: number
}

/** How often the operator is told that calls are refused, at most. */
const tellMs = 10_000

/** Places for records that are still to be written. One is taken before a call begins, and kept until its record is there. */
export class RecordPlaces {
  private readonly limits: PlaceLimits
  private readonly onFault: (error: unknown) => void
  private readonly callers = new Set<() => void>()
  private taken = 0
  private refused = 0
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(limits: PlaceLimits, onFault: (error: unknown) => void) {
    this.limits = limits
    this.onFault = onFault
  }

  /** Takes a place if there is one at once, and nobody has been waiting for it. */
  tryTake(): boolean {
    if (this.taken >= this.limits.recordsMax || this.callers.size > 0) return false
    this.taken += 1
    return true
  }

  /** Takes a place as soon as there is one; false when there was none in time. */
  take(): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(late)
        this.taken += 1
        resolve(true)
      }
      const late = setTimeout(() => {
        this.callers.delete(enter)
        this.countRefused()
        resolve(false)
      }, this.limits.placeMs)
      this.callers.add(enter)
    })
  }

  /** Gives places back; those who have waited longest come first. */
  free(count = 1): void {
    this.taken -= count
    for (const enter of this.callers) {
      if (this.taken >= this.limits.recordsMax) return
      this.callers.delete(enter)
      enter()
    }
  }

  private countRefused(): void {
    this.refused += 1
    if (performance.now() - this.toldAt < tellMs) return
    this.onFault(
      new Error(`records are not written as fast as calls come: ${this.refused} calls were refused with error 109`),
    )
    this.toldAt = performance.now()
    this.refused = 0
  }
}
