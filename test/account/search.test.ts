import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements, openShop, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'

const find = (shop: Shop, filters: object, more: object = {}) => shop.call('search', { filters, ...more })
const numbersOf = async (answer: ReturnType<typeof find>): Promise<string[]> =>
  (await answer).body.cards.map((card: { cardNumber: string }) => card.cardNumber)

/** No operation of this issue sets a custom card number, so the test writes it. */
const nameCard = (shop: Shop, card: string, custom: string) =>
  sql('update card set custom_card_number = $3 where brand_id = $1 and card_number = $2', [shop.id, card, custom])

const close = (shop: Shop, cardNumber: string) =>
  shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Closed' },
  })

const twoSets = {
  cardSets: [
    { id: 'blue', generate: { count: 10, prefix: '60', length: 16 } },
    { id: 'red', generate: { count: 10, prefix: '61', length: 16 } },
  ],
}

test('a card is found by its number, with its set and nothing else unless asked for', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 5 })

  const { status, body } = await find(shop, { cardNumber })

  const { requestRef } = body
  assert.deepEqual(
    [status, body],
    [200, { cards: [{ cardNumber, cardSetId: 'cards' }], usedCache: false, success: true, requestRef }],
  )
  assert.deepEqual((await find(shop, { cardNumber: '9999' })).body.cards, [])
  assert.deepEqual((await find(shop, { cardNumber }, { offset: 1 })).body.cards, [])
})

test('each return field adds its own and no other', async () => {
  const shop = await openShop()
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.issue(cardNumber, { points: 3 })
  await nameCard(shop, cardNumber, 'Ana-1')
  const today = new Date().toISOString().slice(0, 10)
  const rewards = { programType: 'loyalty', programName: 'Rewards', cardCurrency: 'USD', baseCurrency: 'USD' }
  const table: [string, unknown][] = [
    ['balances', [{ balanceType: 'Points', amount: 3, scale: 0, isHold: false }]],
    ['customCardNumber', 'Ana-1'],
    ['activationDate', `${today} 00:00:00`],
    ['isEnrolled', false],
    ['pin', pin],
    ['metaData', { ...rewards, owningLocationName: 'Pier 1' }],
  ]
  for (const [field, value] of table) {
    const { body } = await find(shop, { cardNumber }, { returnFields: { [field]: true } })
    assert.deepEqual(body.cards, [{ cardNumber, cardSetId: 'cards', [field]: value }])
    const off = await find(shop, { cardNumber }, { returnFields: { [field]: false } })
    assert.deepEqual(off.body.cards, [{ cardNumber, cardSetId: 'cards' }])
  }
  const only = { returnFields: { balanceExpirations: true, delayedBalances: true } }
  assert.deepEqual((await find(shop, { cardNumber }, only)).body.cards, [{ cardNumber, cardSetId: 'cards' }])
  assert.deepEqual(await shop.verify(), [])
})

test('a card without balances has an empty list of them', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  await shop.redeem(card, { usd: 5 })
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('without includeInactive only active and demo cards are found, and no status is shown', async () => {
  const cards = [
    { cardNumber: '70000001', status: 'Demo' },
    { cardNumber: '70000002', status: 'Distributed' },
    { cardNumber: '70000003' },
    { cardNumber: '70000004' },
    { cardNumber: '70000005' },
  ]
  const shop = await openShop({ cardSets: [{ id: 'cards', cards }] })
  for (const cardNumber of ['70000004', '70000005']) await shop.must('allocate', { cardNumber })
  await close(shop, '70000005')

  assert.deepEqual((await numbersOf(find(shop, {}))).toSorted(), ['70000001', '70000004'])
  assert.deepEqual((await numbersOf(find(shop, { cardSetId: 'cards' }))).toSorted(), ['70000001', '70000004'])
  for (const cardNumber of ['70000002', '70000003', '70000005'])
    assert.deepEqual(await numbersOf(find(shop, { cardNumber })), [])
  const { body } = await find(shop, {}, { includeInactive: true })
  assert.deepEqual(
    Object.fromEntries(
      body.cards.map((card: { cardNumber: string; cardStatus: string }) => [card.cardNumber, card.cardStatus]),
    ),
    { 70000001: 'Demo', 70000002: 'Distributed', 70000003: 'Inventory', 70000004: 'Activated', 70000005: 'Closed' },
  )
})

test('an expired card is found only with includeInactive, as Expired, and fills no place on a page', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 10 } } })
  const lasting = await shop.card()
  const expired = await shop.card()
  await nameCard(shop, lasting, 'same')
  await nameCard(shop, expired, 'same')
  await sql('update card set expires_at = now() where brand_id = $1 and card_number = $2', [shop.id, expired])

  const inactive = await find(shop, { cardNumber: expired }, { includeInactive: true })
  assert.equal(inactive.body.cards[0].cardStatus, 'Expired')
  assert.deepEqual(await numbersOf(find(shop, { cardNumber: expired })), [])
  for (const filters of [{}, { cardSetId: 'cards' }, { customCardNumber: 'same' }])
    assert.deepEqual(await numbersOf(find(shop, filters, { limit: 1 })), [lasting], JSON.stringify(filters))
  await letTimePass(shop, 11 * oneDay)
  assert.deepEqual(await numbersOf(find(shop, {})), [])
})

