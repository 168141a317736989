import { dayMs, endOf, monthOf } from './calendar.ts'
import type { Shared } from './counters.ts'
import { climb, type Ladder } from './ladder.ts'
import { type Type, terms, types } from './model-brand.ts'
import { type Lot, never, type Part, Purse, sum, type TakenBack } from './purse.ts'
import { type Bring, netLeft, type Sale } from './sale.ts'

export type Deed =
  | { readonly kind: 'issue'; readonly type: Type; readonly child: boolean; readonly lot: Lot; readonly amount: number }
  | {
      readonly kind: 'redeem'
      readonly type: Type
      readonly child: boolean
      readonly parts: readonly Part[]
      readonly hold: string | undefined
    }
  | { readonly kind: 'hold'; readonly type: Type; readonly amount: number }
  | { readonly kind: 'release' }
  | { readonly kind: 'sale'; readonly sale: Sale }
  | { readonly kind: 'choose'; readonly at: number; readonly parts: readonly Part[]; readonly lot: Lot }
  | { readonly kind: 'bring'; readonly bring: Bring }

export interface Coupon {
  readonly id: string
  usedBy: number | undefined
  isDisabled: boolean
}

interface Offer {
  readonly expires: number
  usedBy: Sale | undefined
}

interface Reward {
  readonly rank: number
  readonly lot: Lot
  readonly amount: number
  by: Sale
  taken: TakenBack | undefined
}

/** A level that was reached, by a sale. */
interface Up {
  readonly rank: number
  readonly by: Sale
}

const isOf = (reward: Up, rank: number, by: Sale) => reward.rank === rank && reward.by === by

/** What the model knows of one customer, on whichever card that is now. */
export class Customer {
  readonly shared: Shared
  readonly ladder: Ladder
  /** The number of each card that the customer has had; the last is the present one. */
  readonly cards: string[]
  readonly root = pursesOf()
  readonly child = pursesOf()
  readonly deeds: (Deed | undefined)[] = []
  /** Of each deed, the requestRef of its call. */
  readonly refs: (string | undefined)[] = []
  readonly voided = new Set<number>()
  readonly sales: Sale[] = []
  readonly coupons: Coupon[] = []
  readonly offers: Offer[] = []
  readonly codeUses = new Map<string, Set<Sale>>()
  hasChild = false
  isSuspended = false
  isOut = false
  /** In the order in which they were given. */
  private readonly rewards: Reward[] = []

  constructor(number: string, shared: Shared, ladder: Ladder) {
    this.cards = [number]
    this.shared = shared
    this.ladder = ladder
  }

  get number(): string {
    return this.cards.at(-1) ?? ''
  }

  purse(type: Type, child = false): Purse {
    return (child ? this.child : this.root)[type]
  }

  level(now: number) {
    return climb(this.ladder, this.standing(), now)
  }

  /**
   * Gives and takes back what levels are worth, by what stands now. A level that stands by another sale than before is the
   * same; one that stands again gets what was taken, and a sale that reaches one gets a new one. What is given comes first:
   * what one level owes, another may have paid for it.
   */
  settleLevels(now: number, addsOnly: boolean): void {
    const standing = this.standing()
    const ups = climb(this.ladder, standing, now).ups.flatMap(({ rank, sale }) => {
      const by = standing[sale]?.sale
      return by ? [{ rank, by }] : []
    })
    const left = new Set(this.inOrder().filter(({ taken }) => taken === undefined))
    const bySame = ups.filter(({ rank, by }) => !drop(left, (one) => isOf(one, rank, by)))
    const wanted = bySame.filter(({ rank, by }) => {
      const other = drop(left, (one) => one.rank === rank)
      if (other) other.by = by
      return !other
    })
    const fresh = addsOnly ? wanted : this.giveAgain(wanted)
    for (const { rank, by } of fresh) {
      const amount = rank === 1 ? terms.silverStars : terms.goldStars
      this.rewards.push({ rank, lot: this.root.STARS.issue(amount), amount, by, taken: undefined })
    }
    for (const reward of left) reward.taken = this.root.STARS.takeBack(reward.lot, reward.amount, now)
  }

