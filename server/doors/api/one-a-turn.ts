/** How many times as long as a job took it is quiet afterwards: such jobs have a quarter of the thread at the most. */
const restFactor = 3

/**
 * Lets jobs that keep the thread for a while take turns with everything else: one begins in a turn of the event loop, and
 * the next after a rest. A hundred bodies of a megabyte that arrive together would otherwise be read at a stretch, and
 * whoever needs several turns of the loop would wait for one of them in each.
 */
export class OneATurn {
  private readonly waiting: (() => void)[] = []
  private isBusy = false

  run(job: () => void): void {
    this.waiting.push(job)
    if (!this.isBusy) setImmediate(() => this.next())
    this.isBusy = true
  }

  private next(): void {
    const began = performance.now()
    this.waiting.shift()?.()
    const tookMs = performance.now() - began
    this.isBusy = this.waiting.length > 0
    if (this.isBusy) setTimeout(() => this.next(), restFactor * tookMs)
  }
}
