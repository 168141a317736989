/** A call on its way, with the most that it may take of each counter, and the highest pressure on those meanwhile. */
export interface Asking {
  readonly asks: Readonly<Record<string, number>>
  readonly peak: Record<string, number>
}

/** Budgets, limits and codes, which all customers share: what is taken of each, and what is being asked for. */
export class Shared {
  readonly taken = new Map<string, number>()
  private readonly under = new Set<Asking>()

  of(name: string): number {
    return this.taken.get(name) ?? 0
  }

  add(name: string, amount: number): void {
    if (amount === 0) return
    this.taken.set(name, this.of(name) + amount)
    this.press(name)
  }

  enter(asks: Readonly<Record<string, number>>): Asking {
    const asking: Asking = { asks, peak: {} }
    for (const name of Object.keys(asks)) asking.peak[name] = this.pressure(name)
    this.under.add(asking)
    for (const name of Object.keys(asks)) this.press(name, asking)
    return asking
  }

  leave(asking: Asking): void {
    this.under.delete(asking)
  }

  private press(name: string, except?: Asking): void {
    for (const one of this.under)
      if (one !== except && name in one.asks)
        one.peak[name] = Math.max(one.peak[name] ?? 0, this.pressure(name) - (one.asks[name] ?? 0))
  }

  private pressure(name: string): number {
    let sum = this.of(name)
    for (const { asks } of this.under) sum += asks[name] ?? 0
    return sum
  }
}
