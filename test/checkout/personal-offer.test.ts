import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { OfferTerms } from '../../server/domain/card/card.ts'
import { applyPersonalOffer } from '../../server/domain/checkout/personal-offer.ts'
import { discount, left, print, till } from '../support/basket-till.ts'

const exactly = (...skus: string[]) => skus.map((sku) => ({ sku, includeChildProducts: false }))
const any = (...skus: string[]) => skus.map((sku) => ({ sku, includeChildProducts: true }))
type Terms = Omit<OfferTerms, 'skus' | 'qualifyingSkus'>
const percent = (percentageDiscount: number): Terms => ({ discountType: 'percentageDiscount', percentageDiscount })
const price = (newGroupPrice: number): Terms => ({ discountType: 'newGroupPrice', newGroupPrice })
const off = (absoluteDiscount: number): Terms => ({ discountType: 'absoluteDiscount', absoluteDiscount })
const bogo: Terms = { discountType: 'bogo' }

type Products = OfferTerms['skus']
type Row = [name: string, basket: string, products: Products, terms: Terms, outcome: string, qualifying?: string[]]

test('a personal offer discounts one unit of each of its products, or says what is missing', () => {
  const rows: Row[] = [
    ['20 % off an espresso', '1 ESP 3', exactly('ESP'), percent(20), 'ESP 0.6'],
    ['once per checkout: one of three', '3 ESP 3', exactly('ESP'), percent(20), 'ESP 0.6'],
    ['20 % off espresso and cake', '1 ESP 3, 2 CAKE 4', exactly('ESP', 'CAKE'), percent(20), 'ESP 0.6, CAKE 0.8'],
    ['all must be present', '3 ESP 3', exactly('ESP', 'CAKE'), percent(20), 'missingProduct CAKE'],
    ['none of it', '0 ESP 3', exactly('ESP'), percent(20), 'missingProduct ESP'],
    ['the same product twice needs two', '1 ESP 3', exactly('ESP', 'ESP'), percent(20), 'missingProduct ESP'],
    ['and finds them in one line', '2 ESP 3', exactly('ESP', 'ESP'), percent(50), 'ESP 3'],
    ['a child does not count by itself', '1 LATTE 4', exactly('COFFEE'), percent(50), 'missingProduct COFFEE'],
    ['children count when asked for', '1 LATTE 4', any('COFFEE'), percent(50), 'LATTE 2'],
    ['grandchildren too', '1 LATTE 4', any('BEVERAGE'), percent(50), 'LATTE 2'],
    ['the product itself as well', '1 COFFEE 4', any('COFFEE'), percent(50), 'COFFEE 2'],
    ['the dearest of the children', '1 ESP 3, 1 LATTE 4', any('COFFEE'), percent(50), 'LATTE 2'],
    [
      'an espresso and any coffee',
      '1 ESP 5, 1 LATTE 4',
      [...any('COFFEE'), ...exactly('ESP')],
      percent(50),
      'ESP 2.5, LATTE 2',
    ],
    ['half a kilogram as it is', '0.5 HAM 20', exactly('HAM'), percent(50), 'HAM 5'],
    ['of two kilograms one', '2 HAM 20', exactly('HAM'), percent(50), 'HAM 10'],
    ['together for 5', '1 ESP 3, 1 CAKE 4', exactly('ESP', 'CAKE'), price(5), 'ESP 0.86, CAKE 1.14'],
    ['one group of them for 5', '2 ESP 3, 2 CAKE 4', exactly('ESP', 'CAKE'), price(5), 'ESP 0.86, CAKE 1.14'],
    ['never more than before', '1 ESP 3', exactly('ESP'), price(5), 'nothingToTake'],
    ['for nothing', '1 ESP 3', exactly('ESP'), price(0), 'ESP 3'],
    ['2 off', '1 ESP 3, 1 CAKE 6', exactly('ESP', 'CAKE'), off(3), 'ESP 1, CAKE 2'],
    ['never more than the products are worth', '2 ESP 3, 1 CAKE 6', exactly('ESP'), off(5), 'ESP 3'],
    ['buy one, get one free', '2 ESP 3', exactly('ESP'), bogo, 'ESP 3'],
    ['once per checkout: four bought, one free', '4 ESP 3', exactly('ESP'), bogo, 'ESP 3'],
    ['one is not two', '1 ESP 3', exactly('ESP'), bogo, 'missingProduct ESP'],
    ['the cheaper of two coffees is free', '1 LATTE 4, 1 ESP 3', any('COFFEE'), bogo, 'ESP 3'],
    ['a kilogram and a half', '1.5 HAM 20', exactly('HAM'), bogo, 'HAM 10'],
    ['with a cake', '1 ESP 3, 1 CAKE 4', exactly('ESP'), percent(50), 'ESP 1.5', ['CAKE']],
    ['without the cake', '1 ESP 3', exactly('ESP'), percent(50), 'missingQualifier CAKE', ['CAKE']],
    ['with both', '1 ESP 3, 1 CAKE 4', exactly('ESP'), percent(50), 'missingQualifier TEA', ['CAKE', 'TEA']],
    ['the one that qualifies is not discounted', '1 ESP 3', exactly('ESP'), percent(50), 'missingProduct ESP', ['ESP']],
    ['the second one is', '2 ESP 3', exactly('ESP'), percent(50), 'ESP 1.5', ['ESP']],
    ['nothing to take from a gift', '1 ESP 0', exactly('ESP'), percent(50), 'nothingToTake'],
  ]
  for (const [name, lines, skus, terms, expected, qualifyingSkus = []] of rows) {
    const basket = till(lines)
    const outcome = applyPersonalOffer(basket, { skus, qualifyingSkus, ...terms })
    const told =
      outcome.kind === 'applied' ? print(basket, outcome.shares) : [outcome.why, outcome.sku].join(' ').trim()
    assert.equal(told, expected, name)
  }
})

