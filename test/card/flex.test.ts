import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { cover } from '../../server/calls/operations/flex/parts/last-payment.ts'
import { openShop, type ShopOptions, times } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const ana = { firstName: 'Ana', email: 'ana@example.com' }
const campaign = (...rules: object[]) => ({ campaigns: [{ id: 'main', name: 'Main', rules }] })
const pinned: ShopOptions = { program: { pinLength: 4 } }
const amounts = (balances: { amount: number }[]) => balances.map(({ amount }) => amount)

test('a group that the brand has not enabled is 104, and its calls answer nowhere else', async () => {
  const shop = await openShop({ brand: { enable: [] } })
  for (const path of [
    '/flex/enroll',
    '/flex/balance',
    '/flex/quickCheckout',
    '/admin/listKeys',
    '/admin/exportBrand',
  ]) {
    const { status, body } = await shop.call(path, {})
    assert.deepEqual([status, body.errorCode], [403, 104], path)
  }
  for (const path of ['/enroll', '/merchant/enroll', '/listKeys', '/merchant/exportBrand', '/flex/allocate']) {
    assert.equal((await shop.call(path, {})).status, 404, path)
  }
})

test('enroll allocates a card, says whose it is and puts a balance on it', async () => {
  const shop = await openShop({ ...pinned, more: { demographicFields: [{ name: 'shoe' }] } })

  const body = await shop.must('enroll', {
    cardSetId: 'cards',
    customerUpdates: ana,
    brandDemographics: [{ fieldName: 'shoe', value: '42' }],
    programEnrollments: [{ program: 'rewards', enroll: true }],
    customCardNumber: 'A-1',
    amount: usd(25),
  })

  assert.match(body.pin, /^\d{4}$/)
  assert.deepEqual(amounts(body.balances), [25])
  const { cards } = await shop.must('search', {
    filters: { customCardNumber: 'A-1' },
    returnFields: { customer: true, balances: true },
  })
  assert.equal(cards.length, 1)
  assert.equal(cards[0].cardNumber, body.cardNumber)
  assert.deepEqual(amounts(cards[0].balances), [25])
  assert.equal((await shop.must('search', { filters: { email: ana.email } })).cards.length, 1)
  assert.equal((await shop.history(body.cardNumber)).length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('enroll does all of it or nothing', async () => {
  const shop = await openShop({
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 1, prefix: '60', length: 16 } }],
  })
  const refused: readonly [change: object, code: number][] = [
    [{ amount: { balanceType: 'Currency', balanceCode: 'GBP', amount: 1 } }, 115],
    [{ amount: usd(0) }, 100],
    [{ amount: usd(1.001) }, 116],
    [{ customerUpdates: { phone: '1' } }, 131],
    [{ brandDemographics: [{ fieldName: 'shoe', value: '42' }] }, 132],
    [{ programEnrollments: [{ program: 'nothing', enroll: true }] }, 100],
    [{ issuedBalanceExpiration: '2099-01-01 00:00:00' }, 100],
  ]
  for (const [change, code] of refused) {
    const { body } = await shop.call('enroll', { cardSetId: 'cards', ...change })
    assert.equal(body.errorCode, code, JSON.stringify([change, body]))
  }

  const { cardNumber } = await shop.must('enroll', { cardSetId: 'cards', customerUpdates: ana })

  assert.equal((await shop.call('enroll', { cardSetId: 'cards' })).body.errorCode, 16)
  assert.equal((await shop.call('enroll', { cardNumber })).body.errorCode, 111)
  assert.deepEqual(await shop.verify(), [])
})

test('one customRequestId enrolls one customer, however often it is sent', async () => {
  const shop = await openShop()
  const customRequestId = randomUUID()

  const answers = await Promise.all(
    times(8, () => shop.call('enroll', { cardSetId: 'cards', amount: usd(5) }, { customRequestId })),
  )

  assert.equal(answers.filter(({ body }) => body.success).length, 1)
  assert.equal(answers.filter(({ body }) => body.errorCode === 3).length, 7)
  assert.deepEqual(await shop.verify(), [])
})

