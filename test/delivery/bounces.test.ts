import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { bounces } from '../../server/background/jobs/bounces/bounces.ts'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { cardIdOf, openRoom, openSendingShop, putMessages, statesOf } from '../support/delivery-room.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { purserCommand } from '../support/purser-command.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Shop, times } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

const from = 'hello@harbor.example'
const email = 'ana@example.com'
const mobilePhone = '+12125550123'
const byAddress = { channel: 'email', channelUser: 'ANA@Example.com' }

async function person(shop: Shop, primaryCustomer: object = { email, mobilePhone }): Promise<string> {
  const cardNumber = await shop.card()
  const thirdPartyUpdates = [{ thirdParty: 'email', optIn: true }]
  const skipOptInConfirmationEmails = true
  await shop.must('updateAccount', { cardNumber, primaryCustomer, thirdPartyUpdates, skipOptInConfirmationEmails })
  return cardNumber
}

async function bouncedOf(shop: Shop, cardNumber: string): Promise<readonly [email: boolean, mms: boolean]> {
  const returnFields = { emailBounced: true, mmsBounced: true }
  const { cards } = await shop.must('search', { filters: { cardNumber }, includeInactive: true, returnFields })
  return [cards[0].emailBounced, cards[0].mmsBounced]
}

const inboxOf = (shop: Shop) => sql('select * from bounce where brand_id = $1 order by seq', [shop.id])
const eventsOf = (shop: Shop) =>
  sql(
    `select card_number, event_type, category_id, payload from event
     join card on card.brand_id = event.brand_id and card.card_id = event.card_id
     where event.brand_id = $1 order by happened_at, request_ref, line`,
    [shop.id],
  )
const openBounceShop = () => openSendingShop({ email: { smtp: 'smtp://127.0.0.1:1', from } })

test('a notice for a message marks its card, and no other, until messages arrive again', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const shop = await openSendingShop({ email: { smtp: server.url, from } })
  const [cardNumber, other] = [await person(shop), await person(shop)]
  const { run } = await openWorker(shop)
  const put = async () => putMessages(shop, { channel: 'email', cardId: await cardIdOf(shop, cardNumber) })
  await put()
  await room.deliver()
  const messageId = server.mails[0]?.headers['x-message-id']
  const reason = '550 5.1.1 ana@example.com: no such user'
  const { requestRef } = await shop.must('processBounce', { messageId, reason })
  assert.equal((await shop.must('requestLookup', { requestRef })).cardNumber, cardNumber)
  assert.deepEqual(await bouncedOf(shop, cardNumber), [false, false])

  assert.deepEqual(await run(bounces), { bounces: 1, events: 1, later: 0 })
  assert.deepEqual(await run(bounces), { bounces: 0, events: 0, later: 0 })
  assert.deepEqual(await inboxOf(shop), [])
  assert.deepEqual(await eventsOf(shop), [
    { card_number: cardNumber, event_type: 'BOUNCED', category_id: 'email', payload: reason },
  ])
  assert.deepEqual(
    [await bouncedOf(shop, cardNumber), await bouncedOf(shop, other)],
    [
      [true, false],
      [false, false],
    ],
  )
  const [newest] = await shop.history(cardNumber)
  assert.equal(newest.callType, 'TRIGGER_ONLY')
  await put()
  await room.deliver()
  assert.deepEqual((await statesOf(shop)).at(-1), 'notSent: bounced')

  await shop.must('processBounce', { messageId, eventType: 'UNBOUNCED' })
  await run(bounces)
  assert.deepEqual(await bouncedOf(shop, cardNumber), [false, false])
  await put()
  await room.deliver()
  assert.equal(server.mails.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a notice for an address marks all cards whose messages go there, whatever their status and locks', async () => {
  const shop = await openBounceShop()
  const [active, locked, lost, stranger] = [
    await person(shop),
    await person(shop),
    await person(shop),
    await person(shop, { email: 'bo@example.com' }),
  ]
  const root = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: root, childCardNumber: 'child-7' })
  await shop.must('updateAccount', { cardNumber: root, childCardNumber: 'child-7', primaryCustomer: { email } })
  await shop.must('checkout', { cardNumber: locked, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 })
  const adjust = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: lost, ...adjust })
  const { run } = await openWorker(shop)
  await shop.must('processBounce', byAddress)
  assert.deepEqual(await run(bounces), { bounces: 1, events: 4, later: 0 })
  for (const card of [active, locked, lost]) assert.deepEqual(await bouncedOf(shop, card), [true, false])
  for (const card of [stranger, root]) assert.deepEqual(await bouncedOf(shop, card), [false, false])
  const marked = (await eventsOf(shop)).map(({ card_number }) => card_number)
  assert.deepEqual(marked.toSorted(), [active, locked, lost, 'child-7'].toSorted())
  assert.deepEqual(await shop.verify(), [])
})

