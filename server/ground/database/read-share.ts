import type { BrandId } from '../kernel/ids.ts'
import type { Sql } from './connection.ts'

/** How many connections one brand uses at a time. There are eight, so that others always find some free. */
export const readsOfBrandMax = 6

/** How long a read waits for its turn: whoever called has to be answered, and must find a connection first. */
const turnMsMax = 2500

/** Shares the connections that reads use out between brands: slow searches of one do not hold up another's. */
export class ReadShare<Key = BrandId> {
  private readonly waitingMax: number
  private readonly atOnceMax: number
  private readonly waitMs: number
  private readonly running = new Map<Key, number>()
  private readonly waiting = new Map<Key, (() => void)[]>()

  /** How many reads of one brand may wait, how many may run at a time, and how long one waits for its turn. */
  constructor(waitingMax: number, atOnceMax = readsOfBrandMax, waitMs = turnMsMax) {
    this.waitingMax = waitingMax
    this.atOnceMax = atOnceMax
    this.waitMs = waitMs
  }

  /** Runs a read when it is its turn, if that comes in time; undefined when too many of its brand are waiting. */
  run<T>(brand: Key, read: () => Promise<T>): Promise<T> | undefined {
    const running = this.running.get(brand) ?? 0
    if (running < this.atOnceMax) {
      this.running.set(brand, running + 1)
      return this.start(brand, read)
    }
    const queue = this.waiting.get(brand) ?? []
    if (queue.length >= this.waitingMax) return undefined
    this.waiting.set(brand, queue)
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        resolve(this.start(brand, read))
      }
      const late = setTimeout(() => {
        const place = queue.indexOf(begin)
        if (place < 0) return
        queue.splice(place, 1)
        reject(new TooManyReads('the turn of a read did not come in time'))
      }, this.waitMs)
      queue.push(begin)
    })
  }

  private start<T>(brand: Key, read: () => Promise<T>): Promise<T> {
    return read().finally(() => this.leave(brand))
  }

  private leave(brand: Key): void {
    const queue = this.waiting.get(brand)
    const next = queue?.shift()
    if (queue?.length === 0) this.waiting.delete(brand)
    if (next) {
      next()
      return
    }
    const running = (this.running.get(brand) ?? 1) - 1
    if (running > 0) this.running.set(brand, running)
    else this.running.delete(brand)
  }
}

/** More statements of one brand are waiting than may: nothing was executed (109). */
export class TooManyReads extends Error {}

/**
 * A pool as one brand may use it. It is the statements that take turns and not the calls, so that reads which arrive
 * together still share a statement.
 */
export class SharedReads implements Sql {
  private readonly db: Sql
  private readonly share: ReadShare
  private readonly brand: BrandId

  constructor(db: Sql, share: ReadShare, brand: BrandId) {
    this.db = db
    this.share = share
    this.brand = brand
  }

  rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    return this.inTurn(() => this.db.rows<Row>(text, ...values))
  }

  affected(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> {
    return this.inTurn(() => this.db.affected(text, ...values))
  }

  /** Runs what needs a connection when it is the brand's turn. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    return (
      this.share.run(this.brand, run) ?? Promise.reject(new TooManyReads('too many reads of one brand are waiting'))
    )
  }
}
