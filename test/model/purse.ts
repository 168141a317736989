/** What one issuance left. */
export interface Lot {
  order: number
  readonly returned: boolean
  readonly expires: number
  free: number
  /** Whether it was empty when its card was transferred: what comes back to it is a new lot of the card. */
  isLeft: boolean
  /** Of what expired in it, what voids and returns have counted as taken back. */
  settled: number
  /** Other lots that gave in its place when it was taken back and had been spent: they get it back first. */
  standIns: Part[]
  /** The same as it was at each transfer of the card. */
  readonly standInsAtMoves: Part[][]
}

export interface Part {
  readonly lot: Lot
  amount: number
}

export interface TakenBack {
  readonly parts: readonly Part[]
  readonly expired: number
  readonly short: number
  /** How often the card had been transferred by then. */
  readonly moves: number
}

export const never = Number.POSITIVE_INFINITY

/** What a card has of one value type: lots, holds, and the order in which they are spent. */
export class Purse {
  moves = 0
  private orders = 0
  readonly lots: Lot[] = []
  readonly holds = new Map<string, Part[]>()

  issue(amount: number, { returned = false, expires = never } = {}): Lot {
    const lot = {
      order: this.nextOrder(),
      returned,
      expires,
      free: amount,
      isLeft: false,
      settled: 0,
      standIns: [],
      standInsAtMoves: [],
    }
    this.lots.push(lot)
    return lot
  }

  /** What could be spent now. */
  available(now: number): number {
    return sum(this.spendable(now).map(({ free }) => ({ amount: free })))
  }

  /** Everything that it has, held or free: what the maximum balance counts. */
  total(now: number): number {
    return this.available(now) + sum([...this.holds.values()].flat())
  }

  take(amount: number, now: number): Part[] {
    return takeFrom(this.spendable(now), amount)
  }

  hold(id: string, amount: number, now: number): Part[] {
    const parts = this.take(amount, now)
    this.holds.set(
      id,
      parts.map((part) => ({ ...part })),
    )
    return parts
  }

  heldBy(id: string): number {
    return sum(this.holds.get(id) ?? [])
  }

  takeHeld(id: string, amount: number): Part[] {
    const taken: Part[] = []
    let left = amount
    for (const part of this.holds.get(id) ?? []) {
      const now = Math.min(left, part.amount)
      part.amount -= now
      left -= now
      if (now > 0) taken.push({ lot: part.lot, amount: now })
    }
    this.tidy(id)
    return taken
  }

  release(id: string): void {
    for (const part of this.holds.get(id) ?? []) this.giveBack(part)
    this.holds.delete(id)
  }

  /** Into the hold that it came from, which is still open. */
  holdAgain(id: string, parts: readonly Part[]): void {
    const held = this.holds.get(id) ?? []
    for (const { lot, amount } of parts) {
      const same = held.find((part) => part.lot === lot)
      if (same) same.amount += amount
      else held.push({ lot, amount })
    }
    this.holds.set(
      id,
      held.toSorted((a, b) => inOrder(a.lot, b.lot)),
    )
  }

  /** To the lot that it came from, or to those that gave in its place. */
  giveBack({ lot, amount }: Part): void {
    let left = amount
    while (left > 0) {
      const [standIn] = lot.standIns
      if (!standIn) break
      const now = Math.min(left, standIn.amount)
      standIn.amount -= now
      left -= now
      if (standIn.amount === 0) lot.standIns.shift()
      this.giveBack({ lot: standIn.lot, amount: now })
    }
    this.fill(lot, left)
  }

  fill(lot: Lot, amount: number): void {
    if (amount > 0 && lot.isLeft) {
      lot.order = this.nextOrder()
      lot.isLeft = false
    }
    lot.free += amount
  }

  /**
   * Takes back what an issuance gave: of its own lot first, then of others. What expired there counts as taken.
   * Takes as much as there is; whoever needs all of it looks at `short` before.
   */
  takeBack(lot: Lot, amount: number, now: number): TakenBack {
    const expired = lot.expires <= now ? Math.min(amount, lot.free - lot.settled) : 0
    lot.settled += expired
    const own = lot.expires > now ? takeFrom([lot], amount - expired) : []
    const left = amount - expired - sum(own)
    const others = takeFrom(
      this.spendable(now).filter((one) => one !== lot),
      left,
    )
    lot.standIns.push(...others.map((part) => ({ ...part })))
    return { parts: [...own, ...others], expired, short: left - sum(others), moves: this.moves }
  }

  /** How much of it could be taken back. */
  canTakeBack(lot: Lot, amount: number, now: number): boolean {
    const expired = lot.expires <= now ? Math.min(amount, lot.free - lot.settled) : 0
    return this.available(now) >= amount - expired
  }

  /** A transfer ends what lots owe each other. */
  move(): void {
    this.moves += 1
    for (const lot of this.lots) {
      lot.standInsAtMoves[this.moves - 1] = lot.standIns
      lot.standIns = []
      lot.isLeft ||= lot.free === 0
    }
  }

  /** What is free, by expiry, and what each hold has. */
  shown(now: number): Record<string, number> {
    const found: Record<string, number> = {}
    for (const { free, expires } of this.spendable(now)) {
      const name = expires === never ? 'never' : new Date(expires).toISOString().slice(0, 10)
      found[name] = (found[name] ?? 0) + free
    }
    for (const [id, parts] of this.holds) found[id] = sum(parts)
    return found
  }

  private nextOrder(): number {
    this.orders += 1
    return this.orders
  }

  private spendable(now: number): Lot[] {
    return this.lots.filter(({ free, expires }) => free > 0 && expires > now).toSorted(inOrder)
  }

  private tidy(id: string): void {
    const left = (this.holds.get(id) ?? []).filter(({ amount }) => amount > 0)
    if (left.length > 0) this.holds.set(id, left)
    else this.holds.delete(id)
  }
}

const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

/** Return-related first, then the earliest expiry, then the oldest. */
const inOrder = (a: Lot, b: Lot) =>
  compare(Number(b.returned), Number(a.returned)) || compare(a.expires, b.expires) || compare(a.order, b.order)

function takeFrom(lots: readonly Lot[], amount: number): Part[] {
  const parts: Part[] = []
  let left = amount
  for (const lot of lots) {
    const now = Math.min(left, lot.free)
    lot.free -= now
    left -= now
    if (now > 0) parts.push({ lot, amount: now })
  }
  return parts
}

export const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0)