  /** Gives back what was taken: first what the same sale had, then that of the latest one. Answers those for which there is nothing. */
  private giveAgain(wanted: readonly Up[]): readonly Up[] {
    const lost = new Set(
      this.inOrder()
        .filter(({ taken }) => taken !== undefined)
        .toReversed(),
    )
    const bySame = wanted.filter(
      ({ rank, by }) =>
        !this.restore(
          drop(lost, (one) => isOf(one, rank, by)),
          by,
        ),
    )
    return bySame.filter(
      ({ rank, by }) =>
        !this.restore(
          drop(lost, (one) => one.rank === rank),
          by,
        ),
    )
  }

  /** By the sales that they stand by, or stood by last. */
  private inOrder(): Reward[] {
    const place = ({ by }: Reward) => this.sales.indexOf(by)
    return this.rewards.toSorted((one, other) => place(one) - place(other))
  }

  private restore(reward: Reward | undefined, by: Sale): boolean {
    if (!reward?.taken) return false
    returnTaken(this.root.STARS, reward.lot, reward.taken)
    reward.taken = undefined
    reward.by = by
    return true
  }

  /** How often the rule with a limit per card has fired for it in this month. */
  fewFired(now: number): number {
    return this.sales.filter(({ fewFired, isVoided, at }) => fewFired && !isVoided && monthOf(at) === monthOf(now))
      .length
  }

  /** How often the reward was chosen in this month. */
  chosen(now: number): number {
    return this.deeds.filter(
      (deed, place) => deed?.kind === 'choose' && !this.voided.has(place) && monthOf(deed.at) === monthOf(now),
    ).length
  }

  usesOf(code: string): Set<Sale> {
    const uses = this.codeUses.get(code) ?? new Set()
    this.codeUses.set(code, uses)
    return uses
  }

  addOffer(now: number): void {
    this.offers.push({ expires: now + 300 * dayMs, usedBy: undefined })
  }

  /** What the interface shows of the balances, by value type. */
  shown(now: number, child = false): Record<string, Record<string, number>> {
    return Object.fromEntries(
      types
        .map((type) => [type, this.purse(type, child).shown(now)] as const)
        .filter(([, parts]) => Object.keys(parts).length > 0),
    )
  }

  private standing() {
    const all = this.sales
      .filter(({ isVoided }) => !isVoided)
      .map((sale) => ({ at: sale.at, net: netLeft(sale), sale }))
    return all.filter(({ sale }) => [...sale.returns].reduce((value, one) => value + one.value, 0) < sale.total)
  }
}

/** Takes the first that is so out of a set. */
function drop<T>(set: Set<T>, is: (one: T) => boolean): T | undefined {
  const found = [...set].find(is)
  if (found !== undefined) set.delete(found)
  return found
}

function pursesOf(): Record<Type, Purse> {
  return { Points: new Purse(), USD: new Purse(), STARS: new Purse(), Punches: new Purse() }
}

/**
 * Undoes a taking back: to the lots that it was taken from. What had come back to another one meanwhile belongs to the lot
 * itself.
 */
export function returnTaken(purse: Purse, lot: Lot, { parts, expired, moves }: TakenBack): void {
  lot.settled -= expired
  const given: Part[] = []
  const isHere = moves === purse.moves
  for (const part of parts) {
    if (part.lot === lot) continue
    const owed = Math.min(part.amount, owedTo(part.lot, isHere ? lot.standIns : (lot.standInsAtMoves[moves] ?? [])))
    const ended = { lot: part.lot, amount: owed }
    if (isHere) lot.standIns = lessOwed(lot.standIns, ended)
    else lot.standInsAtMoves[moves] = lessOwed(lot.standInsAtMoves[moves] ?? [], ended)
    given.push({ lot: part.lot, amount: owed }, { lot, amount: part.amount - owed })
  }
  // Others may have given in its stead since: without this taking back they would not have had to.
  for (const part of [...parts.filter((one) => one.lot === lot), ...given]) purse.giveBack(part)
}

const owedTo = (lot: Lot, standIns: readonly Part[]): number => sum(standIns.filter((one) => one.lot === lot))

function lessOwed(standIns: readonly Part[], { lot, amount }: Part): Part[] {
  let left = amount
  return standIns
    .map((one) => {
      const ended = one.lot === lot ? Math.min(left, one.amount) : 0
      left -= ended
      return { ...one, amount: one.amount - ended }
    })
    .filter((one) => one.amount > 0)
}

export const expiryOf = (months: number, now: number): number =>
  months === 0 ? never : endOf('month', months - 1, now)
export const budgetName = (rule: string, at: number): string => `${rule} ${monthOf(at)}`
