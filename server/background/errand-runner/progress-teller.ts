import type { ErrandProgress } from '../../storage/errand/kind.ts'
import { ErrandFailed } from '../../storage/errand/kind.ts'
import type { ProgressReport } from './messages.ts'

/** How often the server is told: more than it keeps, and little enough to cost nothing. */
const everyMs = 250
const checkpointBytesMax = 1024 * 1024

/** Passes on how far an errand has got, now and then; the last word always. */
export class ProgressTeller {
  private readonly send: (report: ProgressReport) => void
  private last: ErrandProgress | undefined
  private sentMs = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined

  constructor(send: (report: ProgressReport) => void) {
    this.send = send
  }

  tell(progress: ErrandProgress): void {
    // A checkpoint of a word that is not passed on must not get lost.
    const { checkpoint = this.last?.checkpoint } = progress
    this.last = checkpoint === undefined ? progress : { ...progress, checkpoint }
    const waitMs = this.sentMs + everyMs - performance.now()
    if (waitMs <= 0) this.finish()
    else this.timer ??= setTimeout(() => this.finish(), waitMs)
  }

  /** Says what has not been said yet. */
  finish(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.last) return
    this.send(toReport(this.last))
    this.last = undefined
    this.sentMs = performance.now()
  }
}

function toReport({ done, total, saying, checkpoint }: ErrandProgress): ProgressReport {
  const kept = checkpoint === undefined ? null : JSON.stringify(checkpoint)
  if (kept !== null && Buffer.byteLength(kept) > checkpointBytesMax)
    throw new ErrandFailed({ saying: 'checkpointTooLarge' })
  return {
    kind: 'progress',
    done: Math.max(0, Math.floor(done)),
    total: total === undefined ? null : Math.max(0, Math.floor(total)),
    saying: saying ?? null,
    checkpoint: kept,
  }
}
