import type { WireRefusal } from './envelope.ts'
import type { OneATurn } from './one-a-turn.ts'

/** How many requests of one connection are carried out at a time; whoever sends more without waiting waits here. */
const atOnceMax = 4
/** How many may wait. Nobody who reads the answers sends so many. */
export const waitingMax = 256

/** What the answers of one connection have to know of each other. */
export class ReplyLine {
  /** Requests that were begun and are not answered yet; more than one when the caller does not wait. */
  unanswered = 0
  /** The one whose body is still coming in. */
  receiving: { refuse(refusal: WireRefusal): void } | undefined
  /** What comes after something that is not HTTP is not looked at. */
  broken = false
  private atOnce = 0
  private readonly waiting: (() => void)[] = []
  private readonly turns: OneATurn

  /** `turns`: in which those take turns that had to wait. */
  constructor(turns: OneATurn) {
    this.turns = turns
  }

  /** Carries a request out, now or when its turn comes; false when too many are waiting already. */
  enter(carryOut: () => void): boolean {
    if (this.waiting.length >= waitingMax) return false
    if (this.atOnce < atOnceMax && this.waiting.length === 0) {
      this.atOnce += 1
      carryOut()
    } else {
      this.waiting.push(carryOut)
    }
    return true
  }

  /** A request that was carried out is answered. The next begins when it is its turn, not at once. */
  leave(): void {
    const next = this.waiting.shift()
    if (next) this.turns.run(next)
    else this.atOnce -= 1
  }
}
