import type { Lot, Part, TakenBack } from './purse.ts'
import { extraPrice, type SaleStep } from './steps.ts'

/** A sale as the model keeps it. */
export interface Sale {
  readonly step: SaleStep
  readonly at: number
  readonly total: number
  readonly net: number
  /** What the budgeted discount took off each line: the goods, and the product of the offer. */
  readonly cut: readonly [number, number]
  readonly fewFired: boolean
  /** The counter of the device by which a rule has fired. */
  readonly deviceFired: string | undefined
  readonly points: Lot | undefined
  readonly pointsGiven: number
  readonly bonus: Lot | undefined
  readonly bonusGiven: number
  readonly paid: readonly Part[]
  readonly offer: number | undefined
  readonly issuedCoupon: number | undefined
  readonly returns: Set<Bring>
  isVoided: boolean
}

/** A return as the model keeps it. */
export interface Bring {
  readonly sale: Sale
  readonly units: number
  readonly extra: boolean
  readonly value: number
  readonly byValue: boolean
  points: Share
  bonus: Share
  cut: number
  /** Whether it reversed the payments: only one return of a sale does. */
  readonly isReversal: boolean
  /** What it gave back to each of the sale's payments, and where that went. */
  repaid: readonly number[]
  reversed: readonly Part[]
}

export interface Share {
  readonly should: number
  readonly taken: TakenBack
}

export const noShare: Share = { should: 0, taken: { parts: [], expired: 0, short: 0, moves: 0 } }

/** Rounded half up, as shares are. */
export const portion = (whole: number, part: number, of: number): number =>
  of === 0 ? 0 : Math.floor((2 * whole * part + of) / (2 * of))

/** Shares an amount out by value: whole parts, then the largest remainders, of equal ones the first. */
function shareOut(amount: number, values: readonly [number, number]): [number, number] {
  const all = values[0] + values[1]
  if (all === 0) return [0, 0]
  const whole = values.map((value) => Math.floor((amount * value) / all))
  const rests = values.map((value) => (amount * value) % all)
  const left = amount - (whole[0] ?? 0) - (whole[1] ?? 0)
  const first = (rests[0] ?? 0) >= (rests[1] ?? 0) ? 0 : 1
  if (left > 0) whole[first] = (whole[first] ?? 0) + 1
  if (left > 1) whole[1 - first] = (whole[1 - first] ?? 0) + 1
  return [whole[0] ?? 0, whole[1] ?? 0]
}

/** What discounts leave of the two lines. */
export class Basket {
  readonly total: number
  private rest: [number, number]

  constructor({ units, price, extra }: SaleStep) {
    this.rest = [units * price, extra === undefined ? 0 : extraPrice]
    this.total = this.rest[0] + this.rest[1]
  }

  get net(): number {
    return this.rest[0] + this.rest[1]
  }

  /** A discount on everything; what it took off each line. */
  takeOff(amount: number): [number, number] {
    const parts = shareOut(Math.min(amount, this.net), this.rest)
    this.rest = [this.rest[0] - parts[0], this.rest[1] - parts[1]]
    return parts
  }

  /** A discount on the product of an offer. */
  takeOffExtra(amount: number): void {
    this.rest = [this.rest[0], this.rest[1] - Math.min(amount, this.rest[1])]
  }
}

/** What is back of a sale, by all its returns that stand. */
export function backOf(sale: Sale, more: readonly Pick<Bring, 'units' | 'extra' | 'value'>[] = []) {
  const all = [...sale.returns, ...more]
  const units = all.reduce((sum, one) => sum + one.units, 0)
  const extras = all.filter(({ extra }) => extra).length
  const value = all.reduce((sum, one) => sum + one.value, 0)
  const isFull = value >= sale.total
  return { units, extras, value, isFull }
}

/** What is left of a sale for its level: a share of the net total is back, not of the discount. */
export function netLeft(sale: Sale): number {
  const { value, isFull } = backOf(sale)
  if (isFull) return 0
  return sale.net - portion(sale.net, value, sale.total)
}

/** What returns give back of the budgeted discount, by the units of its lines. */
export function cutBack({ cut, step }: Sale, units: number, extras: number): number {
  return portion(cut[0], units, step.units) + (extras > 0 ? cut[1] : 0)
}
