import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import { erasePerson } from '../../server/calls/privacy/erase-person.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { says } from '../support/rule-table.ts'
import { Shop, startTestService, testDatabase, testOrigin, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const limit = (count: number, per: string, every: unknown = 'ever') => ({ times: count, per, every })
const manyCards = { cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }] }

type Bought = Awaited<ReturnType<typeof openRuleShop>>['bought']
const hears = (bought: Bought) => async (request: object, where?: Record<string, string>) =>
  ((await bought('1 CAKE 5', request, where)).responseMessages ?? []).join()

async function cardOf(shop: Shop, primaryCustomer: object): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer })
  return cardNumber
}

test('a limit per e-mail address holds for all cards that have it, however it is spelled', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'email'), then: [says('once'), points(5)] }])
  const heard = hears(bought)
  const one = await cardOf(shop, { email: 'Ada@Example.org' })
  const two = await cardOf(shop, { email: 'ada@example.ORG' })
  const other = await cardOf(shop, { email: 'grace@example.org' })
  assert.equal(await heard({ cardNumber: one }), 'once')
  assert.equal(await heard({ cardNumber: two }), '')
  assert.equal(await heard({ cardNumber: other }), 'once')
  // Whoever changes theirs and gives it to another card has used it all the same.
  await shop.must('updateAccount', { cardNumber: one, primaryCustomer: { email: 'new@example.org' } })
  assert.equal(await heard({ cardNumber: two }), '')
  assert.deepEqual(await shop.verify(), [])
})

test('a limit per phone number compares numbers as they are kept, mobile ones first', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'phone'), then: [says('once')] }])
  const heard = hears(bought)
  const one = await cardOf(shop, { country: 'US', phone: '(212) 555-0134' })
  const two = await cardOf(shop, { country: 'DE', mobilePhone: '+1 212 555 0134' })
  assert.equal(await heard({ cardNumber: one }), 'once')
  assert.equal(await heard({ cardNumber: two }), '')
})

test('a limit per customer counts all their cards, and follows a transfer', async () => {
  const { shop, bought } = await openRuleShop([{ target: 'any', limit: limit(2, 'customer'), then: [says('twice')] }])
  const heard = hears(bought)
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
  assert.equal(await heard({ cardNumber, childCardNumber: 'KID' }), 'twice')
  const to = await shop.card()
  await shop.must('transfer', { cardNumber, action: 'out' })
  await shop.must('transfer', { cardNumber: to, oldCardNumber: cardNumber, action: 'in' })
  assert.equal(await heard({ cardNumber: to, childCardNumber: 'KID' }), 'twice')
  assert.equal(await heard({ cardNumber: to }), '')
  assert.equal(await heard({ cardNumber: to, childCardNumber: 'KID' }), '')
  assert.deepEqual(await shop.verify(), [])
})

test('a limit per device counts what the call names, and per employee at their location', async () => {
  const employees = [
    { id: 'E1', name: 'One' },
    { id: 'E2', name: 'Two' },
  ]
  const locations = ['L1', 'L2'].map((id) => ({ id, name: id, terminals: ['T1'], employees }))
  const { shop, bought } = await openRuleShop(
    [
      { limit: limit(1, 'device'), then: [says('device')] },
      { limit: limit(1, 'employee', 'day'), then: [says('staff')] },
    ],
    { locations },
  )
  const heard = hears(bought)
  const [one, two] = [await shop.card(), await shop.card()]
  assert.equal(await heard({ cardNumber: one, device: 'phone-1' }), 'device')
  assert.equal(await heard({ cardNumber: two, device: 'phone-1' }), '')
  assert.equal(await heard({ device: 'phone-2' }), 'device')
  const at = (location: string, employee: string) => ({ location, terminal: 'T1', employee })
  assert.equal(await heard({ cardNumber: one }, at('L1', 'E1')), 'staff')
  assert.equal(await heard({ cardNumber: two }, at('L1', 'E1')), '')
  assert.equal(await heard({ cardNumber: two }, at('L1', 'E2')), 'staff')
  assert.equal(await heard({ cardNumber: two }, at('L2', 'E1')), 'staff')
  assert.deepEqual(await shop.verify(), [])
})

