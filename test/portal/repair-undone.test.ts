import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairs } from '../../server/background/jobs/repairs/repairs.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openDesk } from '../support/portal-desk.ts'
import { applyFile, openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { otherProgram } from '../support/transfer-shop.ts'
import { openWorker } from '../support/worker-room.ts'

const issue = (amount: number) => ({ issue: { balanceType: 'Points', amount } })
const campaigns = [
  { id: 'oops', name: 'A hundred too many', rules: [{ id: 'all', trigger: 'checkout', then: [issue(100)] }] },
]
const take = { campaign: 'oops', kind: 'take' }
const note = { note: 'ten times too much' }
const points = (amount: number) => ({ amount: { balanceType: 'Points', amount } })

async function openSold() {
  const shop = await openShop({ more: { campaigns } })
  const desk = openDesk(shop)
  const finance = await desk.as('finance')
  const card = await shop.card({ points: 500 })
  const sale = await shop.must('checkout', { cardNumber: card, products: productsOf('2 ESP 10') })
  const run = async () => (await openWorker(shop)).run(repairs)
  const repair = async () => {
    const started = await finance.call('startRepair', take, note)
    assert.equal(started.error, undefined, JSON.stringify(started))
    return run()
  }
  return { shop, desk, finance, run, repair, card, sale: sale.requestRef as string }
}

type Sold = Awaited<ReturnType<typeof openSold>>

const pointsOf = async (shop: Shop, card: string) => (await shop.balances(card))[0]?.amount ?? 0

const undoings = {
  void: ({ shop, card, sale }: Sold, on = card) => shop.must('voidTransaction', { cardNumber: on, requestRef: sale }),
  return: ({ shop, card, sale }: Sold, on = card) =>
    shop.must('returnMerchandise', {
      ...{ cardNumber: on, checkoutRequestRef: sale },
      returnedProducts: productsOf('2 ESP 10'),
    }),
  'return in two parts': async ({ shop, card, sale }: Sold, on = card) => {
    for (let part = 0; part < 2; part += 1)
      await shop.must('returnMerchandise', {
        ...{ cardNumber: on, checkoutRequestRef: sale },
        returnedProducts: productsOf('1 ESP 5'),
      })
  },
}

async function move(shop: Shop, oldCardNumber: string): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: oldCardNumber })
  await shop.must('transfer', { action: 'in', cardNumber, oldCardNumber, mergeMode: 'combine' })
  return cardNumber
}

for (const [how, undo] of Object.entries(undoings)) {
  test(`${how} of a sale whose gift was taken back takes nothing of the customer's own`, async () => {
    const sold = await openSold()
    const { shop, repair, card } = sold
    await repair()
    assert.equal(await pointsOf(shop, card), 500)
    assert.deepEqual(await shop.verify(), [])
    await undo(sold)
    assert.equal(await pointsOf(shop, card), 500)
    assert.deepEqual(await shop.verify(), [])
  })

  test(`${how} of it takes what was spent of the gift, and leaves as much as a twin has who never got it`, async () => {
    const sold = await openSold()
    const { shop, repair, card } = sold
    const twin = await shop.card({ points: 500 })
    for (const cardNumber of [card, twin])
      await shop.must('updateBalance', { cardNumber, action: 'redeem', ...points(470) })
    await shop.must('updateBalance', { cardNumber: card, action: 'redeem', ...points(60) })
    await shop.must('updateBalance', { cardNumber: twin, action: 'redeem', ...points(30) })
    await shop.must('updateBalance', { cardNumber: card, action: 'issue', ...points(200) })
    await shop.must('updateBalance', { cardNumber: twin, action: 'issue', ...points(170) })
    await repair()
    await undo(sold)
    assert.deepEqual([await pointsOf(shop, card), await pointsOf(shop, twin)], [170, 170])
    assert.deepEqual(await shop.verify(), [])
  })

  test(`${how} of it on another card, to which it was transferred before or after, does neither`, async () => {
    for (const when of ['before', 'after'] as const) {
      const sold = await openSold()
      const { shop, repair, card } = sold
      const first = when === 'before' ? await move(shop, card) : card
      await repair()
      const last = when === 'after' ? await move(shop, first) : first
      assert.equal(await pointsOf(shop, last), 500)
      await undo(sold, last)
      assert.equal(await pointsOf(shop, last), 500, when)
      assert.deepEqual(await shop.verify(), [])
    }
  })
}

