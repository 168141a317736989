import assert from 'node:assert/strict'
import test from 'node:test'
import { accountOf, openAccountShop, termsIn } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { lockingCalls } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const ana = { firstName: 'Ana', email: 'ana@example.com', phone: '212 555 0123' }

test('the custom card number is set, shown, searched for and cleared', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const numberOf = async () => {
    const found = await shop.must('search', { filters: { cardNumber }, returnFields: { customCardNumber: true } })
    return found.cards[0].customCardNumber
  }
  await shop.must('updateAccount', { cardNumber, customCardNumber: 'ÄB-12' })
  assert.equal(await numberOf(), 'ÄB-12')
  await shop.must('updateAccount', { cardNumber, customCardNumber: null })
  assert.equal(await numberOf(), 'ÄB-12')
  assertRefused(
    await shop.call('updateAccount', { cardNumber, customCardNumber: 'x'.repeat(65) }),
    100,
    'customCardNumber',
  )
  await shop.must('updateAccount', { cardNumber, customCardNumber: '' })
  assert.equal(await numberOf(), undefined)
})

test('a new pin replaces the old one and forgets wrong ones; the right one must be given if it is forced', async () => {
  const shop = await openAccountShop()
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const check = async (given: string) => {
    const { body } = await shop.call('updateAccount', { cardNumber, forcePinValidation: true, pin: given })
    return body.errorCode ?? 'ok'
  }
  const wrong = pin === '0000' ? '1111' : '0000'
  assert.equal(await check(wrong), 10)
  assert.equal(await check(pin), 'ok')
  for (const _ of times(10, () => 0)) assert.equal(await check(wrong), 10)
  assert.equal(await check(pin), 10, 'locked')
  await shop.must('updateAccount', { cardNumber, updatedPin: '012345' })
  assert.equal(await check('012345'), 'ok')
  assert.equal(await check(pin), 10)
  const found = await shop.must('search', { filters: { cardNumber }, returnFields: { pin: true } })
  assert.equal(found.cards[0].pin, '012345')
  await shop.must('updateAccount', { cardNumber, primaryCustomer: ana })
  assert.equal(await check('012345'), 'ok', 'later updates leave it')
  const refused: Refusals = [
    [{ updatedPin: '1234567' }, 100, 'updatedPin'],
    [{ updatedPin: '4321', forcePinValidation: true, pin: wrong }, 10],
    [{ updatedPin: '4321', childCardNumber: 'CHILD' }, 100, 'updatedPin'],
  ]
  for (const [change, code, field] of refused)
    assertRefused(await shop.call('updateAccount', { cardNumber, ...(change as object) }), code, field)
  assert.equal(await check('012345'), 'ok')
  for (const short of ['1', '12a4', 'päß w']) {
    await shop.must('updateAccount', { cardNumber, updatedPin: short })
    assert.equal(await check(short), 'ok', 'at most 6 characters of any kind')
    await shop.must('updateAccount', { cardNumber, updatedPin: '' })
    assert.equal(await check(short), 'ok', 'an empty text changes nothing')
  }
  const pinless = await openAccountShop([], { program: { pinLength: 0 } })
  const answer = await pinless.call('updateAccount', { cardNumber: await pinless.card(), updatedPin: '1234' })
  assertRefused(answer, 100, 'updatedPin')
  assert.deepEqual(await shop.verify(), [])
})

