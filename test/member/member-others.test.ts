import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberErasures } from '../../server/background/jobs/members/member-erasures.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { testPins as pins, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

const both = { join: { fields: ['firstName', 'email', 'mobilePhone'], consents: ['email', 'phone'] } }
const wrote = (email: string, mobilePhone: string) => ({
  fields: [
    { name: 'email', value: email },
    { name: 'mobilePhone', value: mobilePhone },
  ],
})

test('what somebody else wrote with my address does not become mine, nor what they agreed to', async (t) => {
  const { shop, ask, codeTo, customer } = await openMemberRoom(t, both)
  await customer('ana@example.com')
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'ana@example.com', globalOptIn: false })
  const mallory = { ...wrote('ana@example.com', '+12125550199'), consents: ['email'] }
  await ask('join', mallory)
  const code = await codeTo('ana@example.com')
  const mine = (await ask('sendCode', { email: 'ana@example.com' })).body.asked
  assert.equal((await ask('enter', { email: 'ana@example.com', asked: mine, code })).status, 422)
  const own = await codeTo('ana@example.com', 1)
  const { token } = (await ask('enter', { email: 'ana@example.com', asked: mine, code: own })).body
  const { body } = await ask('messages', {}, token)
  assert.equal(body.channels[0].isWanted, false)
  assert.deepEqual((await shop.must('search', { filters: { mobilePhone: '+12125550199' } })).cards, [])
})

test('a number that nobody has proved is neither kept nor agreed for', async (t) => {
  const { shop, ask, join } = await openMemberRoom(t, both)
  const victim = { channel: 'phone', channelUser: '+12125550123' }
  await shop.must('updateChannelSubscription', { ...victim, globalOptIn: false })
  const { body } = await join('eve@example.com', { ...wrote('eve@example.com', '+12125550123'), consents: ['phone'] })
  assert.equal((await shop.must('channelSubscription', victim)).globalOptIn, false)
  const { channels } = (await ask('messages', {}, body.token)).body
  assert.deepEqual(
    channels.map(({ address }: { address: string }) => address),
    ['eve@example.com'],
  )
  const change = { ...{ channel: 'phone', address: '+12125550123', isWanted: true } }
  assert.equal((await ask('changeMessages', change, body.token)).status, 404)
})

test('a session ends when the card becomes somebody else’s: merged, given out anew, or with another address', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const [eve, ana] = [await customer('eve@example.com', 'Eve'), await customer('ana@example.com')]
  const merged = await enter('eve@example.com')
  await shop.must('transfer', { action: 'out', cardNumber: eve })
  await shop.must('transfer', { action: 'in', cardNumber: ana, oldCardNumber: eve })
  assert.equal((await ask('profile', {}, merged)).status, 401)

  const made = await shop.must('allocate', { cardSetId: 'cards', customerUpdates: { email: 'cem@example.com' } })
  const before = await enter('cem@example.com')
  await shop.must('voidTransaction', { cardNumber: made.cardNumber, requestRef: made.requestRef })
  const ben = { email: 'ben@example.com', firstName: 'Ben' }
  await shop.must('allocate', { cardNumber: made.cardNumber, customerUpdates: ben })
  assert.equal((await ask('card', {}, before)).status, 401)

  const other = await enter('ben@example.com')
  const changed = { primaryCustomer: { email: 'dora@example.com' } }
  await shop.must('updateAccount', { cardNumber: made.cardNumber, ...changed })
  assert.equal((await ask('card', {}, other)).status, 401)
  const { token } = await shop.must('memberToken', { cardNumber: ana })
  await shop.must('memberToken', { cardNumber: ana, endOthers: true })
  assert.equal((await ask('card', {}, token)).status, 401)
  assert.deepEqual(await shop.verify(), [])
})

test('a deletion that was asked for deletes nobody else, and all cards of whoever asked', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const [eve, ana] = [await customer('eve@example.com', 'Eve'), await customer('ana@example.com')]
  const token = await enter('eve@example.com')
  await ask('eraseMe', {}, token)
  await shop.must('transfer', { action: 'out', cardNumber: eve })
  await shop.must('transfer', { action: 'in', cardNumber: ana, oldCardNumber: eve })
  await sql(`update member_erasure set due_at = now() - interval '1 second' where brand_id = $1`, [shop.id])
  const { run } = await openWorker(shop)
  await run(memberErasures({ pins }))
  const known = async (email: string) =>
    (await shop.must('search', { filters: { email }, includeInactive: true })).cards.length
  assert.deepEqual([await known('ana@example.com'), await known('eve@example.com')], [1, 0])

  await customer('two@example.com')
  await customer('two@example.com')
  const both = await enter('two@example.com')
  assert.deepEqual((await ask('eraseMe', { atOnce: true }, both)).body, { isErased: true })
  assert.equal(await known('two@example.com'), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('nobody is welcomed twice: a lost card is found, and whoever has left joins again at the till', async (t) => {
  const { shop, ask, join } = await openMemberRoom(t)
  const first = await join('eve@example.com')
  assert.equal(first.body.isNew, true)
  await ask('reportLost', {}, first.body.token)
  const second = await join('eve@example.com')
  assert.equal(second.body.isNew, undefined)
  assert.equal((await ask('card', {}, second.body.token)).body.isUsable, false)
  await ask('eraseMe', { atOnce: true }, second.body.token)
  assert.equal((await join('eve@example.com')).status, 503)
  assert.deepEqual(await shop.verify(), [])
})

test('whoever could get no card because there was none gets one with the same code once there is one', async (t) => {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 1, prefix: '60', length: 16 } }]
  const { shop, ask, codeTo } = await openMemberRoom(t, {}, { cardSets })
  const taken = await shop.must('allocate', { cardSetId: 'cards' })
  const email = 'late@example.com'
  const { asked } = (await ask('join', { fields: [{ name: 'email', value: email }] })).body
  const entry = { email, asked, code: await codeTo(email) }
  assert.equal((await ask('enter', entry)).status, 503)
  const { cardNumber, requestRef } = taken
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal((await ask('enter', entry)).body.isNew, true)
  assert.deepEqual(await shop.verify(), [])
})

