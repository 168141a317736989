import type { Brand } from '../brand/brand.ts'
import { addableOf } from '../brand/rules/add-product.ts'
import type { AmountInFile, LocalAmountInFile } from '../brand/rules/amounts.ts'
import type { ConditionInFile } from '../brand/rules/conditions.ts'
import type { Money } from '../brand/rules/per-currency.ts'
import type { ResultInFile } from '../brand/rules/results.ts'
import type { HandLimit } from './limits.ts'
import { dearest, worthOfOffers } from './offer-worth.ts'
import { inMain } from './outcome-sums.ts'
import { beyondAll, nothing, plus, type Sums, toMillionths } from './sums.ts'

/** A coupon that somebody gets, as far as its worth is concerned. */
export interface GivenCoupon {
  readonly setId: string
  readonly tags: readonly string[]
}

/** What rules give for a coupon, as far as it can be told in advance. */
interface CouponWorth {
  readonly known: Sums
  /** Some of it depends on prices or on the customer, or no rule asks for the coupon: the till knows what it is for. */
  readonly isOpen: boolean
}

/** What coupons come to: what is known of them, and how many could be worth more. */
export interface CouponSums {
  readonly known: Sums
  readonly open: number
}

export function worthOfCoupons(coupons: readonly GivenCoupon[], brand: Brand): CouponSums {
  const worths = coupons.map((coupon) => worthOf(coupon, brand))
  return {
    known: worths.reduce((sum, { known }) => plus(sum, known), nothing),
    open: worths.filter(({ isOpen }) => isOpen).length,
  }
}

/** How many coupons of unknown worth a limit lets somebody give in a day. */
export const openADay = ({ once, perDay }: HandLimit): bigint => (once.money === 0n ? 0n : perDay.money / once.money)

/** Whether rules give more for a coupon than they did, because it has other tags. */
export function isWorthMore(after: GivenCoupon, before: GivenCoupon, brand: Brand): boolean {
  const [now, then] = [worthOf(after, brand), worthOf(before, brand)]
  const { money: most, points } = now.known
  return most > then.known.money || points > then.known.points || (now.isOpen && !then.isOpen)
}

/**
 * Coupons of unknown worth count as much as somebody may give at once: so the file, which says how much that is and how often
 * a day, also says how many of them. Who may give nothing at once gives none.
 */
export function withOpen({ known, open }: CouponSums, { once }: HandLimit): Sums {
  if (open === 0) return known
  const most = once.money === 0n ? beyondAll : once.money * BigInt(open)
  return { money: known.money > most ? known.money : most, points: known.points }
}

/** A coupon is used up by one campaign: the dearest counts, with all of its rules that ask for the coupon. */
function worthOf(coupon: GivenCoupon, brand: Brand): CouponWorth {
  const worths = brand.document.campaigns
    .filter(({ active }) => active)
    .flatMap(({ when, rules }) => {
      const isOpener = when.some((condition) => asksFor(condition, coupon))
      const asking = rules.filter((rule) => isOpener || rule.when.some((condition) => asksFor(condition, coupon)))
      return asking.length === 0
        ? []
        : [addUp(asking.flatMap(({ then }) => then.map((one) => worthOfResult(one, brand))))]
    })
  if (worths.length === 0) return unknown
  return {
    known: worths.map(({ known }) => known).reduce(larger, nothing),
    isOpen: worths.some(({ isOpen }) => isOpen),
  }
}

/** Whether the coupon could be what makes the condition hold. */
function asksFor(condition: ConditionInFile, coupon: GivenCoupon): boolean {
  if ('fact' in condition) {
    const { fact, set, tag } = condition
    return (
      fact === 'coupon' && (set ?? coupon.setId) === coupon.setId && (tag === undefined || coupon.tags.includes(tag))
    )
  }
  if ('all' in condition) return condition.all.some((one) => asksFor(one, coupon))
  if ('any' in condition) return condition.any.some((one) => asksFor(one, coupon))
  return 'of' in condition && condition.of.some((one) => asksFor(one, coupon))
}

const unknown: CouponWorth = { known: nothing, isOpen: true }
const free: CouponWorth = { known: nothing, isOpen: false }
const money = (amount: bigint): CouponWorth => ({ known: { money: amount, points: 0n }, isOpen: false })