test('a number counts for those whose text messages go to it', async () => {
  const shop = await openBounceShop()
  const landline = '+12125550199'
  //  customer                              bounced
  const people: readonly [customer: object, bounced: boolean][] = [
    [{ mobilePhone: landline }, true],
    [{ phone: landline }, true],
    [{ phone: landline, mobilePhone: landline }, true],
    [{ phone: landline, mobilePhone }, false],
    [{ phone: mobilePhone }, false],
  ]
  const cards = await Promise.all(people.map(([customer]) => person(shop, customer)))
  const { run } = await openWorker(shop)
  await shop.must('processBounce', { channel: 'phone', channelUser: '(212) 555-0199' })
  await run(bounces)
  for (const [index, [customer, bounced]] of people.entries())
    assert.deepEqual(await bouncedOf(shop, cards[index] ?? ''), [false, bounced], JSON.stringify(customer))
  assert.deepEqual(await inboxOf(shop), [])
})

test('each notice has effect once, when two workers run and when one dies in between', async () => {
  const shop = await openBounceShop()
  const cards = await Promise.all(times(6, () => person(shop)))
  await shop.must('processBounce', byAddress)
  const [one, other] = [await openJobRoom(shop), await openJobRoom(shop)]
  // The first worker ends in the middle, and can say nothing more.
  let begun = 0
  const run: JobContext['run'] = (work) => {
    begun += 1
    return one.run(work)
  }
  const { counts } = await bounces.run({ ...one, run, isOver: () => begun > 2 })
  assert.deepEqual([counts, (await inboxOf(shop)).length], [{ bounces: 0, events: 3, later: 3 }, 1])
  await Promise.all([bounces.run(one), bounces.run(other)])
  assert.deepEqual((await eventsOf(shop)).map(({ card_number }) => card_number).toSorted(), cards.toSorted())
  assert.deepEqual(await inboxOf(shop), [])
  assert.deepEqual([...one.faults, ...other.faults], [])
  assert.deepEqual(await shop.verify(), [])
})

test('of notices of the same second the later one holds', async () => {
  const shop = await openBounceShop()
  const cardNumber = await person(shop)
  const { run } = await openWorker(shop)
  const eventDate = secondsFromNow(-60)
  const kinds = ['BOUNCED', 'UNBOUNCED', 'BOUNCED', 'BOUNCED', 'UNBOUNCED']
  for (const eventType of kinds) await shop.must('processBounce', { ...byAddress, eventType, eventDate })
  await run(bounces)
  assert.deepEqual(
    (await eventsOf(shop)).map(({ event_type }) => event_type),
    kinds,
  )
  assert.deepEqual(await bouncedOf(shop, cardNumber), [false, false])
})

test('more cards than a page has are all marked', async () => {
  const shop = await openBounceShop()
  const cardNumber = await person(shop)
  await shop.must('generateCards', { cardSetId: 'cards', count: 1100 })
  await sql(
    `insert into account (brand_id, card_id, customer)
     select brand_id, card_id, $2::jsonb from card where brand_id = $1 and status = 'Inventory'`,
    [shop.id, JSON.stringify({ email })],
  )
  await sql(
    `insert into account_term (brand_id, field, term, card_id)
     select brand_id, 'email', $2, card_id from card where brand_id = $1 and status = 'Inventory'`,
    [shop.id, email],
  )
  const { run } = await openWorker(shop)
  await shop.must('processBounce', byAddress)
  assert.deepEqual(await run(bounces), { bounces: 1, events: 1140, later: 0 })
  assert.deepEqual(await bouncedOf(shop, cardNumber), [true, false])
})

