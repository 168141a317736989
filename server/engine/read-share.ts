import type { BrandId } from '../kernel/ids.ts'

/** How many reads of one brand run at a time. There are connections for eight, so that others always find some free. */
export const readsOfBrandMax = 6

/** Shares the connections that reads use out between brands: slow searches of one do not hold up another's. */
export class ReadShare {
  private readonly waitingMax: number
  private readonly running = new Map<BrandId, number>()
  private readonly waiting = new Map<BrandId, (() => void)[]>()

  /** `waitingMax`: how many reads of one brand may wait. */
  constructor(waitingMax: number) {
    this.waitingMax = waitingMax
  }

  /** Runs a read when it is its turn; undefined when too many of its brand are waiting. */
  run<T>(brand: BrandId, read: () => Promise<T>): Promise<T> | undefined {
    const running = this.running.get(brand) ?? 0
    if (running < readsOfBrandMax) {
      this.running.set(brand, running + 1)
      return this.start(brand, read)
    }
    const queue = this.waiting.get(brand) ?? []
    if (queue.length >= this.waitingMax) return undefined
    this.waiting.set(brand, queue)
    return new Promise((resolve) => queue.push(() => resolve(this.start(brand, read))))
  }

  private start<T>(brand: BrandId, read: () => Promise<T>): Promise<T> {
    return read().finally(() => this.leave(brand))
  }

  private leave(brand: BrandId): void {
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
