import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runLaterMessages } from '../../server/background/jobs/later/later-messages.ts'
import { effectWords } from '../../server/domain/explanation/effect-words.ts'
import { day, hour } from '../../server/ground/kernel/time.ts'
import { listOutboxAges } from '../../server/ground/observe/metrics/database/quick-gauges.sql.ts'
import { eraseCustomer } from '../../server/program/command-line/people/customer.ts'
import { news, openAccountShop } from '../support/account-shop.ts'
import { campaign, letLocksExpire, lockingCalls, points, productsOf } from '../support/checkout-shop.ts'
import { openRoom, pool, statesOf } from '../support/delivery-room.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { traceOf } from '../support/rule-table.ts'
import { applyFile, type Shop, testOrigin } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { firstTold } from '../support/told-fault.ts'

const later = (text: string, after: object = { days: 2 }, more: object = {}) => ({
  notify: { channel: 'email', text, after, ...more },
})

/** A shop with a mail server, and the days that pass there. */
async function open(t: TestContext, rules: readonly object[], more: object = {}) {
  const room = await openRoom()
  const server = await openMailServer(t)
  const senders = { email: { smtp: server.url, from: 'hello@harbor.example' } }
  const campaigns = [campaign(rules)]
  const shop = await openAccountShop([], { brand: { apiVersion: 2 }, more: { senders, campaigns, ...more } })
  const jobs = await openJobRoom(shop)
  return {
    shop,
    jobs,
    change: (changed: object) => applyFile({ ...shop.file, ...changed }),
    sell: (cardNumber: string, fields: object = {}) =>
      shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 9'), ...fields }),
    /** What is sent by so long after now. */
    async pass(ms: number): Promise<string[]> {
      const before = server.mails.length
      await runLaterMessages(jobs, Date.now() + ms)
      assert.deepEqual(jobs.faults, [])
      await room.deliver()
      return server.mails.slice(before).map(({ source }) => source.split('\r\n\r\n')[1]?.trim() ?? '')
    },
  }
}

async function reader(shop: Shop, firstName = 'Ana'): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { firstName, email: `${firstName}@example.com` },
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }],
    skipOptInConfirmationEmails: true,
  })
  return cardNumber
}

const twoDays = 2 * day + hour

