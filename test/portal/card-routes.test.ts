import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop, type Shop } from '../support/shop.ts'

const more = {
  couponSets: [{ id: 'birthday', name: 'Birthday coupon', coupons: ['BDAY-1'] }],
  products: [{ sku: 'ESP', name: 'Espresso' }],
  campaigns: [
    {
      id: 'double',
      name: 'Double points',
      rules: [
        {
          id: 'earn',
          name: 'Earn',
          trigger: 'checkout',
          when: [{ fact: 'checkout.hasCard', op: '=', value: true }],
          then: [{ issue: { balanceType: 'Points', amount: 12 } }],
        },
      ],
    },
  ],
}

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]

async function openPeople() {
  const shop = await openShop({ locations, more })
  const card = await shop.card({ usd: 50, points: 3 })
  await shop.must('updateAccount', {
    cardNumber: card,
    customCardNumber: 'VIP-7',
    primaryCustomer: {
      firstName: 'Ana',
      lastName: 'López',
      email: 'Ana.Lopez@example.com',
      mobilePhone: '(212) 555-0147',
    },
  })
  return { shop, card, desk: openDesk(shop) }
}

function buy(shop: Shop, cardNumber: string, headers = {}) {
  const skus = [{ sku: 'ESP', amountPurchased: 2, unitPrice: 3.1 }]
  return shop.must('checkout', { cardNumber, products: skus }, headers)
}

test('a card is found by whatever people type', async () => {
  const { shop, card, desk } = await openPeople()
  const support = await desk.as('support')
  const tries = [
    card,
    card.slice(0, 8),
    'vip-7',
    'López',
    'lóp',
    'ana',
    'Ana López',
    'lópez ana',
    'ANA.LOPEZ@',
    '212 555 0147',
    '+1 212-555-0147',
    '(212) 5550147',
  ]
  for (const text of tries) {
    const found = await support.ask('find', { text })
    assert.equal(found.cards?.[0]?.cardNumber, card, `${text}: ${JSON.stringify(found).slice(0, 200)}`)
  }
  const [item] = (await support.ask('find', { text: 'vip-7' })).cards
  assert.equal(item.person.firstName, 'Ana')
  assert.deepEqual(
    item.balances.map(({ amount, balanceType }: { amount: number; balanceType: string }) => [balanceType, amount]),
    [
      ['Points', 3],
      ['Currency', 50],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('calls, coupons and campaigns are found too', async () => {
  const { shop, card, desk } = await openPeople()
  const support = await desk.as('support')
  const { transactionId } = await shop.must(
    'updateBalance',
    { cardNumber: card, action: 'redeem', amount: { balanceType: 'Points', amount: 1 } },
    { externalTransactionId: 'receipt 77' },
  )
  for (const text of [transactionId, 'receipt 77']) {
    const { calls } = await support.ask('find', { text })
    assert.deepEqual([calls[0].requestRef, calls[0].cardNumber, calls[0].place], [transactionId, card, 'Pier 1'])
  }
  assert.equal((await support.ask('find', { text: 'bday-1' })).coupons[0].couponId, 'BDAY-1')
  assert.equal((await support.ask('find', { text: 'double' })).campaigns[0].name, 'Double points')
  assert.deepEqual(await shop.verify(), [])
})

test('who may not see people finds no people', async () => {
  const { desk, card } = await openPeople()
  const developer = await desk.as('developer')
  assert.deepEqual((await developer.ask('find', { text: 'López' })).cards, [])
  const [item] = (await developer.ask('find', { text: card })).cards
  assert.equal(item.person, undefined)
  const page = await developer.ask('cardPage', { cardNumber: card })
  assert.equal(page.details.customer, undefined)
  assert.deepEqual(page.consents, [])
  assert.equal((await (await desk.as('cashier')).ask('find', { text: card })).error.reason, 'forbidden')
})

test("the card's page says who, what is there, what expires and what is on hold", async () => {
  const { shop, card, desk } = await openPeople()
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 40 },
    issuedBalanceExpiration: '2999-01-01 00:00:00',
  })
  const hold = await shop.must('updateBalance', {
    cardNumber: card,
    action: 'hold',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 20 },
  })
  const page = await (await desk.as('support')).ask('cardPage', { cardNumber: card })
  assert.equal(page.status, 'Activated')
  assert.equal(page.details.customer.lastName, 'López')
  const shown = page.balances.map((one: { amount: number; balanceType: string }) => [one.balanceType, one.amount])
  assert.deepEqual(shown, [
    ['Points', 43],
    ['Currency', 30],
  ])
  assert.deepEqual([page.expiring[0].amount, page.expiring[0].at], [40, Date.UTC(2999, 0, 1)])
  assert.deepEqual([page.holds[0].amount, page.holds[0].requestRef], [20, hold.transactionId])
  assert.equal(page.consents[0].channelUser, 'Ana.Lopez@example.com')
  assert.deepEqual(await shop.verify(), [])
})

