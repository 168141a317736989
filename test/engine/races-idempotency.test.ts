import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { outcomes, race, successes, whileCardIsLocked } from '../support/race.ts'
import { type Answer, openShop, type Shop, times } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const issue = (cardNumber: string, amount = 10) => ({ cardNumber, action: 'issue', amount: usd(amount) })
const redeem = (cardNumber: string, amount = 10) => ({ cardNumber, action: 'redeem', amount: usd(amount) })
const withId = (customRequestId: string) => ({ customRequestId })

race('a call that is sent twenty times at once takes effect once', async ({ shop, till }) => {
  const card = await shop.card()

  const answers = await Promise.all(times(20, (i) => till(i).call('updateBalance', issue(card), withId('sale-1'))))

  assertOnlyOne(answers, { ok: 1, 3: 19 })
  assert.equal(await dollarsOn(shop, card), 10)
})

race('nor does it when the repetitions name other cards', async ({ shop, till }) => {
  const cards = await Promise.all(times(8, () => shop.card()))

  const answers = await Promise.all(
    times(24, (i) => till(i).call('updateBalance', issue(cards[i % 8] ?? ''), withId('sale-1'))),
  )

  assertOnlyOne(answers, { ok: 1, 3: 23 })
  const amounts = await Promise.all(cards.map((card) => dollarsOn(shop, card)))
  assert.deepEqual(amounts.toSorted(), [0, 0, 0, 0, 0, 0, 0, 10])
})

race('nor when they ask for something else', async ({ shop, till }) => {
  const card = await shop.card()
  const bodies = [issue(card, 10), issue(card, 20), { ...issue(card, 10), note: 'unknown field' }]

  const answers = await Promise.all(
    times(21, (i) =>
      i % 7 === 0
        ? till(i).call('allocate', { cardSetId: 'cards' }, withId('sale-1'))
        : till(i).call('updateBalance', bodies[i % 3] ?? {}, withId('sale-1')),
    ),
  )

  assertOnlyOne(answers, { ok: 1, 3: 20 })
})

race('different ids do not disturb each other', async ({ shop, till }) => {
  const card = await shop.card()

  const answers = await Promise.all(
    times(40, (i) => till(i).call('updateBalance', issue(card, 1), withId(`sale-${i % 10}`))),
  )

  assert.deepEqual(outcomes(answers), { ok: 10, 3: 30 })
  assert.equal(await dollarsOn(shop, card), 10)
})

race('a refused call leaves its id to the next', async ({ shop, till }) => {
  const [poor, rich] = [await shop.card(), await shop.card({ usd: 10 })]

  const answers = await Promise.all(
    times(20, (i) => till(i).call('updateBalance', redeem(i % 4 < 2 ? poor : rich), withId('sale-1'))),
  )

  const counts = outcomes(answers)
  assert.equal(counts.ok, 1)
  assert.equal((counts[3] ?? 0) + (counts[13] ?? 0), 19)
  assert.deepEqual(await shop.balances(rich), [])
})

race('a call that failed for lack of balance succeeds when it is repeated later', async ({ shop, till }) => {
  const card = await shop.card()
  assert.equal((await till(0).call('updateBalance', redeem(card), withId('sale-1'))).body.errorCode, 13)
  await shop.issue(card, { usd: 10 })

  const second = await till(1).call('updateBalance', redeem(card), withId('sale-1'))
  const third = await till(0).call('updateBalance', redeem(card), withId('sale-1'))

  assert.equal(second.body.success, true)
  assert.equal(third.body.errorCode, 3)
  assert.equal(third.headers['purser-original-request'], second.body.requestRef)
})

race(
  'a set that has one card left gives it to one of the ids',
  async ({ till }) => {
    const answers = await Promise.all(
      times(12, (i) => till(i).call('allocate', { cardSetId: 'last' }, withId(`new-${i % 3}`))),
    )

    const counts = outcomes(answers)
    assert.equal(counts.ok, 1)
    assert.equal((counts[3] ?? 0) + (counts[16] ?? 0), 11)
  },
  { cardSets: [{ id: 'last', name: 'Last', generate: { count: 1, prefix: '61', length: 16 } }] },
)

race('one card is handed out for one id, however often it is asked for', async ({ shop, till }) => {
  const answers = await Promise.all(times(20, (i) => till(i).call('allocate', { cardSetId: 'cards' }, withId('new-1'))))

  assertOnlyOne(answers, { ok: 1, 3: 19 })
  assert.equal((await shop.must('search', { filters: {} })).cards.length, 1)
})

race('a read that carries an id is answered once', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })

  const answers = await Promise.all(
    times(20, (i) => till(i).call('search', { filters: { cardNumber: card } }, withId('look-1'))),
  )

  assertOnlyOne(answers, { ok: 1, 3: 19 })
})