test('offers come before the discounts of rules, which see what they left', () => {
  const outcome = applyPersonalOffer(till('2 ESP 3'), { skus: exactly('ESP'), qualifyingSkus: [], ...bogo })
  assert.ok(outcome.kind === 'applied')
  assert.equal(left(discount(outcome.basket, { percent: 10 }).basket), '2.7')
})

test('an offer never takes more than there is, and its shares add up', () => {
  const sku = fc.constantFrom('ESP', 'LATTE', 'TEA', 'CAKE')
  const line = fc.tuple(
    fc.constantFrom(0, 0.25, 1, 2, 3),
    sku,
    fc.nat({ max: 500 }).map((cents) => cents / 100),
  )
  const terms = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.nat({ max: 900 }).map((cents) => price(cents / 100)),
    fc.integer({ min: 1, max: 900 }).map((cents) => off(cents / 100)),
    fc.constant(bogo),
  )
  const product = fc.record({ sku: fc.oneof(sku, fc.constant('COFFEE')), includeChildProducts: fc.boolean() })
  const skus = fc.array(product, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      skus,
      terms,
      fc.array(sku, { maxLength: 1 }),
      (lines, products, of, qualifyingSkus) => {
        const basket = till(lines.map((one) => one.join(' ')).join(', '))
        const wanted = of.discountType === 'bogo' ? products.slice(0, 1) : products
        const outcome = applyPersonalOffer(basket, { skus: wanted, qualifyingSkus, ...of })
        if (outcome.kind === 'skipped') return
        assert.equal(
          outcome.shares.reduce((sum, share) => sum + share.amount, 0),
          outcome.amount,
        )
        assert.ok(outcome.basket.left.every((one) => one >= 0))
        const units = outcome.shares.reduce((sum, share) => sum + share.units, 0n)
        assert.ok(units <= BigInt(wanted.length) * 1_000_000n)
      },
    ),
  )
})
