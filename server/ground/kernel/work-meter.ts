/**
 * Counts the steps of a decision, so that one call cannot keep everybody waiting. It counts and has no clock: the same
 * call comes to the same count everywhere and each time. A step stands for about 50 ns of one core
 * (docs/decisions/0014-bounded-work.md says how that was found out).
 */
export class WorkMeter {
  readonly limit: number
  steps = 0
  private stepsAside = 0

  constructor(limit: number) {
    this.limit = limit
  }

  spend(steps: number): void {
    this.steps += steps
  }

  /**
   * Does something that the outcome does not depend on. Its steps do not count against the limit, and have one of their
   * own: undefined once that is reached.
   */
  aside<T>(run: () => T): T | undefined {
    if (this.stepsAside > this.limit / asideShare) return undefined
    const before = this.steps
    const result = run()
    this.stepsAside += this.steps - before
    this.steps = before
    return result
  }

  /** Whether the limit is exceeded. Code that notices must stop; the call is refused (135). */
  get isOver(): boolean {
    return this.steps > this.limit
  }
}

const asideShare = 10

/** For work that is not limited. */
export const unmetered = () => new WorkMeter(Number.POSITIVE_INFINITY)
