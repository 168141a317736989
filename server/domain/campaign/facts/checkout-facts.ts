import { parseDecimal } from '../../../ground/kernel/money.ts'
import type { CheckoutNumbers, PresentedCoupon } from '../call-facts.ts'
import { ofMinor } from '../decimal.ts'
import { counted, type FactCompiler, type FactReader, found, listed, missing, plain } from './reading.ts'

/** Facts about the checkout. They are missing in every other call. */
export const checkoutFacts: Readonly<Record<string, FactCompiler>> = {
  'checkout.total': amountOf((checkout) => checkout.total),
  'checkout.netTotal': amountOf((checkout) => checkout.netTotal),
  'checkout.shipping': amountOf((checkout) => checkout.shipping),
  'checkout.tip': amountOf((checkout) => checkout.tip),
  'checkout.units': plain(({ basket }) => (basket ? found(basket.products().quantity) : missing)),
  'checkout.lines': plain(({ basket }) => counted(basket?.products().lines)),
  'checkout.orderMode': plain(({ checkout }) => counted(checkout?.orderMode)),
  'checkout.hasCard': plain(({ checkout, card }) => found(checkout && card !== undefined)),
  'checkout.isReferred': plain(({ checkout, hasReferrer = false }) => found(checkout && hasReferrer)),

  'products.quantity': ({ where }) => plainBasket((basket) => found(basket.products(where).quantity)),
  'products.total':
    ({ where }) =>
    ({ basket, checkout }) =>
      basket && checkout ? found(ofMinor(basket.products(where).total, checkout.scale)) : missing,
  'products.lines': ({ where }) => plainBasket((basket) => counted(basket.products(where).lines)),

  'payments.total':
    ({ type }) =>
    ({ payments, checkout, work }) => {
      if (!checkout) return missing
      work.spend(payments.length)
      const meant = payments.filter((payment) => type === undefined || payment.type === type)
      return found(
        ofMinor(
          meant.reduce((sum, payment) => sum + payment.amount, 0),
          checkout.scale,
        ),
      )
    },
  'payments.types': plain(({ payments, work }) => {
    work.spend(payments.length)
    return listed([...new Set(payments.map((payment) => payment.type).filter((type) => type !== ''))])
  }),

  coupon: presented('coupon'),
  code: presented('code'),
  keyValue:
    ({ key }) =>
    ({ keyValues, work }) => {
      work.spend(keyValues.length)
      return listed(keyValues.filter((pair) => pair.key === key).map((pair) => pair.value))
    },
  'keyValue.number':
    ({ key }) =>
    ({ keyValues, work }) => {
      work.spend(keyValues.length)
      const first = keyValues.find((pair) => pair.key === key)
      return found(first && parseDecimal(first.value.trim()))
    },
}

/** What a coupon or a public code must match. With nothing asked, any coupon, or any code, will do. */
export interface CouponAsked {
  readonly set?: string
  readonly tag?: string
}

/** The facts about what the customer presents. A firing that they lead to consumes it. */
export type PresentedFact = 'coupon' | 'code'

export const isPresentedFact = (fact: string): fact is PresentedFact => fact === 'coupon' || fact === 'code'

export function matchesCoupon(fact: PresentedFact, { set, tag }: CouponAsked): (coupon: PresentedCoupon) => boolean {
  const isCode = fact === 'code'
  return (coupon) =>
    (coupon.codeKey !== undefined) === isCode &&
    (set === undefined || coupon.set === set) &&
    (tag === undefined || coupon.tags.includes(tag))
}

function presented(fact: PresentedFact): FactCompiler {
  return (asked) => {
    const matches = matchesCoupon(fact, asked)
    return ({ coupons, work }) => {
      work.spend(coupons.length)
      return found(coupons.some(matches))
    }
  }
}

function amountOf(pick: (checkout: CheckoutNumbers) => number): FactCompiler {
  return plain(({ checkout }) => (checkout ? found(ofMinor(pick(checkout), checkout.scale)) : missing))
}

type BasketReader = (basket: NonNullable<Parameters<FactReader>[0]['basket']>) => ReturnType<FactReader>

function plainBasket(read: BasketReader): FactReader {
  return ({ basket }) => (basket ? read(basket) : missing)
}