test('a mail server that refuses the recipient for good is a notice; what it says of the message or for now is none', async (t) => {
  //  refuses                                     events
  const cases: readonly [refuses: { at: 'recipient' | 'data'; code: number; text?: string }, events: number][] = [
    [{ at: 'recipient', code: 550 }, 1],
    [{ at: 'recipient', code: 450 }, 0],
    [{ at: 'data', code: 554 }, 0],
    [{ at: 'recipient', code: 554, text: '5.7.1 Relay access denied' }, 0],
    [{ at: 'recipient', code: 550, text: 'relay not permitted' }, 0],
    [{ at: 'recipient', code: 554, text: 'blocked using zen.spamhaus.org' }, 0],
    [{ at: 'recipient', code: 552, text: '5.2.2 Over quota' }, 0],
  ]
  for (const [refuses, events] of cases) {
    const room = await openRoom()
    const server = await openMailServer(t, { refuses })
    const shop = await openSendingShop({ email: { smtp: server.url, from } })
    const cardNumber = await person(shop)
    const cardId = await cardIdOf(shop, cardNumber)
    await putMessages(shop, { channel: 'email', cardId })
    await room.deliver()
    const { run } = await openWorker(shop)
    await run(bounces)
    assert.equal((await eventsOf(shop)).length, events, JSON.stringify(refuses))
    assert.deepEqual(await bouncedOf(shop, cardNumber), [events > 0, false])
    if (events === 0) continue
    await putMessages(shop, { channel: 'email', cardId })
    await room.deliver()
    assert.deepEqual(await statesOf(shop), ['failed: recipient refused', 'notSent: bounced'])
  }
})

test('a notice for a message is of no concern to who has another address by now', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const shop = await openSendingShop({ email: { smtp: server.url, from } })
  const cardNumber = await person(shop)
  const moveTo = (address: string) =>
    shop.must('updateAccount', { cardNumber, primaryCustomer: { email: address }, skipOptInConfirmationEmails: true })
  const [unsent, messageId] = await putMessages(
    shop,
    { channel: 'push', cardId: await cardIdOf(shop, cardNumber) },
    { channel: 'email', cardId: await cardIdOf(shop, cardNumber) },
  )
  await room.deliver()
  const { run } = await openWorker(shop)
  await moveTo('ana@new.example')
  await shop.must('processBounce', { messageId })
  assert.deepEqual(await inboxOf(shop), [], 'it is not kept')
  assert.equal((await shop.call('processBounce', { messageId: unsent })).body.errorCode, 100)

  await moveTo('ANA@example.com')
  await shop.must('processBounce', { messageId })
  assert.equal((await inboxOf(shop)).length, 1, 'the same address, however it is written')
  await moveTo('ana@new.example')
  await run(bounces)
  assert.deepEqual([await inboxOf(shop), await eventsOf(shop)], [[], []], 'it moved before the event was made')

  await moveTo(email)
  await shop.must('processBounce', { messageId })
  await run(bounces)
  assert.deepEqual(await bouncedOf(shop, cardNumber), [true, false])
  const sentTo = async () => {
    const found = await sql(`select sent_to from message where brand_id = $1 and state = 'sent'`, [shop.id])
    return found.map(({ sent_to }) => sent_to)
  }
  assert.match(String(await sentTo()), /^[\w-]{22}$/)
  assert.equal((await purserCommand('customer', 'erase', shop.id, cardNumber)).status, 0)
  assert.deepEqual(await sentTo(), [null])
})