test('no filter finds the newest cards, a page at a time', async () => {
  const shop = await openShop()
  const cards: string[] = []
  for (let i = 0; i < 30; i += 1) cards.unshift(await shop.card())

  assert.deepEqual(await numbersOf(find(shop, {})), cards.slice(0, 25))
  assert.deepEqual(await numbersOf(find(shop, {}, { limit: 100 })), cards)
  assert.deepEqual(await numbersOf(find(shop, {}, { limit: 7, offset: 20 })), cards.slice(20, 27))
  assert.deepEqual(await numbersOf(find(shop, {}, { limit: 7, offset: 1000 })), [])
  assert.deepEqual(await numbersOf(find(shop, {}, { limit: '3' })), cards.slice(0, 3))
})

test('all filters must hold', async () => {
  const shop = await openShop(twoSets)
  const [blue, red] = [await shop.card({}, 'blue'), await shop.card({}, 'red')]
  await nameCard(shop, blue, 'Ana')
  await nameCard(shop, red, 'ANA')
  //  filters, found
  const table: [object, string[]][] = [
    [{ cardSetId: 'blue' }, [blue]],
    [{ cardSetId: 'BLUE' }, [blue]],
    [{ cardSetId: 'blu' }, []],
    [{ cardNumber: blue, cardSetId: 'blue' }, [blue]],
    [{ cardNumber: blue, cardSetId: 'red' }, []],
    [{ customCardNumber: 'ana' }, [blue, red]],
    [{ customCardNumber: 'an' }, []],
    [{ customCardNumber: 'an*' }, []],
    [{ customCardNumber: 'ana', cardSetId: 'red' }, [red]],
    [{ customCardNumber: 'ana', cardNumber: blue }, [blue]],
    [{ customCardNumber: 'bob', cardNumber: blue }, []],
    [{}, [blue, red]],
    [{ cardNumber: blue, firstName: 'Ana' }, []],
    [{ email: 'ana@example.com' }, []],
    [{ phone: '+12125550100' }, []],
    [{ mobilePhone: '+12125550100' }, []],
    [{ lastName: 'Lov*' }, []],
    [{ postal: '10001' }, []],
    [{ birthday: '1990-02-28' }, []],
    [{ customDemographics: [{ fieldName: 'drink', textValue: 'tea' }] }, []],
  ]
  for (const [filters, found] of table)
    assert.deepEqual((await numbersOf(find(shop, filters))).toSorted(), found.toSorted(), JSON.stringify(filters))
})

test('a page of two filters is as full as it can be', async () => {
  const shop = await openShop(twoSets)
  for (const set of ['blue', 'red']) await nameCard(shop, await shop.card({}, set), 'Ana')
  for (const cardSetId of ['blue', 'red']) {
    const { body } = await find(shop, { customCardNumber: 'ana', cardSetId }, { limit: 1 })
    assert.equal(body.cards[0]?.cardSetId, cardSetId)
  }
})

