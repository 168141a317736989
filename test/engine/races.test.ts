import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, atServer, outcomes, race, successes, whileCardIsLocked } from '../support/race.ts'
import { openShop, startTestService, times } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

race('forty tills cannot overspend one card', async ({ shop, till }) => {
  const card = await shop.card({ usd: 50 })

  const answers = await Promise.all(times(40, (i) => till(i).redeem(card, { usd: 10 })))

  assert.deepEqual(outcomes(answers), { ok: 5, 13: 35 })
  assert.deepEqual(await shop.balances(card), [])
})

race('forty tills that take cents leave exactly the rest', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })

  const answers = await Promise.all(times(40, (i) => till(i).redeem(card, { usd: 0.07 })))

  assert.deepEqual(outcomes(answers), { ok: 40 })
  assert.equal((await shop.balances(card))[0].amount, 7.2)
  assert.equal((await shop.history(card, { maxResults: 100 })).length, 42)
})

race('tills that take what is there share exactly what was there', async ({ shop, till }) => {
  const card = await shop.card({ usd: 25 })

  const answers = await Promise.all(times(10, (i) => till(i).redeem(card, { usd: 10 }, { redeemMaxOnOverdraw: true })))

  assert.deepEqual(outcomes(answers), { ok: 10 })
  const short = answers.reduce((sum, { body }) => sum + (body.overdrawAmount ?? 0), 0)
  assert.equal(short, 100 - 25)
  assert.deepEqual(await shop.balances(card), [])
})

race(
  'a maximum balance holds however many issue at once',
  async ({ shop, till }) => {
    const card = await shop.card()

    const answers = await Promise.all(times(20, (i) => till(i).issue(card, { points: 30 })))

    assert.deepEqual(outcomes(answers), { ok: 3, 13: 17 })
    assert.equal((await shop.balances(card))[0].amount, 90)
  },
  { valueTypes: [{ balanceType: 'Points', scale: 0, maxBalance: 100 }] },
)

race('holds and redemptions never use the same balance', async ({ shop, till }) => {
  const card = await shop.card({ usd: 50 })

  const answers = await Promise.all(
    times(40, (i) => (i % 4 < 2 ? till(i).hold(card, { usd: 10 }) : till(i).redeem(card, { usd: 10 }))),
  )

  assert.deepEqual(outcomes(answers), { ok: 5, 13: 35 })
  const holds = successes(answers.filter((_, i) => i % 4 < 2))
  const held = (await shop.balances(card)).filter((part: { isHold: boolean }) => part.isHold)
  assert.equal(held.length, holds.length)
})

race('a hold is used or released once', async ({ shop, till }) => {
  const card = await shop.card({ usd: 10 })
  const { body: hold } = await shop.hold(card, { usd: 10 })
  const redeemFromHoldTransactionId = hold.transactionId
  const use = (i: number) => till(i).redeem(card, { usd: 10 }, { redeemFromHoldTransactionId })
  const release = (i: number) =>
    till(i).redeem(card, { usd: 0 }, { redeemFromHoldTransactionId, releaseHoldRemainder: true })

  const answers = await Promise.all(times(20, (i) => (i % 4 < 2 ? use(i) : release(i))))

  assert.deepEqual(outcomes(answers), { ok: 1, 117: 19 })
  const wasUsed = answers.findIndex(({ body }) => body.success) % 4 < 2
  assert.equal((await shop.balances(card))[0]?.amount, wasUsed ? undefined : 10)
})

race('parts of a hold add up to the hold', async ({ shop, till }) => {
  const card = await shop.card({ usd: 100 })
  const { body: hold } = await shop.hold(card, { usd: 10 })
  const from = { redeemFromHoldTransactionId: hold.transactionId }

  const answers = await Promise.all(times(20, (i) => till(i).redeem(card, { usd: 3 }, from)))

  assert.deepEqual(outcomes(answers), { ok: 3, 13: 17 })
  const left = (await shop.balances(card)).map(({ amount, isHold }: { amount: number; isHold: boolean }) => [
    isHold,
    amount,
  ])
  assert.deepEqual(left, [
    [false, 90],
    [true, 1],
  ])
})

race('of many voids of one redemption one gives the money back', async ({ shop, till }) => {
  const card = await shop.card({ usd: 50 })
  const { body: sale } = await shop.redeem(card, { usd: 20 })

  const answers = await Promise.all(
    times(20, (i) => till(i).call('voidTransaction', { cardNumber: card, requestRef: sale.requestRef })),
  )

  assert.deepEqual(outcomes(answers), { ok: 1, 119: 19 })
  assert.equal((await shop.balances(card))[0].amount, 50)
})

race('an issuance is either voided or spent, never both', async ({ shop, till }) => {
  const card = await shop.card()
  const { body: issued } = await shop.issue(card, { usd: 10 })

  const answers = await Promise.all(
    times(10, (i) =>
      i % 5 === 0
        ? till(i).call('voidTransaction', { cardNumber: card, requestRef: issued.requestRef })
        : till(i).redeem(card, { usd: 10 }),
    ),
  )

  assert.equal(successes(answers).length, 1)
  assert.deepEqual(await shop.balances(card), [])
})

race('a void of an allocation and a first issuance exclude each other', async ({ shop, till }) => {
  const { body: allocated } = await shop.call('allocate', { cardSetId: 'cards' })
  const { cardNumber, requestRef } = allocated

  const answers = await Promise.all(
    times(10, (i) =>
      i % 2 === 0
        ? till(i + 1).call('voidTransaction', { cardNumber, requestRef })
        : till(i).call('updateBalance', { cardNumber, action: 'issue', amount: usd(5) }),
    ),
  )

  const [voids, issues] = [0, 1].map((rest) => successes(answers.filter((_, i) => i % 2 === rest)).length)
  assert.deepEqual(voids === 1 ? [1, 0] : [0, 5], [voids, issues])
})