test('whoever had a card whose allocation was voided neither sees the next one who has it, nor brings them friends', async (t) => {
  const { shop, ask } = await openMemberRoom(t, {}, { more: { referrals: {} } })
  const { cardNumber, requestRef } = await shop.must('allocate', { cardSetId: 'cards' })
  const { token } = await shop.must('memberToken', { cardNumber, minutes: 60 })
  const { code } = await shop.must('referralCode', { cardNumber })
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal((await ask('card', {}, token)).status, 401)
  await shop.must('allocate', { cardNumber, customerUpdates: { email: 'ben@example.com', firstName: 'Ben' } })
  assert.equal((await ask('card', {}, token)).status, 401)
  const friend = { cardNumber: await shop.card(), checkoutTotal: 5, referralCode: code }
  assert.equal((await shop.call('checkout', friend)).body.errorCode, 2)
  assert.notEqual((await shop.must('referralCode', { cardNumber })).code, code)
  assert.deepEqual(await shop.verify(), [])
})

test('everything about somebody is deleted from the card that replaced theirs, too, and from very many cards', async (t) => {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 80, prefix: '60', length: 16 } }]
  const { shop, ask, enter, customer } = await openMemberRoom(t, {}, { cardSets })
  const old = await customer('eve@example.com', 'Eve')
  const cardNumber = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber, oldCardNumber: old })
  const customKeyValues = [{ key: 'note', value: 'Eve is allergic to nuts' }]
  await shop.must('checkout', { cardNumber, checkoutTotal: 5, customKeyValues })
  await Promise.all(times(51, () => customer('eve@example.com', 'Eve')))
  const token = await enter('eve@example.com')
  assert.deepEqual((await ask('eraseMe', { atOnce: true }, token)).body, { isErased: true })
  const kept = await sql('select content from checkout where brand_id = $1', [shop.id])
  const accounts = await sql(`select customer from account where brand_id = $1 and customer ? 'email'`, [shop.id])
  assert.deepEqual([JSON.stringify(kept).includes('allergic'), accounts], [false, []])
  assert.deepEqual(await shop.verify(), [])
})

test('who downloads their data learns of their codes, devices and logins, and not what kept them from being thanked', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t, {}, { more: { referrals: {} } })
  const [ana, eve] = [await customer('ana@example.com'), await customer('eve@example.com', 'Eve')]
  const twin = await customer('eve@example.com', 'Eve')
  const codeOf = async (cardNumber: string) => (await shop.must('referralCode', { cardNumber })).code
  const [anas, eves] = [await codeOf(ana), await codeOf(eve)]
  await shop.must('checkout', { cardNumber: eve, checkoutTotal: 5, referralCode: anas, device: 'phone-of-eve' })
  await shop.must('checkout', { cardNumber: twin, checkoutTotal: 5, referralCode: eves })
  const token = await enter('eve@example.com')
  for (const cardNumber of [eve, twin]) {
    await sql(
      `update member_session set card_id = card.card_id from card
       where card.brand_id = $1 and member_session.brand_id = $1 and card_number = $2`,
      [shop.id, cardNumber],
    )
    const { document } = (await ask('exportMe', {}, token)).body
    const counts = ['referralCodes', 'referrals', 'devices', 'memberLogins'].map((name) => document[name].length)
    assert.deepEqual(counts, cardNumber === eve ? [1, 1, 1, 1] : [0, 0, 0, 1])
    const barred = ['email', 'card', 'phone', 'device'].filter((by) =>
      JSON.stringify(document).includes(`"by":"${by}"`),
    )
    assert.deepEqual(barred, [])
    assert.ok(!JSON.stringify(document).includes('barred'))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('whoever got another card at the till gets in, and sees what it has', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const old = await customer('ana@example.com')
  await shop.issue(old, { points: 8 })
  const next = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: next, oldCardNumber: old })
  const { body } = await ask('card', {}, await enter('ana@example.com'))
  assert.deepEqual([body.cardNumber, body.balances[0]?.amount], [next, 8])
  assert.deepEqual(await shop.verify(), [])
})

test('whoever tries pins here locks nobody out at the till, and comes no further than ten a day', async (t) => {
  const { shop, ask } = await openMemberRoom(t, {}, { program: { pinLength: 4 } })
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const wrong = pin === '1111' ? '2222' : '1111'
  for (let tries = 0; tries < 10; tries += 1) await ask('checkCard', { cardNumber, pin: wrong })
  assert.equal((await ask('checkCard', { cardNumber, pin })).status, 422)
  const till = { filters: { cardNumber }, forcePinValidation: true, pin }
  assert.equal((await shop.call('search', till)).body.success, true)
})
