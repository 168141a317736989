import assert from 'node:assert/strict'
import test from 'node:test'
import { sumHistory as sumReplayed } from '../../server/calls/replay/history.ts'
import type { ProductFilter } from '../../server/domain/brand/rules/arguments.ts'
import { toBasketFacts } from '../../server/domain/checkout/basket-facts.ts'
import { catalogueOf } from '../../server/domain/checkout/catalogue-of.ts'
import { makeBasket } from '../../server/domain/checkout/make-basket.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { decimalText } from '../../server/ground/kernel/decimal.ts'
import { isRefusal } from '../../server/ground/kernel/errors.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { listWanted } from '../../server/storage/segment/refresh.sql.ts'
import { listCheckouts } from '../../server/storage/store/batch/checkout.sql.ts'
import { sumHistory, toHistorySums } from '../../server/storage/store/facts/sales-history.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { type Dice, dice } from '../support/segment-population.ts'
import { testDatabase, testSealer } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const attributes = [
  { name: 'brand', type: 'text' },
  { name: 'size', type: 'oneOf', values: ['S', 'M', 'L'] },
  { name: 'alcohol', type: 'flag' },
  { name: 'margin', type: 'number' },
  { name: 'allergens', type: 'severalOf', values: ['nuts', 'milk', 'eggs'] },
] as const

type Own = Readonly<Record<string, string | number | boolean | readonly string[]>>

const texts = ['Acme', 'Bolt', '0.3', 'true', 'é']
/** Numbers that are close to each other, and far beyond what cents are. */
const numbers = [0, 0.1, 0.2, 0.3, 0.30000001, -0.3, 99_999_999_999_999.5, 123_456_789_012_345]

function anyOwn(roll: Dice): Own {
  const own: Record<string, string | number | boolean | readonly string[]> = {}
  if (roll.some(0.5)) own.brand = roll.pick(texts)
  if (roll.some(0.4)) own.size = roll.pick(attributes[1].values)
  if (roll.some(0.4)) own.alcohol = roll.some(0.5)
  if (roll.some(0.5)) own.margin = roll.pick(numbers)
  if (roll.some(0.4)) own.allergens = attributes[4].values.filter(() => roll.some(0.6))
  return own
}

type Asked = NonNullable<ProductFilter['attributes']>

function anyAsked(roll: Dice): Asked {
  const asked: Record<string, Asked[string]> = {}
  while (Object.keys(asked).length === 0) {
    if (roll.some(0.3)) asked.brand = texts.filter(() => roll.some(0.4))
    if (roll.some(0.3)) asked.size = attributes[1].values.filter(() => roll.some(0.5))
    if (roll.some(0.2)) asked.alcohol = roll.some(0.5)
    if (roll.some(0.3)) asked.margin = anyNumbers(roll)
    if (roll.some(0.2)) asked.allergens = attributes[4].values.filter(() => roll.some(0.5))
    for (const [name, test] of Object.entries(asked)) if (Array.isArray(test) && test.length === 0) delete asked[name]
  }
  return asked
}

function anyNumbers(roll: Dice): Asked[string] {
  if (roll.some(0.4)) return numbers.filter(() => roll.some(0.3))
  const [a, b] = [roll.pick(numbers), roll.pick(numbers)]
  if (roll.some(0.3)) return { min: a }
  return roll.some(0.4) ? { max: a } : { min: Math.min(a, b), max: Math.max(a, b) }
}

/** Whether one attribute is as asked: another account of it, with numbers compared as decimal digits. */
function isAsked(test: Asked[string], value: Own[string] | undefined): boolean {
  if (value === undefined) return false
  if (typeof test === 'boolean') return value === test
  if (Array.isArray(test)) {
    const wanted = (test as readonly (string | number)[]).map((one) => `${typeof one} ${one}`)
    const has = typeof value === 'object' ? value : [value]
    return has.some((one) => wanted.includes(`${typeof one} ${one}`))
  }
  if (typeof value !== 'number' || !('min' in test || 'max' in test)) return false
  const { min, max } = test
  return (min === undefined || digits(value) >= digits(min)) && (max === undefined || digits(value) <= digits(max))
}

/** In units of 10^-20. */
function digits(value: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  return BigInt(sign + whole + fraction.padEnd(20, '0'))
}

interface SoldLine {
  readonly quantity: number
  readonly cents: number
  readonly own: Own
}

function isMeant({ own }: SoldLine, { attributes: asked = {}, except }: ProductFilter): boolean {
  const all = Object.entries(asked).every(([name, one]) => isAsked(one, own[name]))
  return all && !Object.entries(except?.attributes ?? {}).some(([name, one]) => isAsked(one, own[name]))
}

const salesCount = 25
const filtersCount = 120

