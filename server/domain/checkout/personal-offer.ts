import assert from 'node:assert/strict'
import type { Decimal } from '../../ground/kernel/money.ts'
import type { OfferTerms } from '../card/card.ts'
import type { Basket } from './basket.ts'
import { type Cut, cut } from './cut.ts'
import { decimalOf, oneUnit, toMinorDown } from './exact.ts'
import type { Line } from './line.ts'
import { formGroups } from './pattern.ts'
import { Portions } from './portions.ts'
import type { Terms } from './price-cut.ts'
import { queueOf, Shelf, type ShelfPiece } from './shelf.ts'

export type OfferOutcome = ({ readonly kind: 'applied' } & Cut) | OfferSkipped

interface OfferSkipped {
  readonly kind: 'skipped'
  readonly why: 'missingProduct' | 'missingQualifier' | 'nothingToTake'
  /** The product that is missing. */
  readonly sku?: string
}

/**
 * Applies an offer once: to one unit of each of its products. The qualifying products must be there besides; the
 * units that qualify are never the discounted ones. Whether the offer is active and has uses left is judged before.
 */
export function applyPersonalOffer(basket: Basket, offer: OfferTerms): OfferOutcome {
  const shelf = new Shelf(basket.lines, basket.goods.work)
  for (const sku of offer.qualifyingSkus) {
    if (takeOne(shelf, (line) => line.sku === sku).length === 0) return skipped('missingQualifier', sku)
  }
  const pieces = offer.discountType === 'bogo' ? takeFree(shelf, offer) : takeEach(shelf, offer)
  if (!Array.isArray(pieces)) return pieces
  const taken = cut(basket, portionsOf(basket, pieces), termsOf(offer, basket.scale))
  return taken.amount > 0 ? { kind: 'applied', ...taken } : skipped('nothingToTake')
}

function portionsOf({ lines }: Basket, pieces: readonly ShelfPiece[]): Portions {
  return new Portions([{ times: 1n, pieces: pieces.map(({ part, units }) => ({ place: part.index, units })) }], lines)
}

type OfferProduct = OfferTerms['skus'][number]

/**
 * One unit of each product. A product that fewer lines can stand for chooses first: an offer for an espresso and any
 * coffee finds both in an espresso and a latte.
 */
function takeEach(shelf: Shelf, offer: OfferTerms): ShelfPiece[] | OfferSkipped {
  const choices = offer.skus.map((product) => ({ product, lines: shelf.lines.filter(standsFor(product)).length }))
  const pieces: ShelfPiece[] = []
  for (const { product } of choices.sort((a, b) => a.lines - b.lines)) {
    const taken = takeOne(shelf, standsFor(product))
    if (taken.length === 0) return skipped('missingProduct', product.sku)
    pieces.push(...taken)
  }
  return pieces
}

/** Buy one, get one free: the dearest unit is bought, the cheapest is free. */
function takeFree(shelf: Shelf, offer: OfferTerms): ShelfPiece[] | OfferSkipped {
  const [product] = offer.skus
  if (!product) return skipped('nothingToTake')
  const isMeant = standsFor(product)
  const pattern = { buy: { isMeant, units: oneUnit }, isMeant, pick: 'cheapest', units: oneUnit } as const
  const groups = formGroups(shelf, { ...pattern, full: false, repeat: 1 })
  return typeof groups === 'string' ? skipped('missingProduct', product.sku) : groups.flatMap((group) => group.pieces)
}

/** The dearest unit, or what there is of it where it is sold in fractions. */
function takeOne(shelf: Shelf, isMeant: (line: Line) => boolean): ShelfPiece[] {
  const pieces = shelf.peek(queueOf(shelf.lines.filter(isMeant), 'dearest'), oneUnit)
  shelf.take(pieces)
  return pieces
}

function standsFor({ sku, includeChildProducts }: OfferProduct): (line: Line) => boolean {
  return (line) => line.sku === sku || (includeChildProducts && line.ancestors.has(sku))
}

function termsOf(offer: OfferTerms, scale: number): Terms {
  switch (offer.discountType) {
    case 'bogo':
      return { kind: 'percent', percent: decimalOf(100), basis: 'remaining' }
    case 'percentageDiscount':
      return { kind: 'percent', percent: given(offer.percentageDiscount), basis: 'remaining' }
    case 'newGroupPrice':
      return { kind: 'groupPrice', price: given(offer.newGroupPrice), basis: 'remaining' }
    case 'absoluteDiscount':
      return { kind: 'amount', amount: toMinorDown(given(offer.absoluteDiscount), scale), basis: 'remaining' }
  }
}

function given(value: number | undefined): Decimal {
  assert(value !== undefined, 'an offer has the amount of its type')
  return decimalOf(value)
}

function skipped(why: OfferSkipped['why'], sku?: string): OfferSkipped {
  return { kind: 'skipped', why, ...(sku === undefined ? {} : { sku }) }
}
