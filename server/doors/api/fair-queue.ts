/** Work that waits for its turn, by who wants it done. */
interface Waiting {
  readonly owner: string
  readonly jobs: (() => void)[]
}

/**
 * Does a few things at a time, and those that wait in turns: one of each owner, then the next of each. Whoever wants
 * much done waits for itself alone.
 */
export class FairQueue {
  private readonly mostAtOnce: number
  private readonly mostWaiting: number
  private readonly turns: Waiting[] = []
  private readonly byOwner = new Map<string, Waiting>()
  private running = 0

  /** `mostWaiting` is for each owner. */
  constructor(mostAtOnce: number, mostWaiting: number) {
    this.mostAtOnce = mostAtOnce
    this.mostWaiting = mostWaiting
  }

  /** Whether one more thing of this owner may wait. */
  hasRoom(owner: string): boolean {
    return (this.byOwner.get(owner)?.jobs.length ?? 0) < this.mostWaiting
  }

  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.mostAtOnce) this.running += 1
    else await new Promise<void>((start) => this.wait(owner, start))
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place.
      const next = this.takeNext()
      if (next) next()
      else this.running -= 1
    }
  }

  private wait(owner: string, start: () => void): void {
    const waiting = this.byOwner.get(owner)
    if (waiting) {
      waiting.jobs.push(start)
      return
    }
    const first = { owner, jobs: [start] }
    this.byOwner.set(owner, first)
    this.turns.push(first)
  }

  private takeNext(): (() => void) | undefined {
    const waiting = this.turns.shift()
    const job = waiting?.jobs.shift()
    if (waiting && waiting.jobs.length > 0) this.turns.push(waiting)
    else if (waiting) this.byOwner.delete(waiting.owner)
    return job
  }
}
