import type { Customer, Deed } from './customer.ts'
import { devices, rareCode, type Type, types } from './model-brand.ts'
import type { SaleStep, Step } from './steps.ts'

/** Numbers from a seed: the same ones whenever it is the same. */
export class Dice {
  private state: number

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761 + 12_345) >>> 0
  }

  /** From 0 to below `most`. */
  below(most: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }
}

/** What happens next to a customer. `round` names the code that is rare at present. */
export function drawStep(customer: Customer, dice: Dice, round: number): Step {
  if (customer.isOut) return dice.chance(80) ? { kind: 'in' } : drawOrdinary(customer, dice, round)
  if (customer.isSuspended) {
    const ways: readonly Step[] = [{ kind: 'reactivate' }, { kind: 'out', release: true }]
    return dice.chance(60) ? (dice.pick(ways) ?? { kind: 'reactivate' }) : drawOrdinary(customer, dice, round)
  }
  return drawOrdinary(customer, dice, round)
}

/** Some that could come next. Things that seldom happen are among them more often than they happen. */
export function drawSteps(customer: Customer, dice: Dice, round: number): readonly Step[] {
  const step = drawStep(customer, dice, round)
  if (customer.isOut || customer.isSuspended) return [step, drawStep(customer, dice, round)]
  const undoing = drawCancel(customer, dice) ?? drawBring(customer, dice)
  return [step, drawBalance(customer, dice), drawRare(customer, dice), ...(undoing ? [undoing] : [])]
}

function drawOrdinary(customer: Customer, dice: Dice, round: number): Step {
  const roll = dice.below(100)
  if (roll < 34) return drawSale(customer, dice, round)
  if (roll < 49) return drawBring(customer, dice) ?? drawSale(customer, dice, round)
  if (roll < 67) return drawCancel(customer, dice) ?? drawSale(customer, dice, round)
  if (roll < 92) return drawBalance(customer, dice)
  return drawRare(customer, dice)
}

function drawSale(customer: Customer, dice: Dice, round: number): SaleStep {
  const offers = customer.offers.length
  const promo = dice.pick(['cut', 'few', 'bonus', 'gift', 'device', undefined] as const)
  return {
    kind: 'sale',
    units: 1 + dice.below(10),
    price: [1275, 2000, 3333, 4210][dice.below(4)] ?? 2000,
    extra: offers > 0 && dice.chance(30) ? dice.below(offers) : undefined,
    pay: dice.chance(25) ? 1 + dice.below(700) : 0,
    code: dice.chance(30) ? dice.pick(['OPEN', 'ONCE', rareCode(round)]) : undefined,
    coupon: customer.coupons.length > 0 && dice.chance(25) ? dice.below(customer.coupons.length) : undefined,
    promo,
    device: promo === 'device' && dice.chance(80) ? dice.pick(devices) : undefined,
  }
}

function drawBring(customer: Customer, dice: Dice): Step | undefined {
  const sale = pickDeed(customer, dice, (deed) => deed.kind === 'sale')
  const deed = sale === undefined ? undefined : customer.deeds[sale]
  if (sale === undefined || deed?.kind !== 'sale') return undefined
  const { units, extra } = deed.sale.step
  const back = [...deed.sale.returns].reduce((sum, one) => sum + one.units, 0)
  const left = Math.max(units - back, 0)
  const wanted = dice.chance(50) ? left : 1 + dice.below(units)
  const withExtra = extra !== undefined && dice.chance(60)
  const all = wanted === 0 && !withExtra ? 1 : wanted
  // Only goods of one line without a budgeted discount are returned by value: then lines and value are the same thing.
  const byValue = extra === undefined && deed.sale.cut[0] === 0 && back === 0 && dice.chance(20)
  const reverse = dice.chance(20)
  const { pay } = deed.sale.step
  const repaid = !reverse && pay > 0 && dice.chance(50) ? 1 + dice.below(pay) : 0
  return { kind: 'bring', sale, units: all, extra: withExtra && !byValue, byValue, reverse, back: repaid }
}

function drawCancel(customer: Customer, dice: Dice): Step | undefined {
  const wanted = dice.chance(40) ? (deed: Deed) => deed.kind === 'bring' : () => true
  const deed = pickDeed(customer, dice, wanted)
  return deed === undefined ? undefined : { kind: 'cancel', deed, resets: dice.chance(40) }
}

function drawBalance(customer: Customer, dice: Dice): Step {
  const type: Type = dice.pick(types) ?? 'Points'
  const amount = type === 'USD' ? 1 + dice.below(3000) : 1 + dice.below(40)
  const child = customer.hasChild && dice.chance(20)
  const hold = pickDeed(customer, dice, (deed) => deed.kind === 'hold')
  const roll = dice.below(10)
  if (roll < 4) {
    const months = dice.chance(50) ? 0 : 1 + dice.below(4)
    return { kind: 'issue', type, amount, returned: dice.chance(15), months, child }
  }
  if (roll < 7 || (roll > 8 && hold === undefined))
    return { kind: 'redeem', type, amount, most: dice.chance(30), child }
  if (roll < 8 || hold === undefined) return { kind: 'hold', type, amount: Math.ceil(amount / 3) }
  const used = dice.chance(30) ? 0 : Math.ceil(amount / 5)
  return { kind: 'use', hold, amount: used, release: used === 0 || dice.chance(40) }
}

function drawRare(customer: Customer, dice: Dice): Step {
  const roll = dice.below(12)
  if (roll >= 10) return dice.chance(85) ? { kind: 'choose' } : drawMistake(customer, dice)
  if (roll < 3) return { kind: 'out', release: dice.chance(70) }
  if (roll < 4) return { kind: 'suspend' }
  if (roll < 5) return { kind: 'child' }
  if (roll < 7 && customer.offers.length < 5) return { kind: 'offer' }
  if (roll < 8 && customer.cards.length > 1) return { kind: 'old' }
  return { kind: 'coupon' }
}

/** What has to be refused. */
function drawMistake(customer: Customer, dice: Dice): Step {
  const { hasChild, isSuspended } = customer
  if (!isSuspended && dice.chance(40)) return { kind: 'in' }
  if (hasChild || dice.chance(40)) return { kind: 'reactivate' }
  return { kind: 'redeem', type: 'Points', amount: 1, most: false, child: true }
}

/** The place of a deed of this kind, newer ones sooner. */
function pickDeed(customer: Customer, dice: Dice, wanted: (deed: Deed) => boolean): number | undefined {
  const places = customer.deeds.flatMap((deed, place) => (deed && wanted(deed) ? [place] : []))
  return dice.pick(dice.chance(60) ? places.slice(-5) : places)
}