function worthOfResult(result: ResultInFile, brand: Brand): CouponWorth {
  if ('issue' in result) return worthOfIssue(result.issue, brand)
  if ('discount' in result) {
    const { amount, max, on, repeat } = result.discount
    if (max !== undefined) return money(inDearest(max, brand))
    const most = amount === undefined || typeof on !== 'string' || repeat !== 1 ? undefined : mostOf(amount)
    return most === undefined ? unknown : money(inDearest(most, brand))
  }
  if ('personalOffer' in result) {
    const { absoluteDiscount, maxUsageCount } = result.personalOffer
    if (absoluteDiscount === undefined) return unknown
    return { known: worthOfOffers([{ terms: { absoluteDiscount }, maxUses: maxUsageCount }], brand), isOpen: false }
  }
  if ('addProduct' in result) return worthOfProduct(result.addProduct, brand)
  // A coupon for a coupon, and an exchange that is not open to everybody, can be worth anything.
  return 'allocateCoupon' in result || 'convert' in result ? unknown : free
}

type ProductInFile = Extract<ResultInFile, { addProduct: unknown }>['addProduct']

/**
 * What a product costs less than otherwise. Where the file does not say what it costs otherwise, that is open: it is worth at least
 * what the merchant pays for the dearest of those that may be chosen.
 */
function worthOfProduct(given: ProductInFile, brand: Brand): CouponWorth {
  const { units, unitPrice, regularPrice } = given
  const times = (amount: bigint) => (amount * toMillionths(units)) / toMillionths(1)
  if (regularPrice !== undefined) return money(times(largestGap(regularPrice, unitPrice, brand)))
  const skus = addableOf(given)
  const costs = brand.document.products
    .filter(({ sku }) => skus.includes(sku))
    .map(({ cost = 0 }) => toMillionths(cost))
  const most = costs.reduce((highest, cost) => (cost > highest ? cost : highest), 0n)
  const paid = inDearest(unitPrice, brand)
  return { known: { money: most > paid ? times(most - paid) : 0n, points: 0n }, isOpen: true }
}

/** How much lower a price is, in the currency in which that is most. */
function largestGap(from: Money, to: Money, brand: Brand): bigint {
  const names = [from, to].flatMap((amount) => (typeof amount === 'number' ? [] : Object.keys(amount)))
  const inName = (amount: Money, name: string) => (typeof amount === 'number' ? amount : (amount[name] ?? 0))
  if (names.length === 0 && typeof from === 'number' && typeof to === 'number') {
    const gap = toMillionths(from) - toMillionths(to)
    return gap > 0n ? dearest(Number(gap) / 1_000_000, brand) : 0n
  }
  const gaps = [...new Set(names)].map((currency) => {
    const gap = toMillionths(inName(from, currency)) - toMillionths(inName(to, currency))
    return inMain(gap > 0n ? gap : 0n, { scale: 6, currency }, brand)
  })
  return gaps.reduce((most, one) => (one > most ? one : most), 0n)
}

interface IssueInFile {
  readonly balanceType: string
  readonly balanceCode?: string
  readonly amount: AmountInFile
}

function worthOfIssue({ balanceType, balanceCode, amount }: IssueInFile, brand: Brand): CouponWorth {
  const most = mostOf(amount)
  if (typeof most !== 'number') return unknown
  if (balanceType !== 'Currency') return { known: { money: 0n, points: toMillionths(most) }, isOpen: false }
  return money(inMain(toMillionths(most), { scale: 6, currency: balanceCode || brand.currency }, brand))
}

/** A number is what it is, and a rate at most its bound. */
function mostOf(amount: LocalAmountInFile): Money | undefined {
  return typeof amount === 'object' && 'of' in amount ? (amount.max as Money | undefined) : (amount as Money)
}

/** In the currency in which it is most. */
function inDearest(amount: Money, brand: Brand): bigint {
  if (typeof amount === 'number') return dearest(amount, brand)
  const worths = Object.entries(amount).map(([currency, one]) =>
    inMain(toMillionths(one), { scale: 6, currency }, brand),
  )
  return worths.reduce((most, one) => (one > most ? one : most), 0n)
}

function addUp(worths: readonly CouponWorth[]): CouponWorth {
  return {
    known: worths.reduce((sum, { known }) => plus(sum, known), nothing),
    isOpen: worths.some(({ isOpen }) => isOpen),
  }
}

const larger = (a: Sums, b: Sums): Sums => ({
  money: a.money > b.money ? a.money : b.money,
  points: a.points > b.points ? a.points : b.points,
})
