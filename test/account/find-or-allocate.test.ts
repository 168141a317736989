import assert from 'node:assert/strict'
import { test } from 'node:test'
import { race } from '../support/race.ts'
import { openShop, type Shop, times } from '../support/shop.ts'

const numbersOf = (cards: readonly { cardNumber: string }[]) => cards.map(({ cardNumber }) => cardNumber)
const byEmail = (shop: Shop, email: string, more: object = {}) =>
  shop.call('allocate', { cardSetId: 'cards', findBy: 'email', customerUpdates: { email }, ...more })

test('an address that somebody typed finds its owner only, whatever is typed', async () => {
  const shop = await openShop()
  const [ada, max] = [await shop.card(), await shop.card()]
  await shop.must('updateAccount', { cardNumber: ada, primaryCustomer: { email: 'c1.ada@shop.test', lastName: 'Lee' } })
  await shop
    .must('updateAccount', { cardNumber: max, primaryCustomer: { email: 'c1.*', lastName: 'Max' } })
    .catch(() => 0)
  const find = async (filters: object, more: object = {}) =>
    numbersOf((await shop.must('search', { filters, exactMatch: true, ...more })).cards)

  assert.deepEqual(
    numbersOf((await shop.must('search', { filters: { email: 'c1.*' } })).cards),
    [ada],
    'as it always was',
  )
  assert.deepEqual(await find({ email: 'c1.*' }), [])
  assert.deepEqual(await find({ email: 'C1.Ada@Shop.Test' }), [ada], 'in any case')
  assert.deepEqual(await find({ lastName: 'le*' }), [], 'nor is a short beginning a fault')
  assert.deepEqual(await find({ cardNumber: ada, email: 'c1.*' }), [])
  const child = { filters: { cardNumber: ada }, exactMatch: true, childFilters: { email: '*' } }
  assert.equal((await shop.call('search', child)).status, 200)
  assert.deepEqual(await shop.verify(), [])
})

test('a customer is found or made by one call', async () => {
  const shop = await openShop()
  const first = (
    await byEmail(shop, 'ada@shop.test', { customerUpdates: { email: 'ada@shop.test', firstName: 'Ada' } })
  ).body
  assert.equal(first.isExisting, undefined)
  const found = (
    await byEmail(shop, 'ADA@shop.test', { customerUpdates: { email: 'ADA@shop.test', firstName: 'Eve' } })
  ).body
  assert.deepEqual([found.cardNumber, found.isExisting, found.pin], [first.cardNumber, true, undefined])
  const { cards } = await shop.must('search', {
    filters: { email: 'ada@shop.test' },
    returnFields: { customer: true },
  })
  assert.equal(cards.length, 1)
  assert.equal(cards[0].customer.firstName, 'Ada', 'who was there is left as they are')
  const { transactions } = await shop.must('cardHistory', { cardNumber: first.cardNumber })
  assert.equal(transactions.length, 1, 'what only found somebody is no part of the history')
  assert.equal(
    (await shop.call('voidTransaction', { cardNumber: first.cardNumber, requestRef: found.requestRef })).body.errorCode,
    119,
  )

  const phone = (mobilePhone: string) =>
    shop.must('allocate', { cardSetId: 'cards', findBy: 'mobilePhone', customerUpdates: { mobilePhone } })
  const called = await phone('(212) 555-0123')
  assert.equal((await phone('+12125550123')).cardNumber, called.cardNumber)

  const closed = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber: first.cardNumber, action: 'adjustOnly', ...closed })
  const next = (await byEmail(shop, 'ada@shop.test')).body
  assert.notEqual(next.cardNumber, first.cardNumber, 'a card that cannot be used any more is nobody’s')
  const mine = { cardNumber: 'SHOP-0001', createIfNew: true }
  assert.equal((await byEmail(shop, 'own@shop.test', mine)).body.cardNumber, 'SHOP-0001')
  assert.equal(
    (await byEmail(shop, 'own@shop.test', { ...mine, cardNumber: 'SHOP-0002' })).body.cardNumber,
    'SHOP-0001',
  )
  assert.deepEqual(await shop.verify(), [])
})

