import { parseDecimal } from '../../kernel/money.ts'
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

  coupon: (asked) => (facts) => {
    facts.work.spend(facts.coupons.length)
    return found(facts.coupons.some(matchesCoupon(asked)))
  },
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

/** What a coupon must match. With nothing asked, any coupon will do. */
export interface CouponAsked {
  readonly set?: string
  readonly tag?: string
}

export function matchesCoupon({ set, tag }: CouponAsked): (coupon: PresentedCoupon) => boolean {
  return (coupon) => (set === undefined || coupon.set === set) && (tag === undefined || coupon.tags.includes(tag))
}

function amountOf(pick: (checkout: CheckoutNumbers) => number): FactCompiler {
  return plain(({ checkout }) => (checkout ? found(ofMinor(pick(checkout), checkout.scale)) : missing))
}

type BasketReader = (basket: NonNullable<Parameters<FactReader>[0]['basket']>) => ReturnType<FactReader>

function plainBasket(read: BasketReader): FactReader {
  return ({ basket }) => (basket ? read(basket) : missing)
}
