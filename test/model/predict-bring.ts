import { budgetName, type Customer, type Deed, returnTaken } from './customer.ts'
import type { Moment, Refusal } from './moment.ts'
import { freeCode, freeOffer, mayUseAgain, useCode, useOffer } from './predict-sale.ts'
import { type Lot, type Part, type Purse, sum } from './purse.ts'
import { type Bring, backOf, cutBack, noShare, portion, type Sale, type Share } from './sale.ts'
import { type BringStep, extraPrice } from './steps.ts'

export function decideBring(customer: Customer, step: BringStep, { now }: Moment): Deed | number {
  const deed = customer.deeds[step.sale]
  if (deed?.kind !== 'sale') throw new Error(`no sale at ${step.sale}`)
  const { sale } = deed
  if (sale.isVoided) return 119
  const bring: Bring = {
    ...toBring(sale, step),
    points: noShare,
    bonus: noShare,
    cut: 0,
    isReversal: step.reverse,
    repaid: [],
    reversed: [],
  }
  const before = backOf(sale)
  const after = backOf(sale, [bring])
  if (after.value > sale.total || after.units > sale.step.units || after.extras > 1) return 120
  if (step.reverse && [...sale.returns].some(({ isReversal }) => isReversal)) return 119
  const unpaid = sale.paid.map(({ amount }, place) => amount - repaidSoFar(sale, place))
  const left = unpaid.reduce((total, one) => total + one, 0)
  if (step.back > left) return 120
  const issued = sale.issuedCoupon === undefined ? undefined : customer.coupons[sale.issuedCoupon]
  if (issued && issued.usedBy !== undefined) return 126
  const { Points, Punches, USD } = customer.root
  const whole = { part: after.isFull ? 1 : after.value, of: after.isFull ? 1 : sale.total }
  bring.points = takeShare(
    { purse: Points, lot: sale.points, given: sale.pointsGiven },
    shouldSoFar(sale, 'points'),
    whole,
    now,
  )
  bring.bonus = takeShare(
    { purse: Punches, lot: sale.bonus, given: sale.bonusGiven },
    shouldSoFar(sale, 'bonus'),
    whole,
    now,
  )
  const cutSoFar = [...sale.returns].reduce((total, one) => total + one.cut, 0)
  bring.cut = Math.max(0, cutBack(sale, after.units, after.extras) - cutSoFar)
  bring.repaid = fillUp(unpaid, step.reverse ? left : step.back)
  bring.reversed = sale.paid.flatMap(({ lot }, place) => {
    const amount = bring.repaid[place] ?? 0
    return amount > 0 ? [payBack(USD, { lot, amount }, now)] : []
  })
  if (issued) issued.isDisabled = true
  sale.returns.add(bring)
  if (after.isFull && !before.isFull) giveUsesBack(customer, sale)
  giveBudgets(customer, bring, -1)
  customer.settleLevels(now, false)
  return { kind: 'bring', bring }
}

function toBring(sale: Sale, { units, extra, byValue }: BringStep) {
  const value = units * sale.step.price + (extra ? extraPrice : 0)
  return { sale, units: byValue ? 0 : units, extra: !byValue && extra, value, byValue }
}

/** To its lot, or as store credit where that has expired. Returns where it went. */
function payBack(purse: Purse, part: Part, now: number): Part {
  if (part.lot.expires <= now) return { lot: purse.issue(part.amount, { returned: true }), amount: part.amount }
  purse.giveBack(part)
  return part
}

const repaidSoFar = (sale: Sale, place: number): number =>
  [...sale.returns].reduce((total, { repaid }) => total + (repaid[place] ?? 0), 0)

/** So much into places that take so much each, the first ones first. */
function fillUp(places: readonly number[], amount: number): number[] {
  let left = amount
  return places.map((most) => {
    const now = Math.min(left, most)
    left -= now
    return now
  })
}

const shouldSoFar = (sale: Sale, of: 'points' | 'bonus'): number =>
  [...sale.returns].reduce((total, one) => total + one[of].should, 0)

interface Given {
  readonly purse: Purse
  readonly lot: Lot | undefined
  readonly given: number
}

function takeShare(
  { purse, lot, given }: Given,
  soFar: number,
  { part, of }: { part: number; of: number },
  now: number,
): Share {
  const should = Math.max(0, portion(given, part, of) - soFar)
  if (!lot || should === 0) return noShare
  return { should, taken: purse.takeBack(lot, should, now) }
}

/** What was taken back of a budget's balance; what was spent of it stays spent. */
function giveBudgets(customer: Customer, { sale, cut, bonus }: Bring, sign: number): void {
  customer.shared.add(budgetName('cut', sale.at), sign * cut)
  customer.shared.add(budgetName('bonus', sale.at), sign * (bonus.should - bonus.taken.short))
}

function giveUsesBack(customer: Customer, sale: Sale): void {
  const coupon = sale.step.coupon === undefined ? undefined : customer.coupons[sale.step.coupon]
  if (coupon) coupon.usedBy = undefined
  freeCode(customer, sale)
  freeOffer(customer, sale)
}

export function cancelBring(customer: Customer, bring: Bring, moment: Moment): Refusal {
  const { sale } = bring
  const { Points, Punches } = customer.root
  const becomesOpen = backOf(sale).isFull && bring.value > 0
  if (!canPayAgain(customer, bring, moment.now)) return 13
  if (becomesOpen) {
    const refused = useAgain(customer, sale, moment)
    if (refused !== undefined) return refused
  }
  sale.returns.delete(bring)
  const issued = sale.issuedCoupon === undefined ? undefined : customer.coupons[sale.issuedCoupon]
  if (issued && sale.returns.size === 0) issued.isDisabled = false
  if (sale.points) returnTaken(Points, sale.points, bring.points.taken)
  if (sale.bonus) returnTaken(Punches, sale.bonus, bring.bonus.taken)
  payAgain(customer, bring, moment.now)
  giveBudgets(customer, bring, 1)
  customer.settleLevels(moment.now, false)
  return undefined
}

/** Coupon, code and offer belong to the sale again, unless somebody else has them by now. */
function useAgain(customer: Customer, sale: Sale, moment: Moment): Refusal {
  const coupon = sale.step.coupon === undefined ? undefined : customer.coupons[sale.step.coupon]
  if (coupon && coupon.usedBy !== undefined) return 27
  if (!mayUseAgain(customer, sale, moment)) return 27
  const offer = sale.offer === undefined ? undefined : customer.offers[sale.offer]
  if (offer && offer.usedBy !== undefined) return 119
  if (coupon) coupon.usedBy = customer.deeds.findIndex((deed) => deed?.kind === 'sale' && deed.sale === sale)
  if (sale.step.code !== undefined) useCode(customer, sale.step.code, sale)
  useOffer(customer, sale)
  return undefined
}

function canPayAgain(customer: Customer, { reversed }: Bring, now: number): boolean {
  const gone = reversed.reduce(
    (total, { lot, amount }) => total + (lot.expires <= now ? Math.min(amount, lot.free) : 0),
    0,
  )
  return customer.root.USD.available(now) >= sum(reversed) - gone
}

function payAgain(customer: Customer, { reversed }: Bring, now: number): void {
  for (const { lot, amount } of reversed) customer.root.USD.takeBack(lot, amount, now)
}
