import type { RunResult } from './run.ts'

const bucketsPerMillisecond = 100
const longest = 5000

/** Counts the answers that came before the end of a run, and how long each took. */
export class Tally {
  end = 0
  private began = 0
  private answers = 0
  private failures = 0
  private firstFailure: string | undefined
  private readonly latencies = new Uint32Array(longest * bucketsPerMillisecond)

  start(seconds: number): void {
    this.began = performance.now()
    this.end = this.began + 1000 * seconds
  }

  add(now: number, milliseconds: number): void {
    if (now > this.end) return
    this.answers += 1
    const bucket = Math.min(Math.floor(milliseconds * bucketsPerMillisecond), this.latencies.length - 1)
    this.latencies[bucket] = (this.latencies[bucket] ?? 0) + 1
  }

  fail(answer: string): void {
    this.failures += 1
    this.firstFailure ??= answer
  }

  result(): RunResult {
    const { answers, failures, firstFailure } = this
    return {
      answers,
      failures,
      perSecond: (1000 * answers) / (this.end - this.began),
      p50: this.quantile(0.5),
      p99: this.quantile(0.99),
      ...(firstFailure !== undefined && { firstFailure }),
    }
  }

  private quantile(share: number): number {
    let left = share * this.answers
    const bucket = this.latencies.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return (bucket + 0.5) / bucketsPerMillisecond
  }
}