race(
  'the last cards of a set go to one caller each',
  async ({ till }) => {
    const answers = await Promise.all(times(30, (i) => till(i).call('allocate', { cardSetId: 'few' })))

    assert.deepEqual(outcomes(answers), { ok: 12, 16: 18 })
    assert.equal(new Set(successes(answers).map(({ body }) => body.cardNumber)).size, 12)
  },
  { cardSets: [{ id: 'few', name: 'Few', generate: { count: 12, prefix: '61', length: 16 } }] },
)

race('fewer callers than cards all get one', async ({ shop, till }) => {
  const answers = await Promise.all(times(20, (i) => till(i).call('allocate', { cardSetId: 'cards' })))

  assert.deepEqual(outcomes(answers), { ok: 20 })
  assert.equal(new Set(answers.map(({ body }) => body.cardNumber)).size, 20)
  assert.equal((await shop.must('search', { filters: {}, limit: 100 })).cards.length, 20)
})

const listed = times(8, (i) => `7000000${i}`)
const listedSet = { id: 'listed', name: 'Listed', cards: listed.map((cardNumber) => ({ cardNumber })) }

race(
  'a card is not given to one caller by its number and to another from its set',
  async ({ till }) => {
    const answers = await Promise.all(
      times(16, (i) => till(i).call('allocate', i < 8 ? { cardNumber: listed[i] } : { cardSetId: 'listed' })),
    )

    assert.equal(successes(answers).length, 8)
    assert.equal(new Set(successes(answers).map(({ body }) => body.cardNumber)).size, 8)
  },
  { cardSets: [listedSet] },
)

test('nor when both callers share a transaction', async () => {
  const service = await startTestService(['--lanes', '1'])
  try {
    const shop = atServer(await openShop({ cardSets: [listedSet] }), service)
    const allocate = (body: object) => shop.call('allocate', body)
    const [first, ...rest] = listed
    const answers = await whileCardIsLocked(shop, first ?? '', async () => {
      const blocked = allocate({ cardNumber: first })
      await wait(100)
      const queued = rest.map((cardNumber) => allocate({ cardNumber }))
      await wait(100)
      return { all: [blocked, ...queued, ...rest.map(() => allocate({ cardSetId: 'listed' }))], sent: await wait(100) }
    })
    const given = successes(await Promise.all(answers.all)).map(({ body }) => body.cardNumber)

    assert.deepEqual(given.toSorted(), listed)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})

race(
  'one card is allocated once, whoever asks for it',
  async ({ till }) => {
    const answers = await Promise.all(times(20, (i) => till(i).call('allocate', { cardNumber: '70000003' })))

    assert.deepEqual(outcomes(answers), { ok: 1, 111: 19 })
  },
  { cardSets: [listedSet] },
)

race('a new card number is created once', async ({ shop, till }) => {
  const body = { cardNumber: 'NEW-1', cardSetId: 'cards', createIfNew: true }

  const answers = await Promise.all(times(20, (i) => till(i).call('allocate', body)))

  assert.deepEqual(outcomes(answers), { ok: 1, 111: 19 })
  assert.equal((await shop.must('search', { filters: { cardNumber: 'NEW-1' } })).cards.length, 1)
})

race('many new card numbers, each wanted by several, are created once each', async ({ shop, till }) => {
  const body = (i: number) => ({ cardNumber: `NEW-${i % 7}`, cardSetId: 'cards', createIfNew: true })

  const answers = await Promise.all(times(42, (i) => till(i).call('allocate', body(i))))

  assert.deepEqual(outcomes(answers), { ok: 7, 111: 35 })
  assert.equal((await shop.must('search', { filters: {} })).cards.length, 7)
})

const withPins = { program: { pinLength: 4 } }

race(
  'wrong pins are counted one by one, and a right one still opens the card',
  async ({ shop, till }) => {
    const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
    const guess = (i: number) =>
      i % 4 < 2
        ? till(i).call('search', { filters: { cardNumber }, forcePinValidation: true, pin: wrongFor(pin) })
        : till(i).issue(cardNumber, { usd: 1 }, { forcePinValidation: true, pin: wrongFor(pin) })

    const answers = await Promise.all(times(9, guess))

    assert.deepEqual(outcomes(answers), { 10: 9 })
    assert.deepEqual(await pinState(shop.id, cardNumber), { pin_failures: 9, locked: false })
    await shop.must('search', { filters: { cardNumber }, forcePinValidation: true, pin })
    assert.deepEqual(await pinState(shop.id, cardNumber), { pin_failures: 0, locked: false })
  },
  withPins,
)

race(
  'thirty guesses at once are ten guesses and a lock',
  async ({ shop, till }) => {
    const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })

    const answers = await Promise.all(
      times(30, (i) => till(i).redeem(cardNumber, { usd: 1 }, { forcePinValidation: true, pin: wrongFor(pin) })),
    )

    assert.deepEqual(outcomes(answers), { 10: 30 })
    assert.deepEqual(await pinState(shop.id, cardNumber), { pin_failures: 10, locked: true })
    const { body } = await till(1).call('search', { filters: { cardNumber }, forcePinValidation: true, pin })
    assert.equal(body.errorCode, 10)
  },
  withPins,
)

const wrongFor = (pin: string) => (pin === '0000' ? '1111' : '0000')

async function pinState(brand: string, cardNumber: string) {
  const [row] = await ask(
    'select pin_failures, pin_locked_until > now() is true as locked from card where brand_id = $1 and card_number = $2',
    [brand, cardNumber],
  )
  return row
}