test('a message is sent when its time has come, once, and tells of its call', async (t) => {
  const then = [points(3), later('{{ customer.firstName }} got {{ mutation.amount }} in {{ location.name }}')]
  const { shop, sell, pass } = await open(t, [{ then }])
  const cardNumber = await reader(shop)
  const { requestRef } = await sell(cardNumber)
  const [, told] = (await traceOf(shop, requestRef))[0].fired
  assert.equal(effectWords(told, new Map()), 'message by email, 2 days later if it is still wanted then')
  assert.deepEqual(told, { kind: 'notify', of: 'email', after: { days: 2 } })
  const shown = async () => (await shop.must('communicationActivity', { cardNumber })).rows[0]
  const { state, date, dueDate } = await shown()
  assert.equal(state, 'waiting')
  assert.equal(Date.parse(`${dueDate}Z`) - Date.parse(`${date}Z`), 2 * day)
  const { later: waiting, counts } = await shop.must('messageStates', {})
  assert.deepEqual(waiting, [{ channel: 'email', count: 1, firstDate: dueDate }])
  assert.deepEqual(counts, [{ channel: 'email', state: 'waiting', count: 1 }])

  assert.deepEqual(await pass(2 * day - hour), [])
  const ages = await listOutboxAges(pool)
  assert.deepEqual(
    ages.filter(({ brand }) => brand === shop.id),
    [],
    'what is sent in two days is not late',
  )
  assert.deepEqual(await pass(twoDays), ['Ana got 3 in Pier 1'])
  assert.deepEqual(await pass(twoDays), [])
  const { state: after, dueDate: due } = await shown()
  assert.deepEqual([after, due], ['sent', undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('it is sent only if the conditions about the card still hold; those about the call are not judged again', async (t) => {
  const when = [
    { fact: 'customer.firstName', op: '=', value: 'Ana' },
    { fact: 'checkout.total', op: '>=', value: 5 },
    { fact: 'location.id', op: '=', value: 'L1' },
    {
      none: [
        { fact: 'checkout.tip', op: '>', value: 0 },
        { fact: 'customer.lastName', op: '=', value: 'Low' },
      ],
    },
    {
      any: [
        { fact: 'checkout.lines', op: '=', value: 1 },
        { fact: 'customer.city', op: '=', value: 'Rome' },
      ],
    },
  ]
  const { shop, sell, pass } = await open(t, [{ when, then: [later('Hi')] }])
  const [first, second, third] = [await reader(shop), await reader(shop), await reader(shop)]
  for (const cardNumber of [first, second, third]) await sell(cardNumber)
  await shop.must('updateAccount', { cardNumber: second, primaryCustomer: { firstName: 'Bea' } })
  await shop.must('updateAccount', { cardNumber: third, primaryCustomer: { lastName: 'Low' } })
  assert.deepEqual(await pass(twoDays), ['Hi'])
  assert.deepEqual((await statesOf(shop)).toSorted(), ['notSent: conditionFailed', 'notSent: conditionFailed', 'sent'])
})

test('its own call does not count against it, and what came since does', async (t) => {
  const fired = { fact: 'counter', rule: 'main/rule-1', op: '=', value: 0 }
  const welcomed = { fact: 'event.count', categoryId: 'app-open', op: '=', value: 0 }
  const when = [{ fact: 'history.checkouts', within: { days: 30 }, op: '=', value: 0 }, fired, welcomed]
  const then = [{ logEvent: { categoryId: 'app-open' } }, later('Come again')]
  const { shop, sell, pass } = await open(t, [{ when, then }])
  const [gone, back] = [await reader(shop, 'Gone'), await reader(shop, 'Back')]
  for (const cardNumber of [gone, back, back]) await sell(cardNumber)
  assert.deepEqual(await pass(twoDays), ['Come again'])
  assert.deepEqual(await statesOf(shop), ['sent', 'notSent: conditionFailed'])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that reacts to an event of its call still holds for it', async (t) => {
  const when = [{ fact: 'event.count', categoryId: 'review', within: { days: 5 }, op: '=', value: 1 }]
  const rule = { trigger: 'social', when, then: [later('Thanks for the review', { hours: 5 })] }
  const { shop, pass } = await open(t, [rule])
  const review = (cardNumber: string) =>
    shop.must('updateAccount', { cardNumber, newEvents: [{ categoryId: 'review' }], skipOptInConfirmationEmails: true })
  const [once, twice] = [await reader(shop, 'Once'), await reader(shop, 'Twice')]
  for (const cardNumber of [once, twice, twice]) await review(cardNumber)
  assert.deepEqual(await pass(6 * hour), ['Thanks for the review'])
  assert.deepEqual(await statesOf(shop), ['sent', 'notSent: conditionFailed'])
})

test('a voided call, a full return and a setup that comes to nothing send nothing', async (t) => {
  const room = await open(t, [{ then: [later('How was it?')] }])
  const { shop, sell, pass } = room
  const cardNumber = await reader(shop)
  const { requestRef } = await sell(cardNumber)
  await shop.must('voidTransaction', { cardNumber, requestRef })
  const products = productsOf('2 CAKE 9')
  const [part, whole] = [await sell(cardNumber, { products }), await sell(cardNumber, { products })]
  for (const [sale, amountPurchased] of [
    [part, 1],
    [whole, 1],
    [whole, 1],
  ] as const)
    await shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: sale.requestRef,
      returnedProducts: [{ sku: 'CAKE', amountPurchased }],
    })
  const { lock, cancel } = lockingCalls(room)
  await cancel(await lock(cardNumber, '1 CAKE 9'))
  await lock(cardNumber, '1 CAKE 9')
  await letLocksExpire(shop)
  assert.deepEqual(await pass(twoDays), ['How was it?'], 'of the one that was returned in part')
  assert.deepEqual((await statesOf(shop)).toSorted(), ['cancelled: returned', 'cancelled: voided', 'sent'])
  assert.deepEqual(await shop.verify(), [])
})

test('the time of a setup runs from its completion', async (t) => {
  const room = await open(t, [{ then: [later('Hi', { hours: 3 })] }])
  const { shop, pass } = room
  const { lock, complete } = lockingCalls(room)
  const cardNumber = await reader(shop)
  const setup = await lock(cardNumber, '1 CAKE 9')
  assert.deepEqual(await statesOf(shop), [])
  const { body } = await complete(setup)
  const [row] = await sql(
    `select due_at - created_at = interval '3 hours' as exact, request_ref from message where brand_id = $1`,
    [shop.id],
  )
  assert.deepEqual(row, { exact: true, request_ref: body.requestRef })
  assert.deepEqual(await pass(4 * hour), ['Hi'])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that is gone sends nothing more; one whose time is over keeps its promise', async (t) => {
  const rules = [{ then: [later('One')] }, { then: [later('Two')] }, { then: [later('Three')] }]
  const { shop, sell, pass, change } = await open(t, rules)
  await sell(await reader(shop))
  const [one = {}, , three = {}] = rules
  const switched = [
    campaign([one], { until: '2026-01-01 00:00:00' }),
    { id: 'other', rules: [{ id: 'rule-2', trigger: 'checkout', ...rules[1] }] },
    { ...campaign([three]), id: 'third', active: false },
  ]
  await change({ campaigns: switched })
  assert.deepEqual(await pass(twoDays), ['One'])
  assert.deepEqual((await statesOf(shop)).toSorted(), ['notSent: ruleOff', 'notSent: ruleOff', 'sent'])
})

test('who was erased, opted out, left the list or lost the card gets nothing', async (t) => {
  const { shop, sell, pass } = await open(t, [{ then: [later('Hi', { hours: 1 }, { list: 'News' })] }])
  const people = ['Erased', 'Out', 'Left', 'Lost', 'Fine']
  const cards = new Map<string, string>()
  for (const name of people) {
    const cardNumber = await reader(shop, name)
    const categories = [{ uuid: news, optIn: true }]
    await shop.must('updateAccount', {
      cardNumber,
      thirdPartyUpdates: [{ thirdParty: 'email', categories }],
      skipOptInConfirmationEmails: true,
    })
    cards.set(name, cardNumber)
    await sell(cardNumber)
  }
  const of = (name: string) => cards.get(name) ?? ''
  await eraseCustomer(pool, { brand: shop.id, cardNumber: of('Erased') }, { origin: testOrigin })
  const update = (name: string, change: object) =>
    shop.must('updateAccount', { cardNumber: of(name), thirdPartyUpdates: [{ thirdParty: 'email', ...change }] })
  await update('Out', { optIn: false })
  await update('Left', { categories: [{ uuid: news, optIn: false }] })
  const adjusted = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: of('Lost'), ...adjusted })
  assert.deepEqual(await pass(2 * hour), ['Hi'])
  assert.deepEqual((await statesOf(shop)).toSorted(), [
    'cancelled',
    'notSent: cardInactive',
    'notSent: optedOut',
    'notSent: optedOut',
    'sent',
  ])
})