test('a notice that only ever ends in a fault is given up after a day; a brand that cannot be read holds up no other', async () => {
  const [broken, shop] = [await openBounceShop(), await openBounceShop()]
  const cardNumber = await person(shop)
  await person(broken)
  for (const one of [broken, shop]) await one.must('processBounce', byAddress)
  const room = await openJobRoom(shop)
  const logged: string[] = []
  const context: JobContext = {
    ...room,
    listBrands: async () => [broken.id, shop.id],
    brandAt: (brand) => (brand === broken.id ? Promise.reject(new Error('unreadable')) : room.brandAt(brand)),
    log: openLog('warn', (line) => logged.push(line)),
  }
  const faulty: JobContext = { ...context, run: async () => ({ kind: 'refused', code: 1, text: '' }) }
  const early = await bounces.run(faulty)
  assert.deepEqual([early.counts, (await inboxOf(shop)).length], [{ bounces: 0, events: 0, later: 0 }, 1])
  assert.equal(logged.filter((line) => line.includes('unreadable')).length, 1)
  await bounces.run(context)
  assert.deepEqual(await bouncedOf(shop, cardNumber), [true, false])

  await shop.must('processBounce', byAddress)
  await sql(`update bounce set received_at = now() - interval '25 hours' where brand_id = $1`, [shop.id])
  await bounces.run(faulty)
  assert.deepEqual(await inboxOf(shop), [])
  assert.equal(logged.filter((line) => line.includes('bounce given up')).length, 1)
  assert.equal((await inboxOf(broken)).length, 1)
})

test('a worker that lost its message to another one leaves no notice of it', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t, { refuses: { at: 'recipient', code: 550 } })
  const shop = await openSendingShop({ email: { smtp: server.url, from } })
  await putMessages(shop, { channel: 'email', cardId: await cardIdOf(shop, await person(shop)) })
  const slow: typeof room.parts.senders.email = async (message, settings) => {
    room.wait(61)
    await room.deliver()
    return room.parts.senders.email(message, settings)
  }
  await room.deliver({ senders: { ...room.parts.senders, email: slow } })
  assert.equal((await inboxOf(shop)).length, 1)
})

test('a gateway hands over the id of a text message; a question to an address counts for its cards', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ sms: { url: receiver.url } })
  const cardNumber = await person(shop)
  await shop.must('updateChannelSubscription', {
    channel: 'phone',
    channelUser: mobilePhone,
    globalOptIn: true,
    doubleOptIn: true,
  })
  await room.deliver()
  const messageId = String(receiver.received[0]?.headers['webhook-id']).toUpperCase()
  await shop.must('processBounce', { messageId, reason: 'unallocated number' })
  const { run } = await openWorker(shop)
  await run(bounces)
  assert.deepEqual(await bouncedOf(shop, cardNumber), [false, true])
})

test('what is missing, contradicts itself or is unknown is refused, and leaves nothing', async () => {
  const shop = await openBounceShop()
  await person(shop)
  const [webhook] = await putMessages(shop, {})
  const unknown = `${uuidV7(Date.now(), randomBytes(10))}-1`
  //  body                                                             code
  const cases: readonly [body: object, code: number][] = [
    [{}, 100],
    [{ channel: 'email' }, 100],
    [{ channelUser: email }, 100],
    [{ messageId: unknown, ...byAddress }, 100],
    [{ messageId: unknown, channel: 'email' }, 100],
    [{ messageId: unknown }, 118],
    [{ messageId: 'x' }, 118],
    [{ messageId: unknown.slice(0, 36) }, 118],
    [{ messageId: `${unknown}99999999999` }, 118],
    [{ messageId: webhook }, 100],
    [{ channel: 'email', channelUser: 'nobody' }, 100],
    [{ channel: 'phone', channelUser: '12' }, 131],
    [{ channel: 'push', channelUser: 'x' }, 100],
    [{ ...byAddress, eventType: 'COMPLAINED' }, 100],
    [{ ...byAddress, reason: 'x'.repeat(1001) }, 100],
    [{ ...byAddress, eventDate: secondsFromNow(2 * 86_400) }, 100],
  ]
  for (const [body, code] of cases) {
    assert.equal((await shop.call('processBounce', body)).body.errorCode, code, JSON.stringify(body).slice(0, 90))
  }
  await shop.must('processBounce', { channel: 'email', channelUser: 'stranger@example.com' })
  assert.deepEqual(await inboxOf(shop), [], 'an address that no card has is not kept')
  const headers = { customRequestId: 'bounce-1' }
  await shop.must('processBounce', byAddress, headers)
  assert.equal((await shop.call('processBounce', byAddress, headers)).body.errorCode, 3)
  assert.equal((await inboxOf(shop)).length, 1)
})
