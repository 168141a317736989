/** The highest and the lowest of many, without keeping the others. */
export class Extremes<T> {
  private readonly length: number
  private readonly rank: (one: T) => number
  private above: T[] = []
  private below: T[] = []

  constructor(length: number, rank: (one: T) => number) {
    this.length = length
    this.rank = rank
  }

  /** Only what is above 0 counts as high, and below 0 as low. */
  offer(one: T): void {
    const rank = this.rank(one)
    if (rank > 0) this.above = this.insert(this.above, one, rank)
    if (rank < 0) this.below = this.insert(this.below, one, -rank)
  }

  /** The highest first. */
  get highest(): readonly T[] {
    return this.above
  }

  /** The lowest first. */
  get lowest(): readonly T[] {
    return this.below
  }

  private insert(list: T[], one: T, rank: number): T[] {
    const last = list.at(-1)
    if (list.length === this.length && last !== undefined && Math.abs(this.rank(last)) >= rank) return list
    const place = list.findIndex((other) => Math.abs(this.rank(other)) < rank)
    const at = place < 0 ? list.length : place
    return [...list.slice(0, at), one, ...list.slice(at)].slice(0, this.length)
  }
}
