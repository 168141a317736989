import { gap, isRaw, numberIn, type Raw, rawIn } from '../../brand/facts/draft.ts'
import type { GermanProductWords, Teller } from '../../brand/facts/say.ts'
import { amountWords } from './amounts.ts'
import { timesWords } from './phrasing.ts'
import { productWords } from './products.ts'

/** `10 % Rabatt`, `2 Artikel aus „Getränke“ kaufen, 1 Artikel aus „Getränke“ gratis (das günstigste)`. */
export function discountWords(fields: Raw, t: Teller): string {
  const words = isRaw(fields.on) ? productDiscount(fields, rawIn(fields.on), t) : wholeDiscount(fields, t)
  return `${words}${noteWords(fields, t)}`
}

function wholeDiscount(fields: Raw, t: Teller): string {
  const isShipping = fields.on === 'shipping'
  if (numberIn(fields.percent) === 100) return isShipping ? 'kostenloser Versand' : 'der Einkauf ist gratis'
  return `${offWords(fields, t) ?? `${gap} Rabatt`}${isShipping ? ' auf den Versand' : ''}`
}

/** `10 % Rabatt`, `5 $ Rabatt`; undefined where a price is given instead. */
function offWords(fields: Raw, t: Teller): string | undefined {
  if (fields.percent !== undefined) return `${t.number(fields.percent)} % Rabatt`
  if (fields.amount === undefined) return undefined
  return amountWords(fields.amount, (amount) => `${t.money(amount)} Rabatt`, { share: ' Rabatt', t })
}

function productDiscount(fields: Raw, on: Raw, t: Teller): string {
  const products = productWords(on.where, t)
  const units = on.units === undefined ? undefined : t.number(on.units)
  const buy = bought(fields, t)
  if (fields.groupPrice !== undefined)
    return `${buy}${products.count(units ?? gap)} für ${t.money(fields.groupPrice)}${picked(on, products)}`
  const what = units === undefined ? products.all : products.count(units)
  return `${buy}${benefitWords(fields, what, numberIn(on.units) === 1, t)}${picked(on, products)}`
}

/** `1 Espresso gratis`, `20 % Rabatt auf Espresso`, `2 Artikel für je 2 $`. */
function benefitWords(fields: Raw, what: string, isOne: boolean, t: Teller): string {
  if (fields.unitPrice !== undefined) {
    if (numberIn(fields.unitPrice) === 0) return `${what} gratis`
    return `${what} für ${isOne ? '' : 'je '}${t.money(fields.unitPrice)}`
  }
  if (numberIn(fields.percent) === 100) return `${what} gratis`
  return `${offWords(fields, t) ?? `${gap} Rabatt`} auf ${what}`
}

/** `2 Espresso kaufen, `: what must be bought for it. */
function bought({ buy }: Raw, t: Teller): string {
  if (buy === undefined || buy === null) return ''
  const { where, units } = rawIn(buy)
  return `${productWords(where, t).count(t.number(units))} kaufen, dafür `
}

function picked({ pick, units }: Raw, { isSingle }: GermanProductWords): string {
  if (isSingle || units === undefined || (pick !== 'cheapest' && pick !== 'dearest')) return ''
  const isOne = numberIn(units) === 1
  const which = pick === 'cheapest' ? 'günstigste' : 'teuerste'
  return isOne ? ` (der ${which})` : ` (die ${which}n)`
}

function noteWords(fields: Raw, t: Teller): string {
  const isRepeated = isRaw(fields.on) && fields.repeat !== undefined && numberIn(fields.repeat) !== 1
  const notes = [
    isRepeated && fields.repeat === true ? 'so oft es passt' : '',
    isRepeated && fields.repeat !== true ? `bis zu ${timesWords(fields.repeat, t)} je Einkauf` : '',
    fields.max === undefined ? '' : `höchstens ${t.money(fields.max)}`,
    fields.basis === 'original' ? 'berechnet vom ursprünglichen Preis' : '',
  ].filter((note) => note !== '')
  return notes.map((note) => `, ${note}`).join('')
}

const offerKinds: Readonly<Record<string, (offer: Raw, t: Teller) => string>> = {
  percentageDiscount: (offer, t) => `${t.number(offer.percentageDiscount)} % Rabatt auf ${offerProducts(offer, t)}`,
  absoluteDiscount: (offer, t) => `${t.money(offer.absoluteDiscount)} Rabatt auf ${offerProducts(offer, t)}`,
  newGroupPrice: (offer, t) => `${offerProducts(offer, t)} für ${t.money(offer.newGroupPrice)}`,
  bogo: (offer, t) => `zwei ${offerProducts(offer, t)} zum Preis von einem`,
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
  return `${sku.length === 0 ? gap : names}${others === undefined ? '' : ` zusammen mit ${others.some}`}`
}

export const usesWords = (count: unknown, t: Teller): string =>
  count === undefined || numberIn(count) === 1 ? 'einmal einlösbar' : `bis zu ${timesWords(count, t)} einlösbar`
