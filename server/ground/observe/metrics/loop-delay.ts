import { durationBounds, HistogramTally } from './tally.ts'

const everyMs = 20

/** Measures how late a timer runs that should run fifty times a second: what everything else in the process waits, too. */
export class LoopDelay {
  readonly tally = new HistogramTally(durationBounds)
  private readonly timer: NodeJS.Timeout

  constructor() {
    let expected = performance.now() + everyMs
    this.timer = setInterval(() => {
      const now = performance.now()
      this.tally.observe(Math.max(0, now - expected) / 1000)
      expected = now + everyMs
    }, everyMs)
    this.timer.unref()
  }

  stop(): void {
    clearInterval(this.timer)
  }
}
