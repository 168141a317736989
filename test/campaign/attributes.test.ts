import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { eraseCustomer } from '../../server/program/command-line/people/customer.ts'
import { campaign, openRuleShop, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { assertReproduced, between, replayShop } from '../support/replay-room.ts'
import { said, says } from '../support/rule-table.ts'
import { applyFile, testDatabase, testOrigin } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

async function withPool(use: (pool: ConnectionPool) => Promise<unknown>): Promise<void> {
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  try {
    await use(pool)
  } finally {
    await pool.close()
  }
}

const attributes = [
  { name: 'brand', type: 'text' },
  { name: 'size', type: 'oneOf', values: ['S', 'M', 'L'] },
  { name: 'alcohol', type: 'flag' },
  { name: 'margin', type: 'number' },
  { name: 'allergens', type: 'severalOf', values: ['nuts', 'milk'] },
]
const orderAttributes = [
  { name: 'channel', type: 'oneOf', values: ['app', 'web'] },
  { name: 'weight', type: 'number' },
  { name: 'gift', type: 'flag' },
]
const products = [
  { sku: 'A1', attributes: { brand: 'Acme', size: 'M', margin: 0.3, allergens: ['nuts'] } },
  { sku: 'B1', attributes: { brand: 'Bolt', alcohol: true } },
  { sku: 'C1', name: 'Plain' },
]
const more = { attributes, orderAttributes, products }
const rule = (text: string, condition: object) => ({ when: [condition], then: [says(text)] })
const some = (asked: object) => ({ fact: 'products.quantity', where: asked, op: '>=', value: 1 })
const having = (asked: object) => some({ attributes: asked })

test('rules ask for attributes of lines: those of the catalogue, and over them what the till says', async () => {
  const open = await openRuleShop(
    [
      rule('acme', having({ brand: 'Acme' })),
      rule('acme or bolt', having({ brand: ['Acme', 'Bolt'] })),
      rule('acme in L', having({ brand: 'Acme', size: ['L'] })),
      rule('alcohol', having({ alcohol: true })),
      rule('no alcohol', having({ alcohol: false })),
      rule('margin', having({ margin: { min: 0.3 } })),
      rule('nuts or milk', having({ allergens: ['milk', 'nuts'] })),
      rule('not alcohol', some({ except: { attributes: { alcohol: true } } })),
    ],
    { more },
  )
  const of = (sku: string, own?: object) =>
    said(open, ['', { products: [{ sku, unitPrice: 1, ...(own && { attributes: own }) }] }])
  assert.deepEqual(await of('A1'), ['acme', 'acme or bolt', 'margin', 'nuts or milk', 'not alcohol'])
  assert.deepEqual(await of('B1'), ['acme or bolt', 'alcohol'])
  assert.deepEqual(await of('C1'), ['not alcohol'])
  assert.deepEqual(await of('A1', { size: 'L' }), [
    'acme',
    'acme or bolt',
    'acme in L',
    'margin',
    'nuts or milk',
    'not alcohol',
  ])
  assert.deepEqual(await of('A1', { brand: 'Other', margin: '0.29999', allergens: ['milk'] }), [
    'nuts or milk',
    'not alcohol',
  ])
  assert.deepEqual(await of('C1', { alcohol: false }), ['no alcohol', 'not alcohol'])
  // What is null says nothing, so the catalogue counts.
  assert.deepEqual(await of('B1', { brand: null }), ['acme or bolt', 'alcohol'])
  assert.deepEqual(await open.shop.verify(), [])
})

test('rules ask for attributes of the sale by the fact order', async () => {
  const open = await openRuleShop(
    [
      rule('app', { fact: 'order', name: 'channel', op: '=', value: 'app' }),
      rule('not app', { fact: 'order', name: 'channel', op: '!=', value: 'app' }),
      rule('heavy', { fact: 'order', name: 'weight', op: '>', value: 2.5 }),
      rule('gift', { fact: 'order', name: 'gift' }),
    ],
    { more },
  )
  const of = (own: object) => said(open, ['1 C1 1', { orderAttributes: own }])
  assert.deepEqual(await of({ channel: 'app', weight: 2.50001, gift: true }), ['app', 'heavy', 'gift'])
  assert.deepEqual(await of({ channel: 'web', weight: 2.5, gift: false }), ['not app'])
  assert.deepEqual(await of({}), ['not app'])
})

test('what the brand does not know is noted and passed over, and refused where the till wants to be told', async () => {
  const { shop } = await openRuleShop([rule('acme', having({ brand: 'Acme' }))], { more })
  const request = {
    products: [{ sku: 'C1', unitPrice: 1, attributes: { brnd: 'Acme', size: 'XL', brand: 'Acme' } }],
    orderAttributes: { channel: 'fax' },
  }
  const answer = await shop.call('checkout', request)
  assert.deepEqual(answer.body.responseMessages, ['acme'])
  assert.equal(
    answer.headers['purser-unknown-fields'],
    'products[0].attributes.brnd,products[0].attributes.size,orderAttributes.channel',
  )
  const strict = await shop.call('checkout', request, { 'purser-strict': 'true' })
  assert.equal(strict.body.errorCode, 100)
  assert.match(strict.body.errorMessage, /brnd: unknown attribute; did you mean brand\?/)
  assert.match(strict.body.errorMessage, /size: expected one of S, M, L/)
  assert.match(strict.body.errorMessage, /orderAttributes\.channel: expected one of app, web/)
  const back = await shop.call('returnMerchandise', {
    returnedProducts: [{ sku: 'C1', amountPurchased: 1, unitPrice: 1, attributes: { colour: 'red' } }],
  })
  assert.equal(back.headers['purser-unknown-fields'], 'returnedProducts[0].attributes.colour')
  assert.deepEqual(await shop.verify(), [])
})

test('bought of a brand before: kept with the line, whatever the catalogue says later', async () => {
  const acme = { attributes: { brand: 'Acme' } }
  const rules = [
    rule('had acme', { fact: 'history.quantity', where: acme, within: { days: 90 }, op: '>=', value: 1 }),
    rule('20 on acme', { fact: 'history.spend', where: acme, op: '=', value: 20 }),
    rule('acme now', { fact: 'history.checkouts', where: acme, including: 'current', op: '>=', value: 1 }),
    rule('dear', { fact: 'history.quantity', where: { attributes: { margin: { min: 0.5 } } }, op: '>=', value: 1 }),
    rule('no bolt', {
      fact: 'history.quantity',
      where: { except: { attributes: { brand: 'Bolt' } } },
      op: '=',
      value: 3,
    }),
  ]
  const open = await openRuleShop(rules, { more })
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const now = (basket = '1 C1 1') => said(open, [basket, { cardNumber }])
  assert.deepEqual(await now(), [])
  assert.deepEqual(await now('1 A1 5'), ['acme now'])
  const first = await bought('2 A1 10, 1 B1 3', { cardNumber })
  await shop.must('checkout', {
    cardNumber,
    products: [{ sku: 'A1', unitPrice: 7, attributes: { brand: 'Zed', margin: 0.5 } }],
  })
  assert.deepEqual(await now(), ['had acme', '20 on acme', 'acme now', 'dear', 'no bolt'])
  await applyFile({ ...shop.file, products: [{ sku: 'A1', attributes: { brand: 'Bolt' } }] })
  assert.deepEqual(await now(), ['had acme', '20 on acme', 'acme now', 'dear', 'no bolt'])
  // A return that names no sale lowers the spend of what it says that it is.
  await shop.must('returnMerchandise', {
    cardNumber,
    returnedProducts: [{ sku: 'A1', amountPurchased: 1, unitPrice: 2, attributes: { brand: 'Acme' } }],
  })
  assert.ok(!(await now()).includes('20 on acme'))
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: first.requestRef,
    returnedProducts: [{ sku: 'A1', amountPurchased: 2 }],
  })
  assert.deepEqual(await now(), ['dear'])
  assert.deepEqual(await shop.verify(), [])
})