for (const seed of [1, 2, 3])
  test(`lines are found by their attributes in baskets, in the past, in segments and in replays (${seed})`, async () => {
    const roll = dice(seed)
    const catalogue = new Map(['A', 'B', 'C', 'D'].map((sku) => [sku, sku === 'D' ? {} : anyOwn(roll)] as const))
    const products = [...catalogue].map(([sku, own]) => {
      const filled = Object.entries(own).filter(([, one]) => !(Array.isArray(one) && one.length === 0))
      return { sku, ...(filled.length > 0 && { attributes: Object.fromEntries(filled) }) }
    })
    const { shop } = await openRuleShop([{ then: [points(1)] }], { more: { attributes, products } })
    const cardNumber = await shop.card()
    const sales: SoldLine[][] = []
    const baskets: object[][] = []
    for (let sale = 0; sale < salesCount; sale += 1) {
      const sent = Array.from({ length: 1 + roll.below(4) }, () => {
        const sku = roll.pick(['A', 'B', 'C', 'D', 'Z'])
        const own = roll.some(0.6) ? anyOwn(roll) : undefined
        return { sku, unitPrice: (100 + roll.below(500)) / 100, amountPurchased: 1 + roll.below(3), own }
      })
      sales.push(
        sent.map(({ sku, unitPrice, amountPurchased, own = {} }) => {
          const said = Object.entries(own).filter(([, one]) => !(Array.isArray(one) && one.length === 0))
          const known = Object.entries(products.find((one) => one.sku === sku)?.attributes ?? {})
          return {
            quantity: amountPurchased,
            cents: Math.round(unitPrice * 100) * amountPurchased,
            own: Object.fromEntries([...known, ...said]) as Own,
          }
        }),
      )
      const basket = sent.map(({ own, ...line }) => ({ ...line, ...(own && { attributes: own }) }))
      baskets.push(basket)
      await shop.must('checkout', { cardNumber, products: basket }, { 'purser-strict': 'true' })
    }
    const db = await Connection.open({ url: testDatabase() })
    try {
      const brand = await loadBrand(db, shop.id, testSealer)
      assert.ok(brand)
      const [row] = await sql('select card_id from card where brand_id = $1 and card_number = $2', [
        shop.id,
        cardNumber,
      ])
      const card = Number(row?.card_id)
      const refs = await sql('select request_ref from checkout where brand_id = $1 order by request_ref', [shop.id])
      const records = await listCheckouts(
        db,
        brand.id,
        refs.map(({ request_ref }) => request_ref),
      )
      const now = Date.now() + 1000
      let found = 0
      for (let index = 0; index < filtersCount; index += 1) {
        const kind = roll.below(3)
        const where: ProductFilter = {
          ...(kind !== 0 && { attributes: anyAsked(roll) }),
          ...(kind !== 1 && { except: { attributes: anyAsked(roll) } }),
        }
        const told = JSON.stringify(where)
        const meant = sales.map((lines) => lines.filter((line) => isMeant(line, where)))
        const all = meant.flat()
        const expected = {
          checkouts: meant.filter((lines) => lines.length > 0).length,
          quantity: String(all.reduce((sum, { quantity }) => sum + quantity, 0)),
          cents: all.reduce((sum, { cents }) => sum + cents, 0),
        }
        found += expected.checkouts
        const [rows = []] = await sumHistory({ db, brand, now }, [{ card }], where)
        const inSql = toHistorySums(rows, brand)
        const inReplay = sumReplayed(
          { sales: records.map((record) => ({ record })) as never },
          { kind: 'history', where },
          { brand, now },
        )
        for (const sums of [inSql, inReplay]) {
          assert.equal(sums.checkouts, expected.checkouts, told)
          assert.equal(decimalText(sums.quantity), expected.quantity, told)
          assert.equal(Math.round(Number(decimalText(sums.spend)) * 100), expected.cents, told)
        }
        const condition = {
          fact: 'history.quantity',
          where,
          op: '>=',
          value: Math.max(1, Number(expected.quantity)),
        } as const
        const members = await listWanted(
          db,
          { brand, segment: { id: 's', name: 's', where: [condition] }, now },
          { after: 0, upto: Number.MAX_SAFE_INTEGER },
        )
        assert.equal(members.length, expected.checkouts > 0 ? 1 : 0, told)
        const place = roll.below(salesCount)
        const sums = sumsOf(baskets[place] ?? [], where, catalogueOf(brand))
        assert.deepEqual(
          sums,
          {
            lines: meant[place]?.length,
            quantity: String(meant[place]?.reduce((sum, { quantity }) => sum + quantity, 0)),
            total: meant[place]?.reduce((sum, { cents }) => sum + cents, 0),
          },
          told,
        )
      }
      assert.ok(found > 100, `${found} sales were found`)
    } finally {
      await db.close()
    }
    assert.deepEqual(await shop.verify(), [])
  })

function sumsOf(lines: readonly object[], where: ProductFilter, catalogue: ReturnType<typeof catalogueOf>) {
  const products = lines.map((line) => {
    const {
      sku,
      unitPrice,
      amountPurchased,
      attributes: own,
    } = line as never as {
      sku: string
      unitPrice: number
      amountPurchased: number
      attributes?: Own
    }
    const said =
      own && Object.fromEntries(Object.entries(own).filter(([, one]) => !(Array.isArray(one) && one.length === 0)))
    return {
      sku,
      unitPrice: { units: Math.round(unitPrice * 100), scale: 2 },
      amountPurchased: { units: amountPurchased, scale: 0 },
      ...(said && Object.keys(said).length > 0 && { attributes: said }),
    }
  })
  const basket = makeBasket({ products }, 2, catalogue)
  assert.ok(!isRefusal(basket))
  const { lines: count, quantity, total } = toBasketFacts(basket).products(where)
  return { lines: count, quantity: decimalText(quantity), total }
}