test('after a transfer the new card is judged, and gets it', async (t) => {
  const when = [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 5 }]
  const { shop, sell, pass } = await open(t, [{ when, then: [later('You have points')] }])
  const [first, second] = [await reader(shop), await reader(shop)]
  const [kept, spent] = [await reader(shop, 'Kept'), await reader(shop, 'Spent')]
  for (const cardNumber of [first, second]) {
    await shop.issue(cardNumber, { points: 5 })
    await sell(cardNumber)
    await shop.must('transfer', { cardNumber, action: 'out' })
  }
  assert.deepEqual(await pass(twoDays), [], 'nobody has the cards now')
  assert.deepEqual(await statesOf(shop), ['waiting', 'waiting'])
  await shop.must('transfer', { cardNumber: kept, oldCardNumber: first, action: 'in', mergeMode: 'skip' })
  await shop.must('transfer', { cardNumber: spent, oldCardNumber: second, action: 'in', mergeMode: 'skip' })
  await shop.redeem(spent, { points: 1 })
  assert.deepEqual(await pass(twoDays), ['You have points'])
  const { rows } = await shop.must('communicationActivity', { cardNumber: kept })
  assert.deepEqual(
    rows.map(({ state }: { state: string }) => state),
    ['sent'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test("a referrer's later message goes by the conditions of the buyer", async (t) => {
  const when = [{ fact: 'customer.firstName', op: '=', value: 'Ben' }]
  const text = 'Thank you, {{ customer.firstName }}'
  const { shop, sell, pass } = await open(t, [{ when, then: [later(text, { days: 1 }, { to: 'referrer' })] }])
  const [buyer, changed, friend] = [await reader(shop, 'Ben'), await reader(shop, 'Ben'), await reader(shop, 'Ana')]
  await sell(buyer, { referringCardNumber: friend })
  await sell(changed, { referringCardNumber: friend })
  await shop.must('updateAccount', { cardNumber: changed, primaryCustomer: { firstName: 'Bob' } })
  assert.deepEqual(await pass(twoDays), ['Thank you, Ana'])
})

test('a child is judged as a child', async (t) => {
  const when = [{ fact: 'card.isChild', op: '=', value: true }]
  const notify = { channel: 'webhook', text: 'For a child', after: { hours: 1 } }
  const { shop, sell, pass } = await open(t, [{ target: 'child', when, then: [{ notify }] }])
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid' })
  await sell(cardNumber, { childCardNumber: 'kid' })
  await pass(2 * hour)
  assert.deepEqual(await statesOf(shop), ['notSent: noSender'], 'it was judged, and there is nowhere to send it to')
})

test('a void at the moment of judging is before it or after it, and nothing is sent', async (t) => {
  const { shop, sell, pass, jobs } = await open(t, [{ then: [later('Hi')] }])
  const cardNumber = await reader(shop)
  const sales = await Promise.all([1, 2, 3, 4, 5, 6].map(() => sell(cardNumber)))
  const voids = sales.map(({ requestRef }) => shop.must('voidTransaction', { cardNumber, requestRef }))
  await Promise.all([...voids, runLaterMessages(jobs, Date.now() + twoDays)])
  assert.deepEqual(await pass(twoDays), [])
  for (const state of await statesOf(shop)) assert.match(state, /^cancelled: voided$|^notSent: voided$/)
  assert.deepEqual(await shop.verify(), [])
})

test('two workers judge a message once, and it is sent once', async (t) => {
  const { shop, sell, pass, jobs } = await open(t, [{ then: [later('Hi')] }])
  const cardNumber = await reader(shop)
  for (let sales = 0; sales < 5; sales += 1) await sell(cardNumber)
  const at = Date.now() + twoDays
  const reports = await Promise.all([runLaterMessages(jobs, at), runLaterMessages(jobs, at)])
  assert.ok(reports.every(({ counts }) => counts.failed === 0))
  assert.equal((await pass(twoDays)).length, 5)
  assert.deepEqual(await pass(twoDays), [])
})

test('the file says how much later a message may be', async (t) => {
  const { change } = await open(t, [])
  const faultOf = async (notify: object) => {
    const campaigns = [campaign([{ then: [{ notify: { channel: 'email', text: 'Hi', ...notify } }] }])]
    const error: Error = await change({ campaigns }).then(
      () => assert.fail('it was applied'),
      (thrown) => thrown,
    )
    return firstTold(error)
  }
  assert.match(await faultOf({ after: { days: 366 } }), /365/)
  assert.match(await faultOf({ after: { weeks: 1 } }), /^expected { hours: 2 } or { days: 2 }/)
  assert.match(await faultOf({ after: { days: 1 }, channel: 'direct' }), /cannot be sent later/)
})

test('a checkout that counted itself still counts when its message is due, unless it was returned', async (t) => {
  const milestone = { fact: 'history.checkouts', including: 'current', op: '=', value: 2 }
  const { shop, sell, pass } = await open(t, [{ when: [milestone], then: [later('Two')] }])
  const [kept, returned] = [await reader(shop), await reader(shop, 'Bo')]
  for (const cardNumber of [kept, returned]) await sell(cardNumber)
  await sell(kept)
  const { requestRef } = await sell(returned)
  const returnedProducts = [{ sku: 'CAKE', amountPurchased: 1 }]
  await shop.must('returnMerchandise', { cardNumber: returned, checkoutRequestRef: requestRef, returnedProducts })
  assert.deepEqual(await pass(twoDays), ['Two'])
  assert.deepEqual(await shop.verify(), [])
})
