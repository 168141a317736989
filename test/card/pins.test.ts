import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, openShop, Shop, startTestService, times } from '../support/shop.ts'
import { letTimePass, sql } from '../support/time-passes.ts'

const minutes = 60
const cards = [{ cardNumber: '70000001', pin: '0042' }]

async function openPinShop() {
  const shop = await openShop({ cardSets: [{ id: 'cards', cards }] })
  const { pin } = await shop.must('allocate', { cardNumber: '70000001' })
  assert.equal(pin, '0042', 'leading zeros are kept')
  await shop.issue('70000001', { usd: 100 })
  return { shop, card: '70000001' }
}

const guess = (shop: Shop, pin: unknown): Promise<Answer> =>
  shop.redeem('70000001', { usd: 1 }, { forcePinValidation: true, pin })

const wrong = async (shop: Shop, count: number) => {
  for (let i = 0; i < count; i += 1) assertRefused(await guess(shop, '9999'), 10, 'Invalid card PIN.')
}

test('a pin is checked when it is forced, and only then', async () => {
  const { shop, card } = await openPinShop()
  for (const pin of ['0043', '42', '', null, '00420', ' 0042', 'x'.repeat(20)])
    assertRefused(await guess(shop, pin), 10)
  assert.ok((await guess(shop, '0042')).body.success)
  assert.ok((await shop.redeem(card, { usd: 1 }, { pin: 'wrong' })).body.success)
  assert.deepEqual((await shop.balances(card))[0].amount, 98)
  assert.deepEqual(await shop.verify(), [])
})