race('thirty reads with thirty ids are all answered', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })

  const answers = await Promise.all(
    times(30, (i) => till(i).call('search', { filters: { cardNumber: card } }, withId(`look-${i}`))),
  )

  assert.deepEqual(outcomes(answers), { ok: 30 })
})

test('an id that a read used cannot be used by a sale, nor the other way round', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const read = await shop.must('search', { filters: { cardNumber: card } }, withId('look-1'))
  const sale = await shop.must('updateBalance', redeem(card, 1), withId('sale-1'))

  const asSale = await shop.call('updateBalance', redeem(card, 1), withId('look-1'))
  const asRead = await shop.call('search', { filters: { cardNumber: card } }, withId('sale-1'))

  assert.deepEqual([asSale.body.errorCode, asRead.body.errorCode], [3, 3])
  assert.equal(asSale.headers['purser-original-request'], read.requestRef)
  assert.equal(asRead.headers['purser-original-request'], sale.requestRef)
  assert.equal(asSale.headers['purser-original-matches'], 'false')
  const asBefore = await shop.call('updateBalance', redeem(card, 1), withId('sale-1'))
  const withMore = await shop.call('updateBalance', redeem(card, 2), withId('sale-1'))
  assert.equal(asBefore.headers['purser-original-matches'], 'true')
  assert.equal(withMore.headers['purser-original-matches'], 'false')
  assert.equal(await dollarsOn(shop, card), 9)
  assert.deepEqual(await shop.verify(), [])
})

test('a used id is told before a wrong pin is, and the wrong pin is not counted', async () => {
  const shop = await openShop({ program: { pinLength: 4 } })
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const wrong = pin === '0000' ? '1111' : '0000'
  const look = { filters: { cardNumber }, forcePinValidation: true }
  await shop.must('search', { ...look, pin }, withId('look-1'))
  await shop.must('updateBalance', { ...issue(cardNumber), forcePinValidation: true, pin }, withId('sale-1'))

  const reads = await Promise.all(times(12, () => shop.call('search', { ...look, pin: wrong }, withId('look-1'))))
  const sales = await Promise.all(
    times(12, () =>
      shop.call('updateBalance', { ...redeem(cardNumber), forcePinValidation: true, pin: wrong }, withId('sale-1')),
    ),
  )

  assert.deepEqual(outcomes(sales), { 3: 12 })
  assert.deepEqual(outcomes(reads), { 3: 12 })
  await shop.must('search', { ...look, pin })
  assert.deepEqual(await shop.verify(), [])
})

race('a repetition waits for the first, which is still running, and then learns of it', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })

  const calls = await whileCardIsLocked(shop, card, async () => {
    const sent = times(4, (i) => till(i).call('updateBalance', redeem(card), withId('sale-1')))
    const early = await Promise.race([...sent, wait(1000, 'none')])
    assert.equal(early, 'none')
    return { sent }
  })

  assertOnlyOne(await Promise.all(calls.sent), { ok: 1, 3: 3 })
})

race('a card that stays locked answers 109 in bounded time, with nothing done', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })

  const began = performance.now()
  const answers = await whileCardIsLocked(shop, card, () =>
    Promise.all(times(4, (i) => till(i).call('updateBalance', redeem(card, 5), withId(`sale-${i}`)))),
  )

  assert.deepEqual(outcomes(answers), { 109: 4 })
  assert.ok(performance.now() - began < 30_000, `${performance.now() - began} ms`)
  for (const { status, headers } of answers) assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
  assert.equal(await dollarsOn(shop, card), 10)
  const repeated = await Promise.all(
    times(4, (i) => till(i).call('updateBalance', redeem(card, 5), withId(`sale-${i}`))),
  )
  assert.deepEqual(outcomes(repeated), { ok: 2, 13: 2 })
})

test('brands have their ids each for themselves', async () => {
  const shops = [await openShop(), await openShop()]
  const cards = await Promise.all(shops.map((shop) => shop.card()))

  const answers = await Promise.all(
    shops.map((shop, i) => shop.call('updateBalance', issue(cards[i] ?? ''), withId('sale-1'))),
  )

  assert.deepEqual(outcomes(answers), { ok: 2 })
  for (const shop of shops) assert.deepEqual(await shop.verify(), [])
})

function assertOnlyOne(answers: readonly Answer[], expected: Record<string, number>): void {
  assert.deepEqual(outcomes(answers), expected)
  const [first] = successes(answers)
  for (const { body, headers } of answers) {
    if (body.errorCode === 3) assert.equal(headers['purser-original-request'], first?.body.requestRef)
  }
}

async function dollarsOn(shop: Shop, card: string): Promise<number> {
  return (await shop.balances(card))[0]?.amount ?? 0
}
