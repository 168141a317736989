import type { Brand } from '../../../domain/brand/brand.ts'
import type { Discount } from '../../../domain/brand/rules/discount.ts'
import type { Result } from '../../../domain/brand/rules/results.ts'
import type { Words } from '../pages/words.ts'

/** Whose words they are, and the currency of the place where it would have been given. */
export interface MemberVoice {
  readonly brand: Brand
  readonly words: Words
  readonly currency: string
}

/**
 * What a rule gives to the card, as a customer would say it. Undefined where one cannot say it without promising too much:
 * then nothing is said of the rule.
 */
export function giftWords(results: readonly Result[], telling: MemberVoice): string | undefined {
  const told: string[] = []
  for (const result of results) {
    const gift = oneGift(result, telling)
    if (gift === undefined) return undefined
    if (gift !== silent) told.push(gift)
  }
  return told.length === 0 ? undefined : listed(told, telling.words.language, 'conjunction')
}

/** It is nothing that a customer gets: a message, an event, what is taken for the rest. */
const silent = Symbol('silent')

function oneGift(result: Result, telling: MemberVoice): string | typeof silent | undefined {
  const { brand, words } = telling
  if ('issue' in result) {
    const { amount, to, balanceType, balanceCode = '', subtrack } = result.issue
    if (to !== 'card' && to !== 'root') return silent
    const type = [...brand.valueTypes.values()].find(
      (one) => one.balanceType === balanceType && one.balanceCode === balanceCode,
    )
    if (!type) return undefined
    const scale = type.scale
    const shown = { scale, balanceType, balanceCode, amount: 2, ...(subtrack !== undefined && { track: subtrack }) }
    if (typeof amount === 'number') return words.amount({ ...shown, amount })
    return words.kind(shown) || undefined
  }
  if ('discount' in result) return discountWords(result.discount, telling)
  if ('addProduct' in result) {
    const { sku, choose, unitPrice } = result.addProduct
    if (sku === undefined || choose || unitPrice !== 0) return undefined
    return words.say('giftFree', { what: productName(sku, brand) })
  }
  if ('allocateCoupon' in result) {
    const { set, to } = result.allocateCoupon
    return to === 'referrer' ? silent : (brand.couponSets.get(set)?.name ?? undefined)
  }
  return 'notify' in result || 'logEvent' in result || 'setDemographic' in result || 'redeem' in result
    ? silent
    : undefined
}

function discountWords(
  { percent, amount, on, buy, max }: Discount,
  { brand, words, currency }: MemberVoice,
): string | undefined {
  const { say, language } = words
  if (buy || max !== undefined) return undefined
  const isAll = percent === 100
  const much =
    percent !== undefined
      ? new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
      : typeof amount === 'number'
        ? words.money(amount, currency)
        : undefined
  if (much === undefined) return undefined
  if (on === 'shipping') return isAll ? say('giftShipping') : undefined
  if (on === 'checkout') return say('giftOff', { much })
  const what = goodsWords(on.where, brand, language)
  if (what === undefined) return undefined
  return isAll ? say('giftFree', { what }) : say('giftOffOf', { much, what })
}

interface Goods {
  readonly sku?: readonly string[]
  readonly parent?: readonly string[]
}

/** Products by their names. Undefined for what has no name that customers know: categories, attributes, prices. */
export function goodsWords(where: Goods | undefined, brand: Brand, language: string): string | undefined {
  const { sku = [], parent = [], ...others } = where ?? {}
  const named = [...sku, ...parent]
  const isMore = Object.values(others).some((one) => one !== undefined)
  if (named.length === 0 || isMore || (sku.length > 0 && parent.length > 0)) return undefined
  return listed(
    named.map((one) => productName(one, brand)),
    language,
    'disjunction',
  )
}

const productName = (sku: string, { document }: Brand) => document.products.find((one) => one.sku === sku)?.name ?? sku

const listed = (items: readonly string[], language: string, type: Intl.ListFormatType) =>
  new Intl.ListFormat(language, { type }).format(items)