test('the story of a card is told from the newest on, page by page', async () => {
  const { shop, card, desk } = await openPeople()
  const sale = await buy(shop, card)
  const support = await desk.as('support')
  const first = await support.ask('cardStory', { cardNumber: card, limit: 2 })
  const [told] = first.happenings
  assert.equal(told.requestRef, sale.transactionId)
  assert.deepEqual([told.what, told.paid.net, told.paid.currency, told.place.name], ['sale', 6.2, 'USD', 'Pier 1'])
  assert.deepEqual(told.products, [{ name: 'Espresso', quantity: 2 }])
  assert.deepEqual([told.got[0].amount, told.got[0].campaign], [12, 'Double points'])
  const rest = await support.ask('cardStory', { cardNumber: card, before: first.next, limit: 50 })
  const all = [...first.happenings, ...rest.happenings].map(({ what }: { what: string }) => what)
  assert.deepEqual(all, ['sale', 'accountChanged', 'given', 'given', 'allocated'])
  assert.equal(rest.next, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('a call opens with its receipt, its ledger rows and why its rules fired', async () => {
  const { shop, card, desk } = await openPeople()
  const sale = await buy(shop, card, { externalTransactionId: 'till-9' })
  const support = await desk.as('support')
  for (const text of [sale.transactionId, 'till-9']) {
    const { calls } = await support.ask('callDetail', { text })
    const [call] = calls
    assert.equal(call.requestRef, sale.transactionId)
    assert.equal(call.receipt.lines[0].name, 'Espresso')
    assert.deepEqual([call.ledger[0].amount, call.ledger[0].campaign], [12, 'Double points'])
    assert.equal(call.explanation.fired[0].name, 'Earn')
    assert.equal(call.mayVoid, true)
  }
  assert.equal((await support.ask('callDetail', { text: 'nothing' })).error.reason, 'notFound')
  const { coupon } = await support.ask('callDetail', { text: 'BDAY-1' })
  assert.equal(coupon.set, 'Birthday coupon')
  assert.deepEqual(await shop.verify(), [])
})

test('cards are listed by last use, by age and by number, page by page, each once', async () => {
  const { shop, card, desk } = await openPeople()
  const second = await shop.card({ points: 1 })
  const third = await shop.card()
  await shop.redeem(card, { points: 1 })
  await shop.must('updateBalance', {
    cardNumber: third,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Lost' },
  })
  const support = await desk.as('support')
  const walk = async (request: object) => {
    const numbers: string[] = []
    let after: string | undefined
    do {
      const page = await support.ask('listCards', { ...request, limit: 1, ...(after !== undefined && { after }) })
      assert.equal(page.error, undefined)
      numbers.push(...page.cards.map(({ cardNumber }: { cardNumber: string }) => cardNumber))
      after = page.next
    } while (after !== undefined)
    return numbers
  }
  assert.deepEqual(await walk({}), [third, card, second])
  assert.deepEqual(await walk({ status: 'Activated', sort: 'number' }), [card, second].toSorted())
  assert.deepEqual(await walk({ status: 'Lost', sort: 'newest' }), [third])
  assert.deepEqual(
    new Set(await walk({ status: 'Activated', cardSet: 'cards', sort: 'newest' })),
    new Set([card, second]),
  )
  assert.equal((await walk({ program: 'rewards', sort: 'newest' })).length, 40)
  assert.deepEqual(await walk({ cardSet: 'none', sort: 'newest' }), [])
  assert.deepEqual(await shop.verify(), [])
})