test('what was to be found by others is not voided, and a lost answer says who was there', async () => {
  const shop = await openShop()
  const first = (await byEmail(shop, 'ada@shop.test')).body
  const found = await byEmail(shop, 'ada@shop.test')
  assert.equal(found.body.isExisting, true)
  const voided = await shop.call('voidTransaction', { cardNumber: first.cardNumber, requestRef: first.requestRef })
  assert.equal(voided.body.errorCode, 119)
  assert.match(voided.body.errorMessage, /close the card instead/)
  const answerOf = async (requestRef: string) =>
    (await shop.must('requestLookup', { requestRef, showAnswer: true })).answer
  assert.deepEqual(await answerOf(found.body.requestRef), { cardNumber: first.cardNumber, isExisting: true })
  assert.equal((await answerOf(first.requestRef)).isExisting, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('an allocation is voided until somebody was told its card by finding it', async () => {
  const shop = await openShop()
  const plain = { cardSetId: 'cards', customerUpdates: { email: 'ada@shop.test' } }
  const voidOf = ({ cardNumber, requestRef }: { cardNumber: string; requestRef: string }) =>
    shop.call('voidTransaction', { cardNumber, requestRef })
  const lost = await shop.must('allocate', plain)
  assert.equal((await voidOf(lost as never)).body.success, true, 'nobody was told of it')
  const kept = await shop.must('allocate', plain)
  const found = (await byEmail(shop, 'ada@shop.test')).body
  assert.deepEqual([found.cardNumber, found.isExisting], [kept.cardNumber, true])
  const refused = (await voidOf(kept as never)).body
  assert.deepEqual([refused.success, refused.errorCode], [false, 119])
  assert.match(refused.errorMessage, /the card was used since/)
  assert.equal((await voidOf(found)).body.errorCode, 119, 'finding is not voided, either')
  const { transactions: before } = await shop.must('cardHistory', { cardNumber: kept.cardNumber })
  assert.equal((await byEmail(shop, 'ada@shop.test')).body.cardNumber, kept.cardNumber)
  const { transactions: after } = await shop.must('cardHistory', { cardNumber: kept.cardNumber })
  assert.equal(after.length, before.length, 'only the first finding is kept with the card')
  assert.deepEqual(await shop.verify(), [])
})

test('whoever is told a card while its allocation is voided is still its customer', async () => {
  const shop = await openShop()
  for (const round of Array(12).keys()) {
    const email = `bo${round}@shop.test`
    const own = round % 3 === 0 ? { cardNumber: `SHOP-${round}00`, createIfNew: true } : {}
    const both = await shop.must('allocate', { cardSetId: 'cards', customerUpdates: { email }, ...own })
    const busy = shop.call('allocate', { cardSetId: 'cards' })
    const [gone, told] = await Promise.all([
      shop.call('voidTransaction', { cardNumber: both.cardNumber, requestRef: both.requestRef }),
      byEmail(shop, email, own),
      busy,
    ])
    const { cards } = await shop.must('search', { filters: { email } })
    assert.deepEqual(numbersOf(cards), [told.body.cardNumber], 'nobody else has it')
    assert.equal(told.body.isExisting === true, gone.body.success !== true)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('whoever is suspended gets no second card', async () => {
  const shop = await openShop()
  const { cardNumber } = (await byEmail(shop, 'ada@shop.test')).body
  const adjustStatus = { newStatus: 'Suspended' }
  await shop.must('updateBalance', { cardNumber, action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus })
  assert.equal((await byEmail(shop, 'ada@shop.test')).body.errorCode, 112)
  assert.deepEqual(await shop.verify(), [])
})

test('what cannot find anybody is refused, and nothing is allocated', async () => {
  const shop = await openShop()
  const refused: readonly [object, string][] = [
    [{ cardNumber: 'X123', findBy: 'email', customerUpdates: { email: 'a@b.test' } }, 'findBy'],
    [{ cardSetId: 'cards', findBy: 'email' }, 'customerUpdates.email'],
    [{ cardSetId: 'cards', findBy: 'email', customerUpdates: { email: '' } }, 'customerUpdates.email'],
    [{ cardSetId: 'cards', findBy: 'phone', customerUpdates: { phone: '+1' } }, 'customerUpdates.phone'],
    [{ cardSetId: 'cards', findBy: 'lastName', customerUpdates: { lastName: 'Lee' } }, 'findBy'],
    [{ cardSetId: 'nowhere', findBy: 'email', customerUpdates: { email: 'a@b.test' } }, 'cardSetId'],
  ]
  for (const [body, field] of refused) {
    const answer = (await shop.call('allocate', body)).body
    assert.deepEqual([answer.errorCode, answer.errorMessage.split(':')[0]], [100, field], JSON.stringify(body))
  }
  assert.deepEqual((await shop.must('search', { filters: {} })).cards, [])
})

race('of many calls for one new customer that come at once exactly one allocates', async ({ shop, till }) => {
  for (const round of ['one', 'two', 'three']) {
    const calls = times(48, (caller) =>
      byEmail(
        till(caller),
        `${caller % 3 === 0 ? round.toUpperCase() : round}@shop.test`,
        caller % 4 === 0 ? { cardNumber: `${round}-${caller}`, createIfNew: true } : {},
      ),
    )
    const answers = (await Promise.all(calls)).map(({ body }) => body)
    assert.deepEqual(
      answers.filter(({ success }) => !success),
      [],
    )
    assert.equal(new Set(numbersOf(answers)).size, 1)
    assert.equal(answers.filter(({ isExisting }) => !isExisting).length, 1)
    assert.equal((await shop.must('search', { filters: { email: `${round}@shop.test` } })).cards.length, 1)
  }
})