test('a return that is voided leaves what the repair took as it was', async () => {
  const sold = await openSold()
  const { shop, repair, card, sale } = sold
  await repair()
  const back = await shop.must('returnMerchandise', {
    ...{ cardNumber: card, checkoutRequestRef: sale },
    returnedProducts: productsOf('1 ESP 5'),
  })
  assert.equal(await pointsOf(shop, card), 500)
  await shop.must('voidTransaction', { cardNumber: card, requestRef: back.requestRef })
  assert.equal(await pointsOf(shop, card), 500)
  assert.deepEqual(await shop.verify(), [])
  await undoings.void(sold)
  assert.equal(await pointsOf(shop, card), 500)
  assert.deepEqual(await shop.verify(), [])
})

test('what a repair took cannot be voided, and the portal offers no undo', async () => {
  const { shop, desk, repair, card, sale } = await openSold()
  await repair()
  const support = await desk.as('support')
  const { happenings } = await support.ask('cardStory', { cardNumber: card })
  const { requestRef } = happenings[0]
  const [call] = (await support.ask('callDetail', { text: requestRef })).calls
  assert.deepEqual([call.operation, call.mayVoid], ['takeGiftBack', false], JSON.stringify(call))
  for (const isSaleVoided of [false, true]) {
    if (isSaleVoided) await shop.must('voidTransaction', { cardNumber: card, requestRef: sale })
    const { body } = await shop.call('voidTransaction', { cardNumber: card, requestRef })
    assert.equal(body.errorCode, 119)
    assert.match(JSON.stringify(body), /took back what a campaign had given by mistake; if that was wrong, give/)
    assert.equal(await pointsOf(shop, card), 500)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill for a mistake is what was judged: no rule gives more, and it can be voided', async () => {
  const more = { id: 'more', name: 'More', rules: [{ id: 'load', trigger: 'request', then: [issue(1000)] }] }
  const limits = { finance: { issue: { points: 50 } } }
  const shop = await openShop({ more: { campaigns: [...campaigns, more], portal: { limits } } })
  const desk = openDesk(shop)
  const finance = await desk.as('finance')
  const cardNumber = await shop.card()
  await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 5') })
  const before = await pointsOf(shop, cardNumber)
  const give = { campaign: 'oops', kind: 'give', balanceType: 'Points', amount: 5 }
  assert.equal((await finance.call('startRepair', give, note)).error, undefined)
  const { run } = await openWorker(shop)
  assert.deepEqual(await run(repairs), { done: 1, later: 0, refused: 0, failed: 0 })
  assert.equal(await pointsOf(shop, cardNumber), before + 5)
  const support = await desk.as('support')
  const [given] = (await support.ask('cardStory', { cardNumber })).happenings
  assert.deepEqual([given.user, given.note], [finance.name, note.note])
  const [call] = (await support.ask('callDetail', { text: given.requestRef })).calls
  assert.deepEqual([call.operation, call.ledger.length, call.ledger[0].kind], ['giveGoodwill', 1, 'UpdateBalance'])
  const { entries } = await shop.must('auditLog', { action: 'balance.given' })
  assert.deepEqual([entries[0].actor, entries[0].after.isGoodwill], [finance.name, true], JSON.stringify(entries))
  await shop.must('voidTransaction', { cardNumber, requestRef: given.requestRef })
  assert.equal(await pointsOf(shop, cardNumber), before)
  const [shown] = (await finance.ask('campaignMistake', { campaign: 'oops' })).repairs
  assert.deepEqual([shown.cards, shown.done, shown.values], [1, 0, []])
  assert.deepEqual(await shop.verify(), [])
})

test('a gift that was spent before the card was transferred is listed once, at the card that has the rest', async () => {
  const { shop, finance, card } = await openSold()
  await shop.must('updateBalance', { cardNumber: card, action: 'redeem', ...points(600) })
  const heir = await move(shop, card)
  const { cards, values } = await finance.ask('campaignMistake', { campaign: 'oops' })
  assert.deepEqual(
    cards.map((one: { cardNumber: string; times: number }) => [one.cardNumber, one.times]),
    [[heir, 1]],
  )
  assert.deepEqual([values[0].given, values[0].left], [100, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('a repair that a key asked for is put down to that key', async () => {
  const { shop, run, card } = await openSold()
  await shop.must('startRepair', take)
  await run()
  assert.equal(await pointsOf(shop, card), 500)
  const { entries } = await shop.must('auditLog', {})
  const by = (action: string) => entries.find((one: { action: string }) => one.action === action)
  assert.ok(by('balance.adjusted').actor, JSON.stringify(entries))
  assert.equal(by('balance.adjusted').actor, by('repair.started').actor)
  assert.deepEqual(await shop.verify(), [])
})

test('what was moved to another card after the plan is taken there, and goodwill that is undone is told as such', async () => {
  const sold = await openSold()
  const { shop, finance, run, card } = sold
  await finance.call('startRepair', take, note)
  const heir = await move(shop, await move(shop, card))
  const before = await pointsOf(shop, heir)
  await run()
  assert.equal(await pointsOf(shop, heir), before - 100)
  const listed = async () => (await finance.ask('campaignRepairs', { campaign: 'oops' })).repairs
  const [taken] = await listed()
  assert.deepEqual([taken.done, taken.nothing, taken.refused, taken.isOver], [1, 0, 0, true])
  const page = await finance.ask('campaignMistake', { campaign: 'oops' })
  assert.deepEqual([page.values[0].left, page.repairs], [0, await listed()])

  await finance.call('startRepair', { campaign: 'oops', kind: 'give', balanceType: 'Points', amount: 7 }, note)
  const last = await move(shop, heir)
  await run()
  assert.equal(await pointsOf(shop, last), before - 93)
  const { happenings } = await finance.ask('cardStory', { cardNumber: last })
  await shop.must('voidTransaction', { cardNumber: last, requestRef: happenings[0].requestRef })
  const [given] = await listed()
  assert.deepEqual([given.done, given.undone, given.values], [0, 1, []])
  assert.equal(await pointsOf(shop, last), before - 100)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is transferred out waits, and the gift is taken once it is in, or left after two weeks', async () => {
  const { shop, finance, run, card } = await openSold()
  const other = await shop.card()
  await shop.must('checkout', { cardNumber: other, products: productsOf('1 ESP 5') })
  await finance.call('startRepair', take, note)
  await shop.must('transfer', { action: 'out', cardNumber: card })
  const listed = async () => {
    const [shown] = (await finance.ask('campaignRepairs', { campaign: 'oops' })).repairs
    return [shown.done, shown.between, shown.refused, shown.stranded, shown.isOver]
  }
  assert.deepEqual(await run(), { done: 1, later: 1, refused: 0, failed: 0 })
  assert.deepEqual(await run(), { done: 0, later: 1, refused: 0, failed: 0 })
  assert.deepEqual(await listed(), [1, 1, 0, 0, false])
  const heir = await shop.card()
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: card, mergeMode: 'combine' })
  assert.equal(await pointsOf(shop, heir), 600)
  assert.deepEqual(await run(), { done: 1, later: 0, refused: 0, failed: 0 })
  assert.equal(await pointsOf(shop, heir), 500)
  assert.deepEqual(await listed(), [2, 0, 0, 0, true])
  assert.deepEqual(await shop.verify(), [])

  await shop.must('checkout', { cardNumber: heir, products: productsOf('1 ESP 5') })
  await finance.call('startRepair', take, note)
  await shop.must('transfer', { action: 'out', cardNumber: heir })
  assert.deepEqual(await run(), { done: 0, later: 1, refused: 0, failed: 0 })
  await sql(`update repair set asked_at = asked_at - interval '14 days' where brand_id = $1 and ended_at is null`, [
    shop.id,
  ])
  assert.deepEqual(await run(), { done: 0, later: 0, refused: 1, failed: 0 })
  const page = await finance.ask('campaignMistake', { campaign: 'oops' })
  const stranded = page.repairs.find((one: { stranded: number }) => one.stranded > 0)
  assert.deepEqual([stranded?.refused, stranded?.isOver, page.values[0].left], [0, true, 100])
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill for a card that is being moved lands where its value is, once, also where two were merged', async () => {
  const { shop, desk, finance, run, card } = await openSold()
  const other = await shop.card()
  await shop.must('checkout', { cardNumber: other, products: productsOf('1 ESP 5') })
  const give = { campaign: 'oops', kind: 'give', balanceType: 'Points', amount: 7 }
  const started = await finance.call('startRepair', give, note)
  assert.equal(started.error, undefined, JSON.stringify(started))
  await shop.must('transfer', { action: 'out', cardNumber: card })
  assert.deepEqual(await run(), { done: 1, later: 1, refused: 0, failed: 0 })
  const heir = await shop.card()
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: card, mergeMode: 'combine' })
  assert.deepEqual(await run(), { done: 1, later: 0, refused: 0, failed: 0 })
  assert.deepEqual(await run(), { done: 0, later: 0, refused: 0, failed: 0 })
  assert.deepEqual([await pointsOf(shop, heir), await pointsOf(shop, other)], [607, 107])
  assert.deepEqual(await shop.verify(), [])

  // Nobody brought it to another card for so long: it is given nothing, and the page says so.
  await finance.call('startRepair', give, note)
  await shop.must('transfer', { action: 'out', cardNumber: heir })
  assert.equal((await run()).later, 1)
  await sql(`update repair set asked_at = asked_at - interval '14 days' where brand_id = $1 and ended_at is null`, [
    shop.id,
  ])
  assert.equal((await run()).refused, 1)
  const { repairs: shown } = await finance.ask('campaignRepairs', { campaign: 'oops' })
  const ends = shown.map((one: { stranded: number; isOver: boolean }) => [one.stranded, one.isOver])
  assert.deepEqual(ends.toSorted(), [
    [0, true],
    [1, true],
  ])

  // By hand it is refused, with what to do.
  const support = await desk.as('support')
  for (const [cardNumber, told] of [
    [heir, /is being moved to another one/],
    [card, /was moved to another one\. Use that card/],
  ] as const) {
    const asked = { cardNumber, action: 'issue', isGoodwill: true, ...points(3) }
    const { error } = await support.call('updateBalance', asked, note)
    assert.match(error?.text ?? '', told, JSON.stringify(error))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('of two cards that were merged before their turn one gets the goodwill, and the repair ends at once', async () => {
  const { shop, finance, run, card } = await openSold()
  const heir = await shop.card()
  await shop.must('checkout', { cardNumber: heir, products: productsOf('1 ESP 5') })
  const give = { campaign: 'oops', kind: 'give', balanceType: 'Points', amount: 7 }
  assert.equal((await finance.call('startRepair', give, note)).error, undefined)
  await shop.must('transfer', { action: 'out', cardNumber: card })
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: card, mergeMode: 'combine' })
  assert.deepEqual(await run(), { done: 2, later: 0, refused: 0, failed: 0 })
  assert.equal(await pointsOf(shop, heir), 707)
  const [shown] = (await finance.ask('campaignRepairs', { campaign: 'oops' })).repairs
  assert.deepEqual([shown.done, shown.nothing, shown.refused, shown.stranded, shown.isOver], [1, 1, 0, 0, true])
  assert.deepEqual(await shop.verify(), [])
})

test('a gift that was moved to a program with another smallest unit is listed and taken as what it is worth', async () => {
  for (const when of ['before', 'after'] as const) {
    const sold = await openSold()
    const { shop, finance, run, card } = sold
    const file = shop.file as { programs: object[] }
    await applyFile({ ...file, programs: [...file.programs, otherProgram] })
    const heir = await shop.card({}, 'gifts')
    if (when === 'after') await finance.call('startRepair', take, note)
    await shop.must('transfer', { action: 'out', cardNumber: card })
    await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: card, mergeMode: 'combine' })
    assert.equal(await pointsOf(shop, heir), 600)
    const { values } = await finance.ask('campaignMistake', { campaign: 'oops' })
    assert.deepEqual([values[0].given, values[0].left], [100, 100], when)
    if (when === 'before') await finance.call('startRepair', take, note)
    await run()
    assert.equal(await pointsOf(shop, heir), 500, when)
    const page = await finance.ask('campaignMistake', { campaign: 'oops' })
    assert.deepEqual([page.values[0].given, page.values[0].left, page.repairs[0].isOver], [100, 0, true])
    await undoings.void(sold, heir)
    assert.equal(await pointsOf(shop, heir), 500, when)
    assert.deepEqual(await shop.verify(), [])
  }
})
