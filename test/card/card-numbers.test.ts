import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomes, race } from '../support/race.ts'
import { openShop, type Shop, times } from '../support/shop.ts'

const numbered = (...numbers: string[]) => ({
  cardSets: [{ id: 'cards', cards: numbers.map((cardNumber) => ({ cardNumber })) }],
})
const create = (shop: Shop, cardNumber: string, more: object = {}) =>
  shop.call('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true, ...more })

test('a new card number has no blanks around it, and no twin in another case', async () => {
  const shop = await openShop()
  assert.equal((await create(shop, 'CaseA1')).status, 200)
  for (const number of [' CaseA1', 'CaseA1 ', '    ', '\tCaseB1', 'CaseB1\u00a0']) {
    const { body } = await create(shop, number)
    assert.deepEqual([body.errorCode, body.errorMessage.split(':')[0]], [100, 'cardNumber'], JSON.stringify(number))
  }
  for (const number of ['casea1', 'CASEA1', 'caseA1']) {
    const { body } = await create(shop, number)
    assert.deepEqual([body.errorCode, body.errorMessage], [111, 'A card has this number in another case.'], number)
  }
  const enrolled = await shop.call('enroll', { cardNumber: 'caseA1', cardSetId: 'cards', createIfNew: true })
  assert.equal(enrolled.body.errorCode, 111)
  assert.equal((await create(shop, 'CaseA1')).body.errorMessage, 'The card is already active.')
  assert.equal((await create(shop, 'Case A1')).status, 200, 'a blank inside is part of the number')
  assert.deepEqual(await shop.verify(), [])
})

test('numbers still compare exactly: a brand file may list both spellings', async () => {
  const shop = await openShop(numbered('ABCD', 'abcd'))
  for (const cardNumber of ['ABCD', 'abcd']) await shop.must('allocate', { cardNumber })
  await shop.issue('ABCD', { usd: 5 })
  assert.deepEqual([(await shop.balances('ABCD')).length, (await shop.balances('abcd')).length], [1, 0])
  assert.equal((await shop.issue('Abcd', { usd: 5 })).body.errorCode, 2)
  assert.equal((await create(shop, 'Abcd')).body.errorCode, 111)
  assert.deepEqual(await shop.verify(), [])
})

race('of many spellings of one new number that come at once exactly one is made', async ({ till }) => {
  for (const word of ['races', 'tills', 'twins', 'cards']) {
    const spellings = times(16, (bits) =>
      [...word].map((letter, place) => (bits & (1 << place) ? letter.toUpperCase() : letter)).join(''),
    )
    const answers = await Promise.all(spellings.map((number, caller) => create(till(caller), number)))
    assert.deepEqual(outcomes(answers), { ok: 1, 111: 15 }, word)
  }
})

test("a child's number finds its root although a card in stock has the same", async () => {
  const shop = await openShop({
    cardSets: [{ id: 'cards', cards: ['ROOT1', 'KID7', 'OLD9'].map((cardNumber) => ({ cardNumber, pin: '1234' })) }],
  })
  await shop.must('allocate', { cardNumber: 'ROOT1' })
  for (const childCardNumber of ['KID7', 'OLD9', 'lower', 'UPPER'])
    await shop.must('allocateChildCard', { cardNumber: 'ROOT1', childCardNumber })
  await shop.must('allocate', { cardNumber: 'OLD9' })
  const closed = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber: 'OLD9', action: 'adjustOnly', ...closed })
  const find = async (cardNumber: string, more: object = {}) => {
    const { cards } = await shop.must('search', { filters: { cardNumber }, ...more })
    return cards.map((card: { cardNumber: string }) => card.cardNumber)
  }
  assert.deepEqual(await find('KID7'), ['ROOT1'])
  for (const number of ['LOWER', 'Lower', 'lower', 'upper', 'UPPER'])
    assert.deepEqual(await find(number), ['ROOT1'], number)
  assert.deepEqual(await find('OLD9'), ['ROOT1'], 'nor does one that is closed hide it')
  assert.deepEqual(await find('kid7'), ['ROOT1'], 'in any case')
  assert.deepEqual(await find('KID7', { includeInactive: true }), ['KID7'])
  assert.deepEqual(await find('KID7', { forcePinValidation: true, pin: '1234' }), ['ROOT1'])
  await shop.must('allocate', { cardNumber: 'KID7' })
  assert.deepEqual(await find('KID7'), ['KID7'], 'a card of the number itself comes first')
})

test('a search by custom card number has the newest card first, as every other has', async () => {
  const shop = await openShop(numbered('AAA1', 'AAA2', 'AAA3'))
  for (const cardNumber of ['AAA3', 'AAA1', 'AAA2']) {
    await shop.must('allocate', { cardNumber })
    await shop.must('updateAccount', { cardNumber, customCardNumber: 'mine', primaryCustomer: { lastName: 'Lee' } })
  }
  const newest = ['AAA2', 'AAA1', 'AAA3']
  for (const filters of [{ customCardNumber: 'mine' }, { cardSetId: 'cards' }, { lastName: 'lee' }, {}]) {
    const { cards } = await shop.must('search', { filters })
    assert.deepEqual(
      cards.map((card: { cardNumber: string }) => card.cardNumber),
      newest,
      JSON.stringify(filters),
    )
  }
})
