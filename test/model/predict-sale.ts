import { endOf } from './calendar.ts'
import { budgetName, type Customer, type Deed } from './customer.ts'
import { codes, terms } from './model-brand.ts'
import type { Moment, Refusal } from './moment.ts'
import { Basket, portion, type Sale } from './sale.ts'
import type { SaleStep } from './steps.ts'

/** A fault of the server that shows in numbers that several customers share. */
export class SharedFault extends Error {}

export function decideSale(customer: Customer, step: SaleStep, moment: Moment): Deed | number {
  const { now } = moment
  const coupon = step.coupon === undefined ? undefined : customer.coupons[step.coupon]
  if (coupon && (coupon.usedBy !== undefined || coupon.isDisabled)) return 27
  if (step.code !== undefined && codeIsRefused(customer, step.code, moment)) return 27
  const off = discounts(customer, step, moment)
  if (customer.root.USD.available(now) < step.pay) return 13
  const paid = customer.root.USD.take(step.pay, now)
  const pointsGiven = Math.floor(off.net / 100)
  const expires = endOf('month', terms.earnedKeptMonths, now)
  const bonusGiven = step.promo === 'bonus' ? bonusOf(customer, moment) : 0
  const sale: Sale = {
    step,
    at: now,
    ...off,
    points: pointsGiven > 0 ? customer.root.Points.issue(pointsGiven, { expires }) : undefined,
    pointsGiven,
    bonus: bonusGiven > 0 ? customer.root.Punches.issue(bonusGiven) : undefined,
    bonusGiven,
    paid,
    issuedCoupon: step.promo === 'gift' ? customer.coupons.length : undefined,
    returns: new Set(),
    isVoided: false,
  }
  customer.sales.push(sale)
  if (coupon) coupon.usedBy = customer.deeds.length
  if (sale.offer !== undefined) useOffer(customer, sale)
  if (step.code !== undefined) useCode(customer, step.code, sale)
  customer.shared.add(budgetName('cut', now), sale.cut[0] + sale.cut[1])
  customer.shared.add(budgetName('few', now), sale.fewFired ? 1 : 0)
  customer.shared.add(budgetName('bonus', now), bonusGiven)
  if (sale.deviceFired !== undefined) customer.shared.add(sale.deviceFired, 1)
  customer.settleLevels(now, true)
  return { kind: 'sale', sale }
}

/** In the order of the campaigns: offers first, then code, coupon, budgeted, limited. */
function discounts(customer: Customer, step: SaleStep, moment: Moment) {
  const basket = new Basket(step)
  const { extra } = step
  const offer = extra === undefined ? undefined : customer.offers[extra]
  const usable = offer && offer.usedBy === undefined && offer.expires > moment.now
  if (usable) basket.takeOffExtra(terms.offerOff)
  if (step.code !== undefined) basket.takeOff(portion(basket.net, terms.codePercent, 100))
  if (step.coupon !== undefined) basket.takeOff(terms.couponOff)
  const cut = basket.takeOff(
    step.promo === 'cut' ? cutOf(customer, portion(basket.net, terms.cutPercent, 100), moment) : 0,
  )
  const fewFired = step.promo === 'few' && fewMayFire(customer, moment)
  if (fewFired) basket.takeOff(terms.fewOff)
  const deviceFired = deviceThatFires(customer, step, moment)
  if (deviceFired !== undefined) basket.takeOff(terms.deviceOff)
  return { total: basket.total, net: basket.net, cut, fewFired, deviceFired, offer: usable ? extra : undefined }
}

const cutOf = (customer: Customer, wanted: number, moment: Moment): number =>
  grant(customer, { name: budgetName('cut', moment.now), wanted, limit: terms.cutBudget }, moment, moment.seen?.cut)

const bonusOf = (customer: Customer, moment: Moment): number => {
  const ask = { name: budgetName('bonus', moment.now), wanted: terms.bonus, limit: terms.bonusBudget }
  return grant(customer, ask, moment, moment.seen?.bonus)
}

function fewMayFire(customer: Customer, moment: Moment): boolean {
  if (customer.fewFired(moment.now) >= terms.fewPerCard) return false
  const ask = { name: budgetName('few', moment.now), wanted: 1, limit: terms.fewPerMonth }
  return grant(customer, ask, moment, moment.seen && (moment.seen.few ? 1 : 0)) === 1
}

/** The counter of the step's device, if its limit lets the rule fire. Without a device, nothing is given. */
function deviceThatFires(customer: Customer, { promo, device }: SaleStep, moment: Moment): string | undefined {
  if (promo !== 'device' || device === undefined) return undefined
  const name = deviceName(device, moment.now)
  const ask = { name, wanted: 1, limit: terms.devicePerMonth }
  return grant(customer, ask, moment, moment.seen && (moment.seen.device ? 1 : 0)) === 1 ? name : undefined
}

