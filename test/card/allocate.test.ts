import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements, applyFile, openShop, times } from '../support/shop.ts'
import { letTimePass, oneDay } from '../support/time-passes.ts'

const listed = {
  cardSets: [
    {
      id: 'fixed',
      cards: [
        { cardNumber: '70000001', pin: '0001' },
        { cardNumber: '70000002', pin: '0002', status: 'Distributed' },
        { cardNumber: '70000003', status: 'Demo' },
      ],
    },
    { id: 'empty', cards: [] },
    { id: 'cards', generate: { count: 3, prefix: '60', length: 16 } },
  ],
}

test('a card of a set is any of its free cards, each once, until the set is empty', async () => {
  const shop = await openShop(listed)

  const answers = await Promise.all(times(5, () => shop.call('allocate', { cardSetId: 'cards' })))

  const allocated = answers.filter(({ body }) => body.success).map(({ body }) => body)
  assert.equal(new Set(allocated.map(({ cardNumber }) => cardNumber)).size, 3)
  for (const body of allocated) {
    assert.deepEqual(Object.keys(body), ['cardNumber', 'pin', 'success', 'requestRef'])
    assert.match(body.cardNumber, /^60\d{14}$/)
    assert.match(body.pin, /^\d{4}$/)
  }
  for (const answer of answers.filter(({ body }) => !body.success)) assertRefused(answer, 16)
  assertRefused(await shop.call('allocate', { cardSetId: 'empty' }), 16)
  assert.deepEqual(await shop.verify(), [])
})

test('cards of a set come in no order that could be guessed', async () => {
  const shop = await openShop({ cardSets: [{ id: 'cards', generate: { count: 40, prefix: '60', length: 16 } }] })
  const numbers: string[] = []
  for (let i = 0; i < 8; i += 1) numbers.push(await shop.card())
  const found = await shop.must('search', { filters: { cardSetId: 'cards' }, includeInactive: true, limit: 100 })
  const order = numbers.map((number) =>
    found.cards.findIndex((card: { cardNumber: string }) => card.cardNumber === number),
  )
  assert.notDeepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.notDeepEqual(
    order,
    order.toSorted((a, b) => b - a),
  )
})

test('from a set only cards of the inventory are picked; by its number a distributed card too', async () => {
  const shop = await openShop(listed)
  assert.equal((await shop.must('allocate', { cardSetId: 'fixed' })).cardNumber, '70000001')
  assertRefused(await shop.call('allocate', { cardSetId: 'fixed' }), 16)
  assert.equal((await shop.must('allocate', { cardNumber: '70000002' })).pin, '0002')
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is active already is 111, an unknown one 2, one that was disabled 112', async () => {
  const shop = await openShop(listed)
  const card = await shop.card({}, 'cards')
  assertRefused(await shop.call('allocate', { cardNumber: card }), 111)
  assertRefused(await shop.call('allocate', { cardNumber: '70000003' }), 111)
  assertRefused(await shop.call('allocate', { cardNumber: '79999999' }), 2)
  const lost = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: card, action: 'adjustOnly', ...lost })
  assertRefused(await shop.call('allocate', { cardNumber: card }), 112)
  assert.deepEqual(await shop.verify(), [])
})

test('twenty tills that activate one card activate it once', async () => {
  const shop = await openShop(listed)
  const answers = await Promise.all(times(20, () => shop.call('allocate', { cardNumber: '70000001' })))
  assert.equal(answers.filter(({ body }) => body.success).length, 1)
  for (const answer of answers.filter(({ body }) => !body.success)) assertRefused(answer, 111)
  assert.deepEqual(await shop.verify(), [])
})

test('a card is named by its number or by its set, by both only to create it', async () => {
  const shop = await openShop(listed)
  const table: Refusals = [
    [{}, 100, 'cardNumber'],
    [{ cardNumber: null, cardSetId: null }, 100, 'cardNumber'],
    [{ cardNumber: '70000001', cardSetId: 'fixed' }, 100, 'cardSetId'],
    [{ cardNumber: '70000001', cardSetId: 'fixed', createIfNew: false }, 100, 'cardSetId'],
    [{ cardNumber: '80000001', createIfNew: true }, 100, 'createIfNew'],
    [{ cardSetId: 'fixed', createIfNew: true }, 100, 'createIfNew'],
    [{ cardSetId: 'unknown' }, 100, 'cardSetId'],
    [{ cardSetId: '' }, 100, 'cardNumber'],
    [{ cardSetId: {} }, 100, 'cardSetId'],
    [{ cardNumber: '123' }, 100, 'cardNumber'],
    [{ cardNumber: '1'.repeat(101) }, 100, 'cardNumber'],
    [{ cardNumber: '123', cardSetId: 'fixed', createIfNew: true }, 100, 'cardNumber'],
    [{ cardNumber: '80000001', cardSetId: 'unknown', createIfNew: true }, 100, 'cardSetId'],
    [{ cardNumber: '70000001', cardSetId: 'cards', createIfNew: true }, 100, 'cardSetId'],
    [{ cardNumber: '80000001', cardSetId: 'fixed', createIfNew: 'maybe' }, 100, 'createIfNew'],
    [{ cardSetId: 'fixed', customRequestDate: '2026-02-30 00:00:00' }, 100, 'customRequestDate'],
  ]
  for (const [body, code, field] of table)
    assertRefused(await shop.call('allocate', body), code, field, JSON.stringify(body))
  assert.equal((await shop.must('allocate', { cardSetId: 'fixed' })).cardNumber, '70000001', 'nothing was used up')
  assert.deepEqual(await shop.verify(), [])
})