test('a pin that is sent as a number is its digits', async () => {
  const shop = await openShop({ cardSets: [{ id: 'cards', cards: [{ cardNumber: '70000001', pin: '8422' }] }] })
  await shop.must('allocate', { cardNumber: '70000001' })
  await shop.issue('70000001', { usd: 5 })
  assert.ok((await guess(shop, 8422)).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('after ten wrong pins every check fails for half an hour, the right one included', async () => {
  const { shop, card } = await openPinShop()
  await wrong(shop, 9)
  assert.ok((await guess(shop, '0042')).body.success, 'nine are forgiven')
  await wrong(shop, 10)
  assertRefused(await guess(shop, '0042'), 10)
  assert.ok((await shop.redeem(card, { usd: 1 })).body.success, 'calls without a check go on')

  await letTimePass(shop, 29 * minutes)
  assertRefused(await guess(shop, '0042'), 10)
  await letTimePass(shop, minutes + 1)
  assert.ok((await guess(shop, '0042')).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('each lock is twice as long as the one before, up to a day; a right pin starts anew', async () => {
  const { shop } = await openPinShop()
  for (const lock of [30, 60, 120, 240, 480, 960, 1440, 1440]) {
    await wrong(shop, 10)
    await letTimePass(shop, (lock - 1) * minutes)
    assertRefused(await guess(shop, '0042'), 10, undefined, `a minute before ${lock} minutes`)
    await letTimePass(shop, minutes + 1)
  }
  assert.ok((await guess(shop, '0042')).body.success)
  await wrong(shop, 10)
  await letTimePass(shop, 30 * minutes + 1)
  assert.ok((await guess(shop, '0042')).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('guesses that are made during a lock neither count nor prolong it', async () => {
  const { shop } = await openPinShop()
  await wrong(shop, 25)
  await letTimePass(shop, 30 * minutes + 1)
  assert.ok((await guess(shop, '0042')).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a hundred guesses at once are ten guesses', async () => {
  const { shop, card } = await openPinShop()
  const answers = await Promise.all(times(100, (i) => guess(shop, String(1000 + i))))
  assert.ok(answers.every(({ body }) => body.errorCode === 10))
  const [row] = await sql(
    'select pin_failures, pin_locked_until > now() as locked from card where brand_id = $1 and card_number = $2',
    [shop.id, card],
  )
  assert.deepEqual(row, { pin_failures: 10, locked: true })
  assertRefused(await guess(shop, '0042'), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('guesses through two servers count together', async (t) => {
  const { shop, card } = await openPinShop()
  const second = await startTestService()
  t.after(() => second.stop())
  const other = new Shop({ id: shop.id, secret: shop.secret, file: shop.file, port: second.port })

  await Promise.all(times(40, (i) => guess(i % 2 === 0 ? shop : other, '9999')))

  const [row] = await sql('select pin_failures from card where brand_id = $1 and card_number = $2', [shop.id, card])
  assert.equal(row.pin_failures, 10)
  assertRefused(await guess(other, '0042'), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a right pin counts even when the rest of the call is refused', async () => {
  const { shop, card } = await openPinShop()
  await wrong(shop, 9)
  assertRefused(await shop.redeem(card, { usd: 1000 }, { forcePinValidation: true, pin: '0042' }), 13)
  await wrong(shop, 9)
  assert.ok((await guess(shop, '0042')).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a right pin counts even when the card is locked by a checkout', async () => {
  const { shop, card } = await openPinShop()
  await wrong(shop, 9)
  await shop.must('checkout', { cardNumber: card, isSetup: true, lockSetupDuration: 300, checkoutTotal: 5 })
  assertRefused(await guess(shop, '0042'), 113)
  await wrong(shop, 9)
  assertRefused(await guess(shop, '0042'), 113)
  const [row] = await sql('select pin_failures from card where brand_id = $1', [shop.id])
  assert.equal(row.pin_failures, 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a card without a pin fails every forced check', async () => {
  const shop = await openShop({ program: { pinLength: 0 } })
  const allocated = await shop.must('allocate', { cardSetId: 'cards' })
  assert.equal('pin' in allocated, false)
  await shop.issue(allocated.cardNumber, { usd: 5 })
  for (const pin of ['', '0000', null])
    assertRefused(await shop.redeem(allocated.cardNumber, { usd: 1 }, { forcePinValidation: true, pin }), 10)
  assert.ok((await shop.redeem(allocated.cardNumber, { usd: 1 })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a search checks the pin of the card it names, and counts', async () => {
  const { shop, card } = await openPinShop()
  const search = (pin: unknown, more: object = {}) =>
    shop.call('search', { filters: { cardNumber: card }, forcePinValidation: true, pin, ...more })

  assert.equal((await search('0042')).body.cards.length, 1)
  assertRefused(await search('0043'), 10)
  assertRefused(await search('0042', { filters: { cardSetId: 'cards' } }), 100, 'filters.cardNumber')
  assertRefused(await search('0042', { filters: {} }), 100, 'filters.cardNumber')
  assert.deepEqual((await search('0043', { filters: { cardNumber: '99999999' } })).body.cards, [])
  for (let i = 0; i < 9; i += 1) assertRefused(await search('0043'), 10)
  assertRefused(await search('0042'), 10)
  assertRefused(await guess(shop, '0042'), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a search that repeats a customRequestId is error 3 before its pin is looked at', async () => {
  const { shop, card } = await openPinShop()
  const body = (pin: string) => ({ filters: { cardNumber: card }, forcePinValidation: true, pin })
  const first = await shop.call('search', body('0042'), { customRequestId: 'search-1' })
  assert.ok(first.body.success)

  const again = await shop.call('search', body('9999'), { customRequestId: 'search-1' })

  assertRefused(again, 3)
  assert.equal(again.headers['purser-original-request'], first.body.requestRef)
  const [row] = await sql('select pin_failures from card where brand_id = $1 and card_number = $2', [shop.id, card])
  assert.equal(row.pin_failures, 0, 'a repeated call is no guess')
})

test('pins are never stored as they are', async () => {
  const { shop, card } = await openPinShop()
  await wrong(shop, 1)
  const [row] = await sql(
    `select encode(pin_sealed, 'escape') || encode(pin_check, 'escape') as stored,
      (select string_agg(coalesce(detail::text, ''), ' ') from request where brand_id = $1) as records
     from card where brand_id = $1 and card_number = $2`,
    [shop.id, card],
  )
  assert.equal(row.stored.includes('0042'), false)
  assert.equal(row.records.includes('9999'), false)
})

test('a sealed pin opens for its own brand, card and key only, and never twice the same way', () => {
  const secret = randomBytes(32)
  const keeper = new PinKeeper(secret, randomBytes)
  const pin = keeper.seal('brand', 'card', '0042')

  assert.equal(new PinKeeper(secret, randomBytes).open('brand', 'card', pin), '0042')
  assert.ok(keeper.matches('brand', 'card', pin, '0042'))
  assert.notDeepEqual(keeper.seal('brand', 'card', '0042').sealed, pin.sealed)
  for (const [brand, card] of [
    ['other', 'card'],
    ['brand', 'other'],
  ] as const) {
    assert.throws(() => keeper.open(brand, card, pin))
    assert.equal(keeper.matches(brand, card, pin, '0042'), false)
  }
  const stranger = new PinKeeper(randomBytes(32), randomBytes)
  assert.throws(() => stranger.open('brand', 'card', pin))
  assert.equal(stranger.matches('brand', 'card', pin, '0042'), false)
  for (let i = 0; i < pin.sealed.length; i += 1) {
    const damaged = Buffer.from(pin.sealed)
    damaged[i] = (damaged[i] ?? 0) ^ 1
    if (i > 0) assert.throws(() => keeper.open('brand', 'card', { ...pin, sealed: damaged }))
  }
})

test('pins of generated cards have the length that the program says', async () => {
  for (const pinLength of [1, 6]) {
    const shop = await openShop({ program: { pinLength } })
    const { pin, cardNumber } = await shop.must('allocate', { cardSetId: 'cards' })
    assert.match(pin, new RegExp(`^[0-9]{${pinLength}}$`))
    const check = { filters: { cardNumber }, forcePinValidation: true, pin, returnFields: { pin: true } }
    assert.equal((await shop.must('search', check)).cards[0].pin, pin)
  }
})
