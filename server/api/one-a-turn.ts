/**
 * Lets jobs that keep the thread for a while take turns with everything else: one begins in each turn of the event loop.
 * A hundred bodies of a megabyte that arrive together would otherwise be read at a stretch, while all others wait.
 */
export class OneATurn {
  private readonly waiting: (() => void)[] = []

  run(job: () => void): void {
    this.waiting.push(job)
    if (this.waiting.length === 1) setImmediate(() => this.next())
  }

  private next(): void {
    this.waiting[0]?.()
    this.waiting.shift()
    if (this.waiting.length > 0) setImmediate(() => this.next())
  }
}
