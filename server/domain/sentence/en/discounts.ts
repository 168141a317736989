import { gap, isRaw, numberIn, type Raw, rawIn } from '../../brand/facts/draft.ts'
import type { ProductWords, Teller } from '../../brand/facts/say.ts'
import { amountWords } from './amounts.ts'
import { counted } from './phrasing.ts'
import { productWords } from './products.ts'

/** `10 % off`, `buy 2 drinks, get one of the drinks free (the cheapest)`, `3 Cinnamon bun for $10`. */
export function discountWords(fields: Raw, t: Teller): string {
  const words = isRaw(fields.on) ? productDiscount(fields, rawIn(fields.on), t) : wholeDiscount(fields, t)
  return `${words}${noteWords(fields, t)}`
}

function wholeDiscount(fields: Raw, t: Teller): string {
  const isShipping = fields.on === 'shipping'
  if (numberIn(fields.percent) === 100) return isShipping ? 'free shipping' : 'the purchase is free'
  const off = offWords(fields, t)
  if (off === undefined) return `${gap} off${isShipping ? ' shipping' : ''}`
  return `${off}${isShipping ? ' shipping' : ''}`
}

/** `10 % off`, `$5 off`; undefined where a price is given instead. */
function offWords(fields: Raw, t: Teller): string | undefined {
  if (fields.percent !== undefined) return `${t.number(fields.percent)} % off`
  if (fields.amount === undefined) return undefined
  return amountWords(fields.amount, (amount) => `${t.money(amount)} off`, { share: ' off', t })
}

function productDiscount(fields: Raw, on: Raw, t: Teller): string {
  const products = productWords(on.where, t)
  const units = on.units === undefined ? undefined : t.number(on.units)
  const group = fields.groupPrice
  if (group !== undefined)
    return `${bought(fields, t)}${products.count(units ?? gap)} for ${t.money(group)}${picked(on, products)}`
  const what = units === undefined ? products.all : products.count(units)
  const benefit = benefitWords(fields, what, numberIn(on.units) === 1, t)
  const buy = bought(fields, t)
  return `${buy}${buy === '' ? '' : 'get '}${benefit}${picked(on, products)}`
}

/** `one of the drinks free`, `20 % off drinks`, `2 drinks for $2 each`. */
function benefitWords(fields: Raw, what: string, isOne: boolean, t: Teller): string {
  if (fields.unitPrice !== undefined)
    return numberIn(fields.unitPrice) === 0
      ? `${what} free`
      : `${what} for ${t.money(fields.unitPrice)}${isOne ? '' : ' each'}`
  if (numberIn(fields.percent) === 100) return `${what} free`
  return `${offWords(fields, t) ?? `${gap} off`} ${what}`
}

/** `buy 2 drinks, `: what must be bought for it. */
function bought({ buy }: Raw, t: Teller): string {
  if (buy === undefined || buy === null) return ''
  const { where, units } = rawIn(buy)
  return `buy ${productWords(where, t).count(t.number(units))}, `
}

function picked({ pick, units }: Raw, { isSingle }: ProductWords): string {
  if (isSingle || units === undefined || (pick !== 'cheapest' && pick !== 'dearest')) return ''
  const isOne = numberIn(units) === 1
  const which = pick === 'cheapest' ? 'the cheapest' : 'the most expensive'
  return ` (${which}${isOne ? '' : ' ones'})`
}

function noteWords(fields: Raw, t: Teller): string {
  const isRepeated = isRaw(fields.on) && fields.repeat !== undefined && numberIn(fields.repeat) !== 1
  const notes = [
    isRepeated && fields.repeat === true ? 'as often as it fits' : '',
    isRepeated && fields.repeat !== true ? `up to ${t.number(fields.repeat)} times per purchase` : '',
    fields.max === undefined ? '' : `at most ${t.money(fields.max)}`,
    fields.basis === 'original' ? 'calculated on the original price' : '',
  ].filter((note) => note !== '')
  return notes.map((note) => `, ${note}`).join('')
}

const offerKinds: Readonly<Record<string, (offer: Raw, t: Teller) => string>> = {
  percentageDiscount: (offer, t) => `${t.number(offer.percentageDiscount)} % off ${offerProducts(offer, t)}`,
  absoluteDiscount: (offer, t) => `${t.money(offer.absoluteDiscount)} off ${offerProducts(offer, t)}`,
  newGroupPrice: (offer, t) => `${offerProducts(offer, t)} for ${t.money(offer.newGroupPrice)}`,
  bogo: (offer, t) => `buy one ${offerProducts(offer, t)}, get one free`,
}

/** What a personal offer offers, without its dates. */
export function offerWords(offer: Raw, t: Teller): string {
  const kind = typeof offer.discountType === 'string' ? offer.discountType : ''
  const what = Object.hasOwn(offerKinds, kind) ? offerKinds[kind]?.(offer, t) : undefined
  return what ?? `${gap} ${offerProducts(offer, t)}`
}

function offerProducts({ skus, qualifyingSkus }: Raw, t: Teller): string {
  const sku = Array.isArray(skus) ? skus.map((one) => rawIn(one).sku).filter((one) => one !== undefined) : []
  const names = productWords({ sku }, t).all
  const others =
    Array.isArray(qualifyingSkus) && qualifyingSkus.length > 0 ? productWords({ sku: qualifyingSkus }, t) : undefined
  return `${sku.length === 0 ? gap : names}${others === undefined ? '' : ` together with ${others.some}`}`
}

export const usesWords = (count: unknown, t: Teller): string =>
  count === undefined || numberIn(count) === 1
    ? 'can be used once'
    : `can be used up to ${counted(count, 'time', 'times', t)}`
