/**
 * Counts the steps of a decision, so that one call cannot keep everybody waiting. It counts and has no clock: the same
 * call comes to the same count everywhere and each time. A step stands for about 50 ns of one core
 * (docs/decisions/0014-bounded-work.md says how that was found out).
 */
export class WorkMeter {
  readonly limit: number
  steps = 0

  constructor(limit: number) {
    this.limit = limit
  }

  spend(steps: number): void {
    this.steps += steps
  }

  /** Whether the limit is exceeded. Code that notices must stop; the call is refused (135). */
  get isOver(): boolean {
    return this.steps > this.limit
  }
}

/** For work that is not limited. */
export const unmetered = () => new WorkMeter(Number.POSITIVE_INFINITY)