test('what cannot be counted is not given, and the explanation says what is missing', async () => {
  for (const [per, words] of [
    ['customer', /needs a card, because of its limit per customer/],
    ['email', /needs the customer's e-mail address/],
    ['phone', /needs the customer's phone number/],
    ['device', /needs a call that names the device/],
    ['employee', /needs a call that names the employee/],
  ] as const) {
    const { shop, bought } = await openRuleShop([{ limit: limit(1, per), then: [says('given')] }])
    const request = per === 'customer' ? {} : { cardNumber: await shop.card() }
    const answer = await bought('1 CAKE 5', request)
    assert.deepEqual(answer.responseMessages ?? [], [], per)
    assert.match(await explained(shop, answer.requestRef), words)
  }
})

test('forty cards of one address at once: one of them gets it', async () => {
  const { shop, bought } = await openRuleShop(
    [{ limit: limit(1, 'email'), then: [says('mine'), points(1)] }],
    manyCards,
  )
  const cards = await Promise.all(times(40, () => cardOf(shop, { email: 'one@example.org' })))
  const answers = await Promise.all(cards.map((cardNumber) => bought('1 CAKE 5', { cardNumber })))
  assert.equal(answers.filter(({ responseMessages = [] }) => responseMessages.length > 0).length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('cards of one address and one device at two servers at once: each limit of one gives one', async () => {
  const service = await startTestService()
  try {
    const limits = ['email', 'device'].map((per) => limit(1, per))
    const rules = limits.map((one) => ({ limit: one, then: [says(one.per), points(1)] }))
    const { shop, bought } = await openRuleShop(rules, manyCards)
    const { id, secret, file } = shop
    const other = new Shop({ id, secret, file, port: service.port })
    const cards = await Promise.all(times(24, () => cardOf(shop, { email: 'one@example.org' })))
    const products = [{ sku: 'CAKE', unitPrice: 5 }]
    const sales = cards.map((cardNumber, place) => {
      const request = { cardNumber, device: 'tablet' }
      return place % 2 === 0 ? bought('1 CAKE 5', request) : other.must('checkout', { ...request, products })
    })
    const heard = (await Promise.all(sales)).flatMap(({ responseMessages = [] }) => responseMessages)
    assert.deepEqual(heard.toSorted(), ['device', 'email'])
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

test('a locked setup takes the place of the address; cancel and void give it back', async () => {
  const open = await openRuleShop([{ limit: [limit(1, 'email')], then: [says('mine')] }])
  const { shop, bought } = open
  const heard = hears(bought)
  const { lock, cancel, complete } = lockingCalls(open)
  const [one, two] = [await cardOf(shop, { email: 'a@b.example' }), await cardOf(shop, { email: 'a@b.example' })]
  const setup = await lock(one, '1 CAKE 5')
  assert.equal(await heard({ cardNumber: two }), '')
  await cancel(setup)
  const { body } = await complete(await lock(one, '1 CAKE 5'))
  assert.equal(await heard({ cardNumber: two }), '')
  await shop.must('voidTransaction', { cardNumber: one, requestRef: body.requestRef })
  assert.equal(await heard({ cardNumber: two }), 'mine')
  assert.deepEqual(await shop.verify(), [])
})

test('neither addresses nor devices are kept as they are, and marks of two brands differ', async () => {
  const rules = [{ limit: [limit(1, 'email'), limit(1, 'device')], then: [says('mine')] }]
  const marks = async () => {
    const { shop, bought } = await openRuleShop(rules)
    const cardNumber = await cardOf(shop, { email: 'kept@example.org' })
    await bought('1 CAKE 5', { cardNumber, device: 'device-in-clear' })
    const [row] = await sql('select email_mark, device_mark from rule_firing where brand_id = $1', [shop.id])
    const [{ count }] = (await sql(
      `select (select count(*) from checkout where brand_id = $1 and content::text like '%device-in-clear%')
        + (select count(*) from request where brand_id = $1 and detail::text like '%device-in-clear%')::int as count`,
      [shop.id],
    )) as [{ count: number }]
    assert.equal(Number(count), 0)
    return row as { email_mark: string; device_mark: string }
  }
  const [one, two] = [await marks(), await marks()]
  assert.match(one.email_mark, /^[\w-]{22}$/)
  assert.notEqual(one.email_mark, two.email_mark)
  assert.notEqual(one.device_mark, two.device_mark)
})

test('whoever is erased leaves no mark, and the limits per card still hold', async () => {
  const open = await openRuleShop([
    { limit: [limit(1, 'email'), limit(1, 'phone'), limit(1, 'device'), limit(1, 'card')], then: [says('mine')] },
  ])
  const { shop, bought } = open
  const who = { country: 'US', email: 'gone@example.org', phone: '+12125550199' }
  const cardNumber = await cardOf(shop, who)
  await bought('1 CAKE 5', { cardNumber, device: 'gone' })
  const [firing] = await sql('select email_mark, phone_mark, device_mark from rule_firing where brand_id = $1', [
    shop.id,
  ])
  const marks = Object.values(firing as Record<string, string>)
  assert.ok(marks.every((mark) => mark.length === 22))
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  await erasePerson(pool, { brand: shop.id, cardNumber }, { origin: testOrigin, random: randomBytes })
  await pool.close()
  const dump = JSON.stringify(await dumpBrand(shop.id))
  for (const mark of [...marks, 'gone@example.org', 'marks']) assert.ok(!dump.includes(mark), mark)
  assert.deepEqual((await bought('1 CAKE 5', { cardNumber, device: 'gone' })).responseMessages ?? [], [])
  assert.deepEqual(await shop.verify(), [])
})

test('a replay counts by the same addresses and devices, those from before its period too', async () => {
  const { shop, bought } = await openRuleShop([
    { target: 'any', limit: limit(2, 'email'), then: [points(1)] },
    { target: 'any', limit: limit(2, 'device'), then: [points(2)] },
    { target: 'any', limit: limit(2, 'customer'), then: [points(4)] },
  ])
  const [one, two] = [await cardOf(shop, { email: 'r@example.org' }), await cardOf(shop, { email: 'r@example.org' })]
  await shop.must('allocateChildCard', { cardNumber: one, childCardNumber: 'KID' })
  await bought('1 CAKE 5', { cardNumber: one, device: 'd' })
  const from = await between()
  await bought('1 CAKE 5', { cardNumber: two, device: 'd' })
  await bought('1 CAKE 5', { cardNumber: two, device: 'd' })
  await bought('1 CAKE 5', { cardNumber: one, childCardNumber: 'KID', device: 'e' })
  await bought('1 CAKE 5', { cardNumber: one, device: 'e' })
  await bought('1 CAKE 5', { cardNumber: one, device: 'e' })
  for (const begin of [0, from]) assertReproduced(await replayShop(shop, { from: begin, onSale: explain }))
  assert.deepEqual(await shop.verify(), [])
})