test('what is wrong with a search is named', async () => {
  const shop = await openShop()
  const table: Refusals = [
    [{ filters: null }, 100, 'filters'],
    ['{}', 100, 'filters'],
    [{ filters: [] }, 100, 'filters'],
    [{ filters: '' }, 100, 'filters'],
    [{ filters: { cardNumber: '' } }, 100, 'filters.cardNumber'],
    [{ filters: { cardNumber: {} } }, 100, 'filters.cardNumber'],
    [{ filters: { customCardNumber: 'x'.repeat(65) } }, 100, 'filters.customCardNumber'],
    [{ filters: { birthday: '1990-02-30' } }, 100, 'filters.birthday'],
    [{ filters: { customDemographics: [{ fieldName: 'x' }] } }, 100, 'filters.customDemographics[0].textValue'],
    [{ returnFields: true }, 100, 'returnFields'],
    [{ returnFields: { balances: 'yes' } }, 100, 'returnFields.balances'],
    [{ limit: 0 }, 100, 'limit'],
    [{ limit: 101 }, 100, 'limit'],
    [{ limit: 2.5 }, 100, 'limit'],
    [{ limit: -1 }, 100, 'limit'],
    [{ limit: 'ten' }, 100, 'limit'],
    [{ offset: -1 }, 100, 'offset'],
    [{ includeInactive: 1 }, 100, 'includeInactive'],
    [{ convertToCurrency: 'DOLLAR' }, 100, 'convertToCurrency'],
    [{ forcePinValidation: true }, 100, 'filters.cardNumber'],
  ]
  for (const [change, code, field] of table) {
    const body = typeof change === 'string' ? change : { filters: {}, ...change }
    assertRefused(await shop.call('search', body), code, field, JSON.stringify(change))
  }
  const unknown = await find(shop, { cardNo: 1 }, { returnFields: { balance: true } })
  assert.equal(unknown.headers['purser-unknown-fields'], 'filters.cardNo,returnFields.balance')
})

test('pins are shown only where the brand has it enabled', async () => {
  const shop = await openShop({ brand: { enable: allEnablements.filter((name) => name !== 'pin') } })
  const cardNumber = await shop.card()
  assertRefused(await find(shop, { cardNumber }, { returnFields: { pin: true } }), 104)
  assert.equal((await find(shop, { cardNumber }, { returnFields: { pin: false } })).body.cards.length, 1)
})

test('cards of another brand are never found', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const cardNumber = await shop.card()
  assert.deepEqual(await numbersOf(find(other, { cardNumber })), [])
  assert.deepEqual(
    await numbersOf(find(other, {}, { includeInactive: true, limit: 100 })).then((all) => all.includes(cardNumber)),
    false,
  )
})

test('a pin is checked by the number of a child card too, and wrong ones count for its root', async () => {
  const shop = await openShop({ program: { pinLength: 4 } })
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'pinkid' })
  const check = (number: string, given?: string) =>
    find(shop, { cardNumber: number }, { forcePinValidation: true, pin: given, returnFields: { pin: true } })
  assert.equal((await check('pinkid', 'zz')).body.errorCode, 10)
  assert.equal((await check('pinkid')).body.errorCode, 10)
  assert.deepEqual(await numbersOf(check('pinkid', pin)), [cardNumber])
  for (let tries = 0; tries < 10; tries += 1) await check('pinkid', 'zz')
  assert.equal((await check(cardNumber, pin)).body.errorCode, 10)
  assert.deepEqual((await check('nobody', 'zz')).body.cards, [])
})

test('a number of several child cards finds all their roots that match', async () => {
  const shop = await openShop()
  const [first, second, third] = [await shop.card(), await shop.card(), await shop.card()]
  for (const cardNumber of [first, second, third])
    await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'twin' })
  await nameCard(shop, second, 'bee')
  assert.deepEqual(await numbersOf(find(shop, { cardNumber: 'twin' })), [first, second, third])
  assert.deepEqual(await numbersOf(find(shop, { cardNumber: 'twin' }, { limit: 1, offset: 1 })), [second])
  assert.deepEqual(await numbersOf(find(shop, { cardNumber: 'twin', customCardNumber: 'BEE' })), [second])
  const lost = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.update(first, 'adjustOnly', {}, lost)
  assert.deepEqual(await numbersOf(find(shop, { cardNumber: 'twin' })), [second, third])
})

test('a card number is found in any case', async () => {
  const shop = await openShop({ program: { pinLength: 4 } })
  for (const cardNumber of ['MiXed-1', 'lower-1', 'UPPER-1'])
    await shop.must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
  //  looked for   found
  const table: [string, string[]][] = [
    ['MiXed-1', ['MiXed-1']],
    ['mixed-1', ['MiXed-1']],
    ['MIXED-1', ['MiXed-1']],
    ['LOWER-1', ['lower-1']],
    ['upper-1', ['UPPER-1']],
    ['mixed', []],
  ]
  for (const [cardNumber, found] of table) assert.deepEqual(await numbersOf(find(shop, { cardNumber })), found)
  const forced = await find(shop, { cardNumber: 'mixed-1' }, { forcePinValidation: true, pin: 'zz' })
  assert.equal(forced.body.errorCode, 10)
})
