import { gap, isRaw, numberIn, type Raw, rawIn } from '../../brand/facts/draft.ts'
import type { ProductWords } from '../../brand/facts/say.ts'
import { amountWords } from './amounts.ts'
import { named, timesWords } from './counts.ts'
import { productWords } from './products.ts'
import type { Voice } from './voice.ts'

/** Products by their SKUs. */
export const productsNamed = (sku: readonly unknown[], voice: Voice) => wordsFor({ sku }, voice)

const wordsFor = (where: unknown, voice: Voice) => productWords(where, voice.words.products, voice)

/** `10 % off`, `buy 2 drinks, get one of the drinks free (the cheapest)`, `3 Cinnamon bun for $10`. */
export function discountWords(fields: Raw, voice: Voice): string {
  const words = isRaw(fields.on) ? productDiscount(fields, rawIn(fields.on), voice) : wholeDiscount(fields, voice)
  return `${words}${noteWords(fields, voice)}`
}

function wholeDiscount(fields: Raw, voice: Voice): string {
  const p = voice.words.discounts
  const isShipping = fields.on === 'shipping'
  if (numberIn(fields.percent) === 100) return isShipping ? p.freeShipping : p.freePurchase
  return `${offWords(fields, voice)}${isShipping ? p.shipping : ''}`
}

/** `10 % off`, `$5 off`. */
function offWords(fields: Raw, voice: Voice): string {
  const { off } = voice.words.discounts
  if (fields.percent !== undefined) return off(`${voice.number(fields.percent)} %`)
  if (fields.amount === undefined) return off(gap)
  return amountWords(fields.amount, { said: (amount) => off(voice.money(amount)), afterShare: off('') }, voice)
}

function productDiscount(fields: Raw, on: Raw, voice: Voice): string {
  const p = voice.words.discounts
  const products = wordsFor(on.where, voice)
  const units = on.units === undefined ? undefined : voice.number(on.units)
  const buy = bought(fields, voice)
  const picked = pickedWords(on, products, voice)
  if (fields.groupPrice !== undefined)
    return `${buy}${p.forPrice(products.count(units ?? gap), voice.money(fields.groupPrice))}${picked}`
  const what = units === undefined ? products.all : products.count(units)
  const benefit = benefitWords(fields, what, numberIn(on.units) === 1, voice)
  return `${buy}${buy === '' ? benefit : p.get(benefit)}${picked}`
}

/** `one of the drinks free`, `20 % off drinks`, `2 drinks for $2 each`. */
export function benefitWords(fields: Raw, what: string, isOne: boolean, voice: Voice): string {
  const p = voice.words.discounts
  const { unitPrice, percent } = fields
  if (unitPrice !== undefined && numberIn(unitPrice) !== 0)
    return isOne ? p.forPrice(what, voice.money(unitPrice)) : p.forPriceEach(what, voice.money(unitPrice))
  if (unitPrice !== undefined || numberIn(percent) === 100) return p.free(what)
  return p.offProducts(offWords(fields, voice), what)
}

/** `buy 2 drinks, `: what must be bought for it. */
function bought({ buy }: Raw, voice: Voice): string {
  if (buy === undefined || buy === null) return ''
  const { where, units } = rawIn(buy)
  return voice.words.discounts.buy(wordsFor(where, voice).count(voice.number(units)))
}

function pickedWords({ pick, units }: Raw, { isSingle }: ProductWords, { words }: Voice): string {
  if (isSingle || units === undefined || (pick !== 'cheapest' && pick !== 'dearest')) return ''
  return ` (${words.discounts.picked(pick, numberIn(units) === 1)})`
}

function noteWords(fields: Raw, voice: Voice): string {
  const p = voice.words.discounts
  const isRepeated = isRaw(fields.on) && fields.repeat !== undefined && numberIn(fields.repeat) !== 1
  const notes = [
    isRepeated && fields.repeat === true ? p.asOftenAsItFits : '',
    isRepeated && fields.repeat !== true
      ? p.repeated(voice.number(fields.repeat), timesWords(fields.repeat, voice))
      : '',
    fields.max === undefined ? '' : p.atMost(voice.money(fields.max)),
    fields.basis === 'original' ? p.onOriginalPrice : '',
  ].filter((note) => note !== '')
  return notes.map((note) => `, ${note}`).join('')
}

const offerKinds: Readonly<Record<string, (offer: Raw, products: string, voice: Voice) => string>> = {
  percentageDiscount: ({ percentageDiscount: percent }, products, voice) =>
    offOffer(`${voice.number(percent)} %`, products, voice),
  absoluteDiscount: ({ absoluteDiscount: amount }, products, voice) => offOffer(voice.money(amount), products, voice),
  newGroupPrice: ({ newGroupPrice: price }, products, voice) =>
    voice.words.discounts.forPrice(products, voice.money(price)),
  bogo: (_, products, voice) => voice.words.discounts.twoForOne(products),
}

const offOffer = (amount: string, products: string, { words: { discounts: p } }: Voice) =>
  p.offProducts(p.off(amount), products)

/** What a personal offer offers, without its dates. */
export function offerWords(offer: Raw, voice: Voice): string {
  const products = offerProducts(offer, voice)
  return named(offerKinds, offer.discountType)?.(offer, products, voice) ?? `${gap} ${products}`
}

function offerProducts({ skus, qualifyingSkus }: Raw, voice: Voice): string {
  const sku = Array.isArray(skus) ? skus.map((one) => rawIn(one).sku).filter((one) => one !== undefined) : []
  const others =
    Array.isArray(qualifyingSkus) && qualifyingSkus.length > 0
      ? voice.words.discounts.together(wordsFor({ sku: qualifyingSkus }, voice).some)
      : ''
  return `${sku.length === 0 ? gap : wordsFor({ sku }, voice).all}${others}`
}

export function usesWords(count: unknown, voice: Voice): string {
  const { usedOnce, usedUpTo } = voice.words.discounts
  const isOnce = count === undefined || numberIn(count) === 1
  return isOnce ? usedOnce : usedUpTo(voice.number(count), timesWords(count, voice))
}