interface Ask {
  readonly name: string
  readonly wanted: number
  readonly limit: number
}

/** What a counter gives. Beside others, what the server gave, if that can be: never more, and less only at the edge. */
function grant(
  customer: Customer,
  { name, wanted, limit }: Ask,
  { asking, seen: all }: Moment,
  seen: number | undefined,
): number {
  if (seen === undefined || all?.refusedWith !== undefined)
    return Math.min(wanted, Math.max(0, limit - customer.shared.of(name)))
  if (seen > wanted) throw new SharedFault(`${name} gave ${seen} where ${wanted} was wanted`)
  const most = asking?.peak[name] ?? 0
  if (seen < wanted && most + wanted <= limit)
    throw new SharedFault(`${name} gave ${seen} of ${wanted}, though at most ${most} of ${limit} were taken`)
  return seen
}

function codeIsRefused(customer: Customer, code: string, { seen, asking }: Moment): boolean {
  const { uses, perCard } = codes.find((one) => one.code === code) ?? {}
  if (perCard !== undefined && customer.usesOf(code).size >= perCard) return true
  if (uses === undefined) return false
  if (!seen) return customer.shared.of(codeName(code)) >= uses
  if (seen.refusedWith === 27 && (asking?.peak[codeName(code)] ?? 0) < uses)
    throw new SharedFault(`${code} was refused, though at most ${asking?.peak[codeName(code)]} of ${uses} were used`)
  return seen.refusedWith === 27
}

export const deviceName = (device: string, at: number): string => budgetName(`device ${device}`, at)
export const codeName = (code: string): string => `code ${code}`

/** Whether a use that was given back can be had again. */
export function mayUseAgain(customer: Customer, { step }: Sale, { seen }: Moment): boolean {
  if (step.code === undefined) return true
  const { uses, perCard } = codes.find(({ code }) => code === step.code) ?? {}
  if (perCard !== undefined && customer.usesOf(step.code).size >= perCard) return false
  if (uses === undefined) return true
  return seen ? seen.refusedWith !== 27 : customer.shared.of(codeName(step.code)) < uses
}

export function useCode(customer: Customer, code: string, sale: Sale): void {
  customer.usesOf(code).add(sale)
  customer.shared.add(codeName(code), 1)
}

export function freeCode(customer: Customer, sale: Sale): void {
  const { code } = sale.step
  if (code !== undefined && customer.usesOf(code).delete(sale)) customer.shared.add(codeName(code), -1)
}

export function useOffer(customer: Customer, sale: Sale): void {
  const offer = sale.offer === undefined ? undefined : customer.offers[sale.offer]
  if (offer) offer.usedBy = sale
}

export function freeOffer(customer: Customer, sale: Sale): void {
  const offer = sale.offer === undefined ? undefined : customer.offers[sale.offer]
  if (offer?.usedBy === sale) offer.usedBy = undefined
}

interface Cancelling {
  readonly moment: Moment
  readonly resets: boolean
  readonly place: number
}

export function cancelSale(customer: Customer, sale: Sale, { moment, resets, place }: Cancelling): Refusal {
  const { now } = moment
  if (sale.returns.size > 0) return 119
  const { Points, Punches, USD } = customer.root
  if (sale.points && !Points.canTakeBack(sale.points, sale.pointsGiven, now)) return 13
  if (sale.bonus && !Punches.canTakeBack(sale.bonus, sale.bonusGiven, now)) return 13
  if (sale.points) Points.takeBack(sale.points, sale.pointsGiven, now)
  if (sale.bonus) Punches.takeBack(sale.bonus, sale.bonusGiven, now)
  for (const part of sale.paid) USD.giveBack(part)
  sale.isVoided = true
  const coupon = sale.step.coupon === undefined ? undefined : customer.coupons[sale.step.coupon]
  if (coupon && resets && coupon.usedBy === place) coupon.usedBy = undefined
  const issued = sale.issuedCoupon === undefined ? undefined : customer.coupons[sale.issuedCoupon]
  if (issued) issued.isDisabled = true
  freeCode(customer, sale)
  freeOffer(customer, sale)
  customer.shared.add(budgetName('cut', sale.at), -(sale.cut[0] + sale.cut[1]))
  customer.shared.add(budgetName('few', sale.at), sale.fewFired ? -1 : 0)
  customer.shared.add(budgetName('bonus', sale.at), -sale.bonusGiven)
  if (sale.deviceFired !== undefined) customer.shared.add(sale.deviceFired, -1)
  customer.settleLevels(now, false)
  return undefined
}