test('a child card has an account of its own', async () => {
  const shop = await openAccountShop([
    {
      target: 'child',
      when: [{ fact: 'customer.firstName', op: '=', value: 'Kim' }],
      then: [{ issue: { balanceType: 'Points', amount: 4 } }],
    },
  ])
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
  await shop.must('updateAccount', { cardNumber, primaryCustomer: ana, customCardNumber: 'ROOT' })
  const { balanceMutations, balances } = await shop.must('updateAccount', {
    cardNumber,
    childCardNumber: 'KID',
    primaryCustomer: { firstName: 'Kim' },
    customCardNumber: 'SMALL',
    returnBalances: true,
    returnBalanceMutations: true,
  })
  assert.deepEqual([balanceMutations[0].amount, balanceMutations[0].childCard, balances[0].amount], [4, true, 4])
  assert.deepEqual((await accountOf(shop, cardNumber, 'KID')).customer, { firstName: 'Kim' })
  assert.equal((await accountOf(shop, cardNumber)).customer.firstName, 'Ana')
  assert.ok((await termsIn(shop)).includes('firstName kim'))
  assertRefused(await shop.call('updateAccount', { cardNumber, childCardNumber: 'NONE' }), 129)
  const rows = await sql(
    'select custom_card_number from card where brand_id = $1 and custom_card_number is not null order by 1',
    [shop.id],
  )
  assert.deepEqual(
    rows.map((row) => row.custom_card_number),
    ['ROOT', 'SMALL'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('cards that are unknown, not active, closed or in a checkout are refused as always, and nothing changes', async () => {
  const listed = {
    cardSets: [
      { id: 'cards', generate: { count: 9, prefix: '60', length: 16 } },
      { id: 'fixed', cards: [{ cardNumber: '70000001' }] },
    ],
  }
  const shop = await openAccountShop([], listed)
  const closed = await shop.card()
  for (const newStatus of ['Suspended'])
    await shop.must('updateBalance', {
      cardNumber: closed,
      action: 'adjustOnly',
      isAccountingAdjustment: true,
      adjustStatus: { newStatus },
    })
  const locked = await shop.card()
  await lockingCalls({ shop }).lock(locked, '1 CAKE 5')
  const before = await dumpBrand(shop.id)
  //  card                                  code
  const table: readonly [cardNumber: string | undefined, code: number][] = [
    [undefined, 6],
    ['', 6],
    ['79999999', 2],
    ['70000001', 110],
    [closed, 112],
    [locked, 113],
  ]
  for (const [cardNumber, code] of table)
    assertRefused(await shop.call('updateAccount', { cardNumber, primaryCustomer: ana }), code)
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('the same customRequestId updates once, and a refused call does not use it up', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const headers = { customRequestId: 'update-1' }
  const append = { affiliatedLocations: { mode: 'append', values: ['L1'] } }
  assertRefused(
    await shop.call('updateAccount', { cardNumber, primaryCustomer: { ...append, phone: '1' } }, headers),
    131,
  )
  const answers = await Promise.all(
    times(8, () => shop.call('updateAccount', { cardNumber, primaryCustomer: append }, headers)),
  )
  assert.equal(answers.filter(({ body }) => body.success).length, 1)
  for (const { body } of answers.filter((one) => !one.body.success)) assert.equal(body.errorCode, 3)
  assert.deepEqual((await accountOf(shop, cardNumber)).customer.affiliatedLocations, ['L1'])
  assert.deepEqual(await shop.verify(), [])
})

test('the record of a call says what was called, and of the person only what it changed', async () => {
  const shop = await openAccountShop([{ then: [{ setDemographic: { name: 'drink', value: 'Latte' } }] }])
  const cardNumber = await shop.card()
  const { requestRef } = await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { firstName: 'Secretname', email: 'secretname@example.com' },
    brandDemographics: [{ fieldName: 'drink', value: 'Secrettea' }],
    customKeyValues: [{ key: 'name', value: 'Secretname' }],
    newEvents: [{ categoryId: 'app-open', payload: 'Secretname' }],
    customRequestDate: '2026-01-02 03:04:05',
    Secretname: 'typo',
  })
  const [row] = await sql(
    `select (to_jsonb(request) #- '{detail,personChanges}')::text as text from request where brand_id = $1 and request_ref = $2`,
    [shop.id, requestRef],
  )
  assert.equal(/secretname|secrettea/i.test(row?.text.replace('"Secretname"', '')), false, row?.text)
  const found = await shop.must('requestLookup', { requestRef })
  assert.equal(/secretname|secrettea/i.test(JSON.stringify(found)), false, 'which the portal shows, and no call')
  assert.deepEqual(
    [found.callType, found.cardNumber, found.requestDate],
    ['UPDATE_ACCOUNT', cardNumber, '2026-01-02 03:04:05'],
  )
  const [latest] = await shop.history(cardNumber)
  assert.deepEqual([latest.callType, latest.transactionTime], ['UPDATE_ACCOUNT', Date.UTC(2026, 0, 2, 3, 4, 5)])
  assert.deepEqual(await shop.verify(), [])
})

test('updates of many cards at once reach each its own', async () => {
  const shop = await openAccountShop()
  const cards = await Promise.all(times(20, () => shop.card()))
  await Promise.all(
    cards.flatMap((cardNumber, i) =>
      times(3, (j) =>
        shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: `N${i}`, city: `C${j}` } }),
      ),
    ),
  )
  const terms = await termsIn(shop)
  assert.deepEqual(terms, times(20, (i) => `firstName n${i}`).toSorted())
  assert.deepEqual(await shop.verify(), [])
})
