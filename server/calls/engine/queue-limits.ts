import type { BrandId } from '../../ground/kernel/ids.ts'

export interface QueueLimits {
  readonly perCard: number
  readonly perBrand: number
  readonly inAll: number
}

/** Counts the commands that are queued or running; beyond the limits a new one is refused at once. */
export class QueueCount {
  private readonly limits: QueueLimits
  private readonly byCard = new Map<string, number>()
  private readonly byBrand = new Map<BrandId, number>()
  private count = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  get all(): number {
    return this.count
  }

  /** Takes a place in the queue; undefined when there is none, else what gives it back. */
  enter(brand: BrandId, name: string): (() => void) | undefined {
    const card = `${brand}\0${name}`
    const cardCount = this.byCard.get(card) ?? 0
    const brandCount = this.byBrand.get(brand) ?? 0
    const { perCard, perBrand, inAll } = this.limits
    if (cardCount >= perCard || brandCount >= perBrand || this.count >= inAll) return undefined
    this.byCard.set(card, cardCount + 1)
    this.byBrand.set(brand, brandCount + 1)
    this.count += 1
    return () => {
      decrease(this.byCard, card)
      decrease(this.byBrand, brand)
      this.count -= 1
    }
  }
}

function decrease(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 0) - 1
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
