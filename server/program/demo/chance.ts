import { createHash } from 'node:crypto'

/** Numbers that look random and are the same for the same seed. */
export class Chance {
  private state: number

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32BE(0)
  }

  /** From 0 to 1. The generator is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  isTrue(probability: number): boolean {
    return this.next() < probability
  }

  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  pick<T>(all: readonly T[]): T {
    const one = all[this.whole(0, all.length - 1)]
    if (one === undefined) throw new Error('there is something to pick from')
    return one
  }

  /** Picks by weight. */
  weighted<T>(all: readonly (readonly [T, number])[]): T {
    let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [one, weight] of all) {
      left -= weight
      if (left < 0) return one
    }
    return this.pick(all)[0]
  }
}