test('points for a brand go back with the lines that had it', async () => {
  const perAcme = { give: 1, per: 1, of: 'products.total', where: { attributes: { brand: ['Acme'] } } }
  const { shop } = await openRuleShop([{ then: [points(perAcme)] }], { more })
  const cardNumber = await shop.card()
  const sale = await shop.must('checkout', {
    cardNumber,
    products: [
      { sku: 'C1', unitPrice: 10, amountPurchased: 2, sequenceId: 1, attributes: { brand: 'Acme' } },
      { sku: 'C1', unitPrice: 30, sequenceId: 2 },
    ],
  })
  const has = async () => (await shop.balances(cardNumber))[0]?.amount ?? 0
  assert.equal(await has(), 20)
  const back = (sequenceId: number) =>
    shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: sale.requestRef,
      returnedProducts: [{ sku: 'C1', amountPurchased: 1, sequenceId }],
    })
  await back(2)
  assert.equal(await has(), 20)
  await back(1)
  assert.equal(await has(), 10)
  await back(1)
  assert.equal(await has(), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('shown by the lookup and the views, simulated, replayed, and gone when the customer is erased', async () => {
  const { shop, bought } = await openRuleShop(
    [
      { id: 'acme', when: [having({ brand: 'Acme' })], then: [points(5)] },
      { id: 'app', when: [{ fact: 'order', name: 'channel', op: '=', value: 'app' }], then: [points(2)] },
    ],
    { more },
  )
  const cardNumber = await shop.card()
  const from = await between()
  const basket = {
    products: [
      { sku: 'A1', unitPrice: 10 },
      { sku: 'C1', unitPrice: 4, attributes: { brand: 'Engraved for Ana' } },
    ],
    orderAttributes: { channel: 'app', weight: '2.50' },
  }
  const simulated = await shop.must('simulate', { cardNumber, ...basket })
  assert.match(JSON.stringify(simulated.receipt), /"amount":5/)
  const sale = await shop.must('checkout', { cardNumber, ...basket })
  const plain = await bought('1 C1 1', { cardNumber })
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(
    shown.skus.map((line: { attributes?: object }) => line.attributes),
    [{ brand: 'Acme', size: 'M', margin: 0.3, allergens: ['nuts'] }, { brand: 'Engraved for Ana' }],
  )
  assert.deepEqual(shown.orderAttributes, { channel: 'app', weight: 2.5 })
  const seen = await sql(
    `select attributes ->> 'brand' as brand, (select order_attributes ->> 'channel' from reporting.checkouts
      where brand_id = $1 and request_ref = $2) as channel
    from reporting.checkout_lines where brand_id = $1 and request_ref = $2 order by line`,
    [shop.id, sale.requestRef],
  )
  assert.deepEqual(seen, [
    { brand: 'Acme', channel: 'app' },
    { brand: 'Engraved for Ana', channel: 'app' },
  ])
  assertReproduced(await replayShop(shop, { from }))
  const draft = {
    ...shop.file,
    campaigns: [campaign([{ id: 'acme', when: [having({ size: 'M' })], then: [points(50)] }])],
  }
  const { cost } = await replayShop(shop, { from, draft })
  assert.deepEqual(cost.issued, [{ of: 'Points', happened: '7', replayed: '50' }])

  assert.match(await explained(shop, plain.requestRef), /brand Acme/)
  assert.match(await explained(shop, plain.requestRef), /the sale's channel/)
  await withPool((pool) => eraseCustomer(pool, { brand: shop.id, cardNumber }, { dryRun: false, origin: testOrigin }))
  const after = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(
    after.skus.map((line: object) => Object.keys(line)),
    [
      ['sku', 'unitPrice', 'amountPurchased'],
      ['sku', 'unitPrice', 'amountPurchased'],
    ],
  )
  assert.equal(after.orderAttributes, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('a sale without attributes is kept as it always was', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(1)] }])
  const { requestRef } = await bought('1 ESP 3')
  const [row] = await sql(`select content from checkout where brand_id = $1 and request_ref = $2`, [
    shop.id,
    requestRef,
  ])
  assert.deepEqual(Object.keys(row?.content.lines[0]), ['sku', 'quantity', 'unitPrice', 'sequenceId', 'value', 'net'])
  assert.equal(row?.content.orderAttributes, undefined)
})
