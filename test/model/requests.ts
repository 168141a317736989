import { dayMs, written } from './calendar.ts'
import type { Customer } from './customer.ts'
import { expiryOf } from './customer.ts'
import { named, type Type, unitsOf } from './model-brand.ts'
import { type BringStep, extraPrice, type SaleStep, type Step } from './steps.ts'

export interface Request {
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
}

const amountOf = (type: Type, minor: number) => ({ ...named[type], amount: minor / unitsOf(type) })

/** The call of a step. `next` is the number of the card that a transfer goes to. */
export function requestOf(customer: Customer, step: Step, { now, next }: { now: number; next: string }): Request {
  const { number: cardNumber } = customer
  const update = (body: object) => ({ operation: 'updateBalance', body: { cardNumber, returnBalances: true, ...body } })
  switch (step.kind) {
    case 'issue': {
      const expires = expiryOf(step.months, now)
      return update({
        action: 'issue',
        amount: amountOf(step.type, step.amount),
        isReturnRelated: step.returned,
        ...(step.months > 0 && { issuedBalanceExpiration: written(expires) }),
        ...childOf(customer, step.child),
      })
    }
    case 'redeem': {
      const amount = amountOf(step.type, step.amount)
      return update({ action: 'redeem', amount, redeemMaxOnOverdraw: step.most, ...childOf(customer, step.child) })
    }
    case 'hold':
      return update({ action: 'hold', amount: amountOf(step.type, step.amount) })
    case 'use': {
      const deed = customer.deeds[step.hold]
      const type = deed?.kind === 'hold' ? deed.type : 'Points'
      const from = { redeemFromHoldTransactionId: customer.refs[step.hold], releaseHoldRemainder: step.release }
      return update({ action: 'redeem', amount: amountOf(type, step.amount), ...from })
    }
    case 'old':
      return { ...update({}), body: { cardNumber: customer.cards[0], action: 'redeem', amount: amountOf('Points', 1) } }
    case 'suspend': {
      const adjust = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Suspended' } }
      return { operation: 'updateBalance', body: { cardNumber, action: 'adjustOnly', ...adjust } }
    }
    default:
      return otherRequest(customer, step, { now, next })
  }
}

type OtherStep = Exclude<Step, { kind: 'issue' | 'redeem' | 'hold' | 'use' | 'old' | 'suspend' }>

function otherRequest(customer: Customer, step: OtherStep, { now, next }: { now: number; next: string }): Request {
  const { number: cardNumber } = customer
  switch (step.kind) {
    case 'sale':
      return { operation: 'checkout', body: { cardNumber, ...saleOf(customer, step) } }
    case 'bring':
      return { operation: 'returnMerchandise', body: { cardNumber, ...returnOf(customer, step) } }
    case 'cancel': {
      const child = childOf(customer, isOfChild(customer, step.deed))
      const body = { cardNumber, requestRef: customer.refs[step.deed], usedCouponResets: step.resets, ...child }
      return { operation: 'voidTransaction', body }
    }
    case 'out':
      return { operation: 'transfer', body: { action: 'out', cardNumber, ignoreHoldBalances: step.release } }
    case 'in': {
      const transfer = { action: 'in', cardNumber: next, oldCardNumber: cardNumber, transferCoupons: true }
      return { operation: 'transfer', body: transfer }
    }
    case 'reactivate':
      return { operation: 'reactivate', body: { cardNumber, reason: 'found' } }
    case 'child':
      return { operation: 'allocateChildCard', body: { cardNumber, childCardNumber: 'child' } }
    case 'coupon': {
      const coupon = { couponSetId: 'gift', promotionId: 'gift', allowMultipleCoupons: true }
      return { operation: 'allocateCoupon', body: { cardNumber, ...coupon } }
    }
    case 'choose':
      return { operation: 'chooseReward', body: { cardNumber, rewardId: 'mug' } }
    case 'offer': {
      const skus = [{ sku: extraSku(customer.offers.length) }]
      const off = {
        discountType: 'absoluteDiscount',
        absoluteDiscount: 1.5,
        expirationDate: written(now + 300 * dayMs),
      }
      return { operation: 'addPersonalOffer', body: { cardNumber, offers: [{ skus, ...off }] } }
    }
  }
}

function saleOf(customer: Customer, step: SaleStep): object {
  const cake = { sku: 'CAKE', unitPrice: step.price / 100, amountPurchased: step.units }
  const extra = step.extra === undefined ? [] : [{ sku: extraSku(step.extra), unitPrice: extraPrice / 100 }]
  const coupons = [step.code, step.coupon === undefined ? undefined : customer.coupons[step.coupon]?.id]
  const presented = coupons.filter((one) => one !== undefined)
  return {
    products: [cake, ...extra],
    returnBalances: true,
    returnBalanceMutations: true,
    ...(presented.length > 0 && { coupons: presented }),
    ...(step.device !== undefined && { device: step.device }),
    ...(step.promo && { customKeyValues: [{ key: 'promo', value: step.promo }] }),
    ...(step.pay > 0 && { paymentMethods: [{ redeemBalance: true, ...amountOf('USD', step.pay) }] }),
  }
}

function returnOf(customer: Customer, step: BringStep): object {
  const deed = customer.deeds[step.sale]
  if (deed?.kind !== 'sale') throw new Error(`no sale at ${step.sale}`)
  const sold = deed.sale.step
  const what = step.byValue
    ? { additionalReturnAmount: (step.units * sold.price) / 100 }
    : {
        returnedProducts: [
          ...(step.units > 0 ? [{ sku: 'CAKE', amountPurchased: step.units }] : []),
          ...(step.extra && sold.extra !== undefined ? [{ sku: extraSku(sold.extra), amountPurchased: 1 }] : []),
        ],
      }
  const repaid = step.back > 0 ? { reversedPaymentAmount: step.back / 100 } : {}
  return { checkoutRequestRef: customer.refs[step.sale], reversePayments: step.reverse, ...repaid, ...what }
}

const extraSku = (place: number) => `M${place}`
const childOf = (_: Customer, isChild: boolean) => (isChild ? { childCardNumber: 'child' } : {})

function isOfChild(customer: Customer, place: number): boolean {
  const deed = customer.deeds[place]
  return (deed?.kind === 'issue' || deed?.kind === 'redeem') && deed.child
}