test('a new card is created with createIfNew, with a pin, and works like any other', async () => {
  const shop = await openShop(listed)
  const long = 'x'.repeat(100)
  for (const cardNumber of ['8001', 'GIFT 2026/ü', long]) {
    const body = await shop.must('allocate', { cardNumber, cardSetId: 'fixed', createIfNew: true })
    assert.equal(body.cardNumber, cardNumber)
    assert.match(body.pin, /^\d{4}$/)
    await shop.issue(cardNumber, { usd: 5 })
    assert.ok((await shop.redeem(cardNumber, { usd: 2 }, { forcePinValidation: true, pin: body.pin })).body.success)
    assertRefused(await shop.call('allocate', { cardNumber, cardSetId: 'fixed', createIfNew: true }), 111)
  }
  const { cardNumber } = await shop.must('allocate', { cardNumber: '70000001', cardSetId: 'fixed', createIfNew: true })
  assert.equal(cardNumber, '70000001', 'a card that exists is activated')
  assert.deepEqual(await shop.verify(), [])
})

test('twenty tills that create one card create it once', async () => {
  const shop = await openShop(listed)
  const body = { cardNumber: '8001', cardSetId: 'fixed', createIfNew: true }
  const answers = await Promise.all(times(20, () => shop.call('allocate', body)))
  assert.equal(answers.filter(({ body }) => body.success).length, 1)
  for (const answer of answers.filter(({ body }) => !body.success)) assertRefused(answer, 111)
  assert.deepEqual(await shop.verify(), [])
})

test('creating cards and giving a date need their enablements', async () => {
  const without = (name: string) => ({ ...listed, brand: { enable: allEnablements.filter((one) => one !== name) } })
  const creates = await openShop(without('createIfNew'))
  assertRefused(await creates.call('allocate', { cardNumber: '8001', cardSetId: 'fixed', createIfNew: true }), 104)
  assert.ok((await creates.call('allocate', { cardSetId: 'fixed', createIfNew: false })).body.success)
  const dates = await openShop(without('customRequestDate'))
  assertRefused(await dates.call('allocate', { cardSetId: 'fixed', customRequestDate: '2026-01-01 00:00:00' }), 104)
})

test('a date that is given is the date of the history, not of the card', async () => {
  const shop = await openShop()
  const { cardNumber, requestRef } = await shop.must('allocate', {
    cardSetId: 'cards',
    customRequestDate: '2020-05-06 07:08:09',
  })
  const [row] = await shop.history(cardNumber)
  assert.equal(row.transactionTime, Date.UTC(2020, 4, 6, 7, 8, 9))
  assert.equal((await shop.must('requestLookup', { requestRef })).requestDate, '2020-05-06 07:08:09')
  const found = await shop.must('search', { filters: { cardNumber }, returnFields: { activationDate: true } })
  assert.match(found.cards[0].activationDate, new RegExp(`^${new Date().toISOString().slice(0, 7)}-\\d\\d 00:00:00$`))
})

test('cards expire as long after their activation as the program says', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 30 } } })
  const card = await shop.card({ usd: 1 })
  await letTimePass(shop, 30 * oneDay - 60)
  assert.ok((await shop.issue(card, { usd: 1 })).body.success)
  await letTimePass(shop, 61)
  assertRefused(await shop.issue(card, { usd: 1 }), 112)
  assertRefused(await shop.call('allocate', { cardNumber: card }), 112, undefined, 'it is expired, not active')
  assert.deepEqual(await shop.verify(), [])
})

test('a set that left the brand file gives no more cards; those it gave go on', async () => {
  const shop = await openShop(listed)
  const card = await shop.card({ usd: 5 })
  const { programs, ...rest } = shop.file as { programs: { cardSets: { id: string }[] }[] }
  const kept = programs.map((program) => ({
    ...program,
    cardSets: program.cardSets.filter(({ id }) => id === 'fixed'),
  }))
  await applyFile({ ...rest, programs: kept })

  assert.ok((await shop.redeem(card, { usd: 1 })).body.success)
  assert.equal((await shop.call('allocate', { cardSetId: 'cards' })).body.success, false)
  assert.deepEqual(await shop.verify(), [])
})

test('a card of another brand does not exist', async () => {
  const [shop, other] = [await openShop(listed), await openShop()]
  assertRefused(await other.call('allocate', { cardNumber: '70000001' }), 2)
  assert.ok((await shop.call('allocate', { cardNumber: '70000001' })).body.success)
})