test('rules with trigger request run once for enroll, as for an allocation, and see customer and balance', async () => {
  const welcome = {
    id: 'welcome',
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'ALLOCATE' }],
    then: [{ issue: { balanceType: 'Points', amount: 100 } }],
  }
  const shop = await openShop({ more: campaign(welcome) })

  const { balances, cardNumber } = await shop.must('enroll', {
    cardSetId: 'cards',
    customerUpdates: ana,
    amount: usd(5),
  })

  assert.deepEqual(amounts(balances).toSorted(), [100, 5])
  assert.deepEqual(amounts(await shop.balances(cardNumber)).toSorted(), [100, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('a void takes back all that enroll did', async () => {
  const shop = await openShop()
  const given = { cardSetId: 'cards', customerUpdates: ana, customCardNumber: 'A-1', amount: usd(5) }
  const { cardNumber, requestRef } = await shop.must('enroll', given)

  await shop.must('voidTransaction', { cardNumber, requestRef })

  assert.equal((await shop.call('updateAccount', { cardNumber })).body.errorCode, 110)
  assert.deepEqual((await shop.must('search', { filters: { email: ana.email }, includeInactive: true })).cards, [])
  assert.deepEqual(
    (await shop.must('search', { filters: { customCardNumber: 'A-1' }, includeInactive: true })).cards,
    [],
  )
  const { balances } = await shop.must('enroll', { cardNumber })
  assert.deepEqual(balances, [])
  assert.deepEqual(await shop.verify(), [])
})

test('balance shows what is there to whoever knows the pin, and counts wrong ones', async () => {
  const shop = await openShop(pinned)
  const { cardNumber, pin } = await shop.must('enroll', { cardSetId: 'cards', amount: usd(25) })
  const wrong = pin === '0000' ? '0001' : '0000'

  assert.deepEqual(amounts((await shop.must('balance', { cardNumber, pin })).balances), [25])
  assert.equal((await shop.call('balance', { cardNumber })).body.errorCode, 100)
  assert.equal((await shop.call('balance', { cardNumber: 'nobody', pin })).body.errorCode, 2)
  for (const _ of times(10, () => 0)) {
    assert.equal((await shop.call('balance', { cardNumber, pin: wrong })).body.errorCode, 10)
  }

  assert.equal((await shop.call('balance', { cardNumber, pin })).body.errorCode, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('balance looks at a card that a checkout has locked', async () => {
  const shop = await openShop(pinned)
  const { cardNumber, pin } = await shop.must('enroll', { cardSetId: 'cards', amount: usd(25) })
  await shop.must('checkout', { cardNumber, isSetup: true, lockSetupDuration: 60, checkoutTotal: 5 })

  assert.deepEqual(amounts((await shop.must('balance', { cardNumber, pin })).balances), [25])
})

//  on the card  total  tip   paid  remaining
const sales: readonly [number, number, number, number, number][] = [
  [50, 20, 0, 20, 0],
  [50, 20, 2.5, 22.5, 0],
  [20, 20, 2.5, 20, 2.5],
  [5.25, 20, 0, 5.25, 14.75],
  [0, 20, 0, 0, 20],
  [10, 0, 0, 0, 0],
]
for (const [balance, checkoutTotal, checkoutTipTotal, paidAmount, remainingAmount] of sales) {
  test(`quickCheckout of ${checkoutTotal} and ${checkoutTipTotal} with ${balance} pays ${paidAmount}`, async () => {
    const shop = await openShop()
    const cardNumber = await shop.card(balance > 0 ? { usd: balance } : {})

    const body = await shop.must('quickCheckout', { cardNumber, checkoutTotal, checkoutTipTotal, returnBalances: true })

    assert.deepEqual([body.paidAmount, body.remainingAmount], [paidAmount, remainingAmount])
    assert.equal(body.transactionId, body.requestRef)
    assert.deepEqual(amounts(body.balances), balance > paidAmount ? [balance - paidAmount] : [])
    assert.deepEqual(await shop.verify(), [])
  })
}

test('quickCheckout pays what is due after discounts, and rewards see the payment', async () => {
  const half = { id: 'half', trigger: 'checkout', then: [{ discount: { percent: 50 } }] }
  const shop = await openShop({ more: campaign(half) })
  const cardNumber = await shop.card({ usd: 30 })

  const body = await shop.must('quickCheckout', {
    cardNumber,
    products: [{ sku: 'ESP', unitPrice: 40, amountPurchased: 1 }],
    returnBalances: true,
    returnBalanceMutations: true,
  })

  assert.equal(body.checkoutTotalAfterDiscount, 20)
  assert.deepEqual([body.paidAmount, body.remainingAmount], [20, 0])
  assert.deepEqual(amounts(body.balances), [10])
  assert.deepEqual(amounts(body.balanceMutations).toSorted(), [-20, 20])
  assert.deepEqual(await shop.verify(), [])
})

test('points pay what the caller says they are worth', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ points: 1250 })
  const points = { cardNumber, checkoutTotal: 10, balanceType: 'Points', returnBalances: true }

  assert.equal((await shop.call('quickCheckout', points)).body.errorCode, 100)
  const body = await shop.must('quickCheckout', { ...points, unitWorth: 0.01 })

  assert.deepEqual([body.paidAmount, body.remainingAmount], [10, 0])
  assert.deepEqual(amounts(body.balances), [250])
  assert.equal(
    (await shop.call('quickCheckout', { ...points, balanceType: 'Currency', balanceCode: 'GBP' })).body.errorCode,
    115,
  )
  assert.equal(
    (await shop.call('quickCheckout', { ...points, balanceType: 'Currency', balanceCode: 'EUR' })).body.errorCode,
    100,
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a void of a quickCheckout gives the payment back', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 15 })
  const { requestRef } = await shop.must('quickCheckout', { cardNumber, checkoutTotal: 20 })
  assert.deepEqual(await shop.balances(cardNumber), [])

  await shop.must('voidTransaction', { cardNumber, requestRef })

  assert.deepEqual(amounts(await shop.balances(cardNumber)), [15])
  assert.deepEqual(await shop.verify(), [])
})

test('many tills cannot spend one card twice', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 50 })

  const answers = await Promise.all(times(12, () => shop.must('quickCheckout', { cardNumber, checkoutTotal: 8 })))

  const paid = answers.reduce((sum, answer) => sum + answer.paidAmount, 0)
  assert.equal(paid, 50)
  assert.deepEqual(await shop.balances(cardNumber), [])
  assert.deepEqual(await shop.verify(), [])
})

//  due   there  worth      units  paid
const covered: readonly [number, number, readonly [bigint, bigint], number, number][] = [
  [1000, 5000, [1n, 1n], 1000, 1000],
  [1000, 400, [1n, 1n], 400, 400],
  [1000, 5000, [3n, 1n], 333, 999],
  [1000, 5000, [1n, 3n], 3000, 1000],
  [1000, 100, [1n, 3n], 100, 33],
  [0, 100, [1n, 1n], 0, 0],
]
test('units that pay are never worth more than what is due', () => {
  for (const [due, most, [over, under], units, paid] of covered) {
    assert.deepEqual(cover(due, most, { over, under }), { units, paid })
  }
})
