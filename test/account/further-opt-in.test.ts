import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyWord, applyWordToChannel, findWord } from '../../server/calls/operations/message/parts/opt-in-words.ts'
import { type Account, emptyAccount } from '../../server/domain/account/account.ts'
import { withLinks } from '../../server/domain/account/third-party.ts'
import type { ThirdPartyLink } from '../../server/domain/account/third-party-link.ts'
import { type Channel, unknownChannel } from '../../server/domain/channel/channel.ts'
import { look, phone, subscriptionLists, update } from '../support/channel-shop.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { says } from '../support/rule-table.ts'
import { sql } from '../support/time-passes.ts'

test('only a message that is nothing but the word is one', () => {
  //  message                    word
  const cases: readonly [message: string, word: string | undefined][] = [
    ['YES', 'confirm'],
    ['yes', 'confirm'],
    ['  Yes!\n', 'confirm'],
    ['y', 'confirm'],
    ['START', 'resume'],
    ['Unstop.', 'resume'],
    ['STOP', 'end'],
    ['"stop"', 'end'],
    ['Stop all', 'end'],
    ['unsubscribe', 'end'],
    ['opt-out', 'end'],
    ['REVOKE', 'end'],
    ['End', 'end'],
    ['QUIT', 'end'],
    ['cancel', 'end'],
    ['', undefined],
    ['...', undefined],
    ['YESTERDAY', undefined],
    ['yes please', undefined],
    ['do not stop', undefined],
    ['STOP 2', undefined],
    ['no', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ]
  for (const [message, word] of cases) assert.equal(findWord(message, ['YES']), word, message)
  assert.equal(findWord('ja!', ['YES', 'JA']), 'confirm', "the brand's own word")
  assert.equal(findWord('ja!', ['YES']), undefined)
})

const accountWith = (...links: ThirdPartyLink[]): Account => withLinks(emptyAccount(1), links)
const list = 'l1'
const sms = (account: Account) => account.optIns.filter(({ channel }) => channel === 'sms').length

test('what a word makes of an account', () => {
  const email: ThirdPartyLink = { thirdParty: 'email', optIn: true }
  const pending = accountWith(email, { thirdParty: 'phone', optIn: true, lists: [{ uuid: list, optIn: true }] })
  const confirmed = applyWord(pending, 'confirm')
  const ended = applyWord(confirmed, 'end')
  //  account       word        opt-ins that are in effect
  const cases: readonly [account: Account, word: 'confirm' | 'resume' | 'end', smsOptIns: number][] = [
    [pending, 'confirm', 2],
    [pending, 'resume', 2],
    [pending, 'end', 0],
    [confirmed, 'confirm', 2],
    [confirmed, 'end', 0],
    // A list that was left with all others is not entered again.
    [ended, 'resume', 1],
    [ended, 'confirm', 0],
    [accountWith(email), 'confirm', 0],
    [accountWith(email), 'resume', 0],
    [accountWith(email), 'end', 0],
  ]
  for (const [account, word, smsOptIns] of cases) {
    const after = applyWord(account, word)
    assert.equal(sms(after), smsOptIns, `${JSON.stringify(account.links)} ${word}`)
    assert.deepEqual(after.links?.[0], email)
    assert.equal(applyWord(after, word), after, 'the same word again changes nothing')
  }
  assert.equal(applyWord(confirmed, 'confirm'), confirmed)
  assert.deepEqual(applyWord(accountWith(email), 'end').links?.[1], { thirdParty: 'phone', optIn: false })
})

test('what a word makes of what a number agreed to', () => {
  const number = unknownChannel({ channel: 'phone', key: '+1', user: '+1' })
  const { isNew: _, ...known } = number
  const inNow: Channel = { ...known, globalOptIn: true, lists: { [list]: true } }
  const pending: Channel = { ...inNow, doubleOptIn: true }
  const confirmed: Channel = { ...pending, doubleOptInConfirmed: true }
  const out: Channel = { ...known, globalOptIn: false }
  const outPending: Channel = { ...out, doubleOptIn: true }
  //  channel       word        wants  confirmed  lists
  const cases: readonly [Channel, 'confirm' | 'resume' | 'end', boolean, boolean, number][] = [
    [pending, 'confirm', true, true, 1],
    [pending, 'resume', true, true, 1],
    [pending, 'end', false, false, 0],
    [confirmed, 'end', false, true, 0],
    [inNow, 'confirm', true, false, 1],
    [inNow, 'end', false, false, 0],
    [out, 'confirm', false, false, 0],
    [out, 'resume', true, false, 0],
    [outPending, 'confirm', false, false, 0],
    [outPending, 'resume', true, true, 0],
    [number, 'confirm', false, false, 0],
    [number, 'resume', false, false, 0],
  ]
  for (const [channel, word, wants, isConfirmed, lists] of cases) {
    const after = applyWordToChannel(channel, word, { way: 'reply', at: 5 })
    const seen = [after.globalOptIn, after.doubleOptInConfirmed, Object.keys(after.lists).length]
    assert.deepEqual(seen, [wants, isConfirmed, lists], `${JSON.stringify(channel)} ${word}`)
    assert.equal(applyWordToChannel(after, word, { way: 'reply', at: 6 }), after, 'the same word again changes nothing')
  }
})

const wanted = (op: string, value: boolean) => ({ fact: 'optIn', channel: 'sms', op, value })

test('an SMS confirms or ends the opt-in of its card, and the rules see it', async () => {
  const { shop } = await openRuleShop(
    [
      { trigger: 'message', when: [wanted('=', true)], then: [says('in')] },
      { trigger: 'message', when: [wanted('=', false)], then: [says('out')] },
      { trigger: 'message', when: [], then: [{ setDemographic: { name: 'answered', value: 'once' } }] },
    ],
    { more: { demographicFields: [{ name: 'answered', type: 'String' }] } },
  )
  const [cardNumber, other] = [await shop.card(), await shop.card()]
  for (const number of [cardNumber, other]) {
    const primaryCustomer = { mobilePhone: '+16175550123' }
    const thirdPartyUpdates = [{ thirdParty: 'phone', optIn: true }]
    await shop.must('updateAccount', { cardNumber: number, primaryCustomer, thirdPartyUpdates })
  }
  //  message        channel     opt-in       answer
  const steps: readonly [message: string, channel: string, smsOptIn: string | undefined, answer: string][] = [
    ['hello', 'sms', undefined, 'out'],
    ['YES', 'email', undefined, 'out'],
    ['yes', 'sms', 'confirmed', 'in'],
    ['yes', 'sms', undefined, 'in'],
    ['STOP', 'push', undefined, 'in'],
    ['Stop', 'sms', 'ended', 'out'],
    ['stop', 'sms', undefined, 'out'],
    ['YES', 'sms', undefined, 'out'],
    ['START', 'sms', 'confirmed', 'in'],
    ['cancel', 'sms', 'ended', 'out'],
  ]
  for (const [message, channel, smsOptIn, answer] of steps) {
    const body = await shop.must('processMessage', { cardNumber, message, channel })
    assert.deepEqual([body.smsOptIn, body.responseMessages], [smsOptIn, [answer]], `${message} by ${channel}`)
  }
  assert.deepEqual((await shop.must('processMessage', { cardNumber: other, message: 'Y' })).responseMessages, ['in'])
  assert.deepEqual(await shop.verify(), [])
})

test('of messages that arrive together each counts, the last one holds', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', when: [wanted('=', true)], then: [says('in')] }])
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, thirdPartyUpdates: [{ thirdParty: 'phone', optIn: true }] })
  const send = (message: string) => shop.must('processMessage', { cardNumber, message })
  const bodies = await Promise.all(['YES', 'STOP', 'START', 'STOP', 'START', 'STOP'].map(send))
  const ended = bodies.filter(({ smsOptIn }) => smsOptIn === 'ended').length
  assert.ok(ended >= 1)
  await send('STOP')
  assert.deepEqual((await send('hello')).responseMessages, [])
  assert.deepEqual(await shop.verify(), [])
})

const texts = { category: 'Texts', optIn: true }
const agreed = { ...phone, globalOptIn: true, doubleOptIn: true, categories: [texts] }
const askedFor = ['globalOptIn', 'doubleOptInConfirmed', 'categories']

test('the word of a card also holds for the number of its customer, where that has a channel', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', when: [], then: [says('heard')] }], {
    more: { subscriptionLists },
  })
  const [mobile, landline, none] = [await shop.card(), await shop.card(), await shop.card()]
  const customers = [{ mobilePhone: phone.channelUser, phone: '+12125550199' }, { phone: phone.channelUser }]
  for (const [index, cardNumber] of [mobile, landline].entries())
    await shop.must('updateAccount', { cardNumber, primaryCustomer: customers[index] })
  const seen = async () => {
    const channel = await look(shop, phone)
    return askedFor.map((name) => (name === 'categories' ? channel.categories.length : channel[name]))
  }
  const say = async (cardNumber: string, message: string, channel = 'sms') =>
    (await shop.must('processMessage', { cardNumber, message, channel })).smsOptIn
  await say(mobile, 'STOP')
  assert.deepEqual(await sql('select from channel where brand_id = $1', [shop.id]), [], 'who is unknown stays so')

  await update(shop, agreed)
  assert.equal(await say(none, 'YES'), undefined)
  assert.equal(await say(mobile, 'YES', 'email'), undefined)
  assert.deepEqual(await seen(), [true, false, 1])
  assert.equal(await say(mobile, 'Yes'), 'confirmed')
  assert.deepEqual(await seen(), [true, true, 1])
  assert.equal(await say(landline, 'stop'), 'ended')
  assert.deepEqual(await seen(), [false, true, 0])
  assert.equal(await say(landline, 'YES'), undefined)
  assert.equal(await say(landline, 'START'), 'confirmed')
  assert.deepEqual(await seen(), [true, true, 0])
  assert.equal((await look(shop, { ...phone, channelUser: '+12125550199' })).globalOptIn, false)
  assert.deepEqual(await shop.verify(), [])
})

test('who wrote is who is meant; without a card the word has its effect and no rule runs', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', when: [], then: [points(5), says('heard')] }], {
    more: { subscriptionLists },
  })
  const cardNumber = await shop.card()
  const other = { channel: 'phone', channelUser: '+12125550188' }
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { mobilePhone: other.channelUser } })
  await update(shop, agreed)
  await update(shop, { ...other, globalOptIn: true })
  const send = async (body: object) => {
    const { success: _, requestRef: __, ...answer } = await shop.must('processMessage', body)
    return answer
  }
  const silent = { triggeredRuleCount: 0, sentNotifications: 0, responseMessages: [] }
  const heard = { triggeredRuleCount: 1, sentNotifications: 0, responseMessages: ['heard'] }
  const channelUser = '(212) 555-0123'
  assert.deepEqual(await send({ channelUser, message: 'hello' }), silent)
  assert.deepEqual(await send({ channelUser, message: 'yes' }), { ...silent, smsOptIn: 'confirmed' })
  assert.equal((await look(shop, phone)).doubleOptInConfirmed, true)
  assert.deepEqual(await send({ channelUser, cardNumber, message: 'STOP' }), { ...heard, smsOptIn: 'ended' })
  assert.deepEqual([(await look(shop, phone)).globalOptIn, (await look(shop, other)).globalOptIn], [false, true])

  const stranger = '+12125550177'
  assert.deepEqual(await send({ channelUser: stranger, message: 'YES' }), silent)
  assert.deepEqual(await send({ channelUser: stranger, message: 'START' }), silent)
  assert.equal((await send({ channelUser: stranger, message: 'STOP' })).smsOptIn, 'ended', 'kept, so that it holds')
  const kept = await sql('select global_opt_in from channel where brand_id = $1 and user_key = $2', [shop.id, stranger])
  assert.deepEqual(kept, [{ global_opt_in: false }])
  assert.equal((await shop.balances(cardNumber))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('words and calls about one number that arrive together are all answered, and the last one holds', async () => {
  const { shop } = await openRuleShop([], { more: { subscriptionLists } })
  const cards = [await shop.card(), await shop.card()]
  for (const cardNumber of cards)
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { mobilePhone: phone.channelUser } })
  await update(shop, agreed)
  const messages = ['YES', 'STOP', 'START', 'STOP', 'START', 'STOP']
  const answers = await Promise.all([
    ...messages.map((message, index) => shop.call('processMessage', { cardNumber: cards[index % 2], message })),
    ...messages.map((message) => shop.call('processMessage', { channelUser: phone.channelUser, message })),
    shop.call('updateChannelSubscription', agreed),
  ])
  assert.ok(answers.every(({ body }) => body.success))
  await shop.must('processMessage', { channelUser: phone.channelUser, message: 'STOP' })
  assert.equal((await look(shop, phone)).globalOptIn, false)
  assert.deepEqual(await shop.verify(), [])
})

test('opting out wins over the lock of a checkout and over any status; no rule runs then, and nobody is opted in', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', when: [], then: [points(5), says('heard')] }], {
    more: { subscriptionLists },
  })
  const cards = [await shop.card(), await shop.card(), await shop.card()]
  const [locked = '', lost = '', usable = ''] = cards
  for (const cardNumber of cards) {
    const thirdPartyUpdates = [{ thirdParty: 'phone', optIn: true, confirmed: true }]
    const primaryCustomer = { mobilePhone: phone.channelUser }
    await shop.must('updateAccount', { cardNumber, primaryCustomer, thirdPartyUpdates })
  }
  const setup = { cardNumber: locked, isSetup: true, lockSetupDuration: 60, checkoutTotal: 5 }
  const { transactionId } = await shop.must('checkout', setup)
  const adjust = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: lost, ...adjust })
  await update(shop, { ...phone, globalOptIn: true })
  const optInOf = async (cardNumber: string) =>
    (
      await sql(
        `select link ->> 'optIn' as opt_in from account join card using (brand_id, card_id),
           jsonb_array_elements(links) as link
         where brand_id = $1 and card_number = $2 and link ->> 'thirdParty' = 'phone'`,
        [shop.id, cardNumber],
      )
    )[0]?.opt_in

  //  card      message   code
  const refused: readonly [cardNumber: string, message: string, code: number][] = [
    [locked, 'YES', 113],
    [locked, 'START', 113],
    [locked, 'hello', 113],
    [lost, 'START', 112],
    ['nobody', 'STOP', 2],
  ]
  for (const [cardNumber, message, code] of refused)
    assert.equal(
      (await shop.call('processMessage', { cardNumber, message })).body.errorCode,
      code,
      `${message} ${code}`,
    )

  for (const cardNumber of [locked, lost]) {
    const { smsOptIn, responseMessages } = await shop.must('processMessage', { cardNumber, message: 'STOP' })
    assert.deepEqual([smsOptIn, responseMessages, await optInOf(cardNumber)], ['ended', [], 'false'])
    assert.equal((await shop.history(cardNumber))[0].callType, 'TRIGGER_ONLY')
  }
  assert.equal((await look(shop, phone)).globalOptIn, false)
  assert.equal((await shop.must('processMessage', { cardNumber: lost, message: 'STOP' })).smsOptIn, undefined)
  const bad = { cardNumber: locked, message: 'STOP', channelUser: '12' }
  assert.equal((await shop.call('processMessage', bad)).body.errorCode, 131)
  assert.deepEqual((await shop.must('processMessage', { cardNumber: usable, message: 'STOP' })).responseMessages, [
    'heard',
  ])
  await shop.must('checkout', { cardNumber: locked, relatedSetupTransactionId: transactionId, checkoutTotal: 5 })
  assert.equal(await optInOf(locked), 'false', 'the checkout that held the lock brings nothing back')
  assert.deepEqual(await shop.verify(), [])
})

test('only the number of the customer opts their card in; any number may have it get nothing more', async () => {
  const { shop } = await openRuleShop([{ trigger: 'message', when: [wanted('=', true)], then: [says('in')] }])
  const cardNumber = await shop.card()
  const thirdPartyUpdates = [{ thirdParty: 'phone', optIn: true }]
  const primaryCustomer = { mobilePhone: phone.channelUser }
  await shop.must('updateAccount', { cardNumber, primaryCustomer, thirdPartyUpdates })
  const stranger = '+12125550177'
  //  number                 message   opt-in       answers
  const steps: readonly [channelUser: string, message: string, smsOptIn: string | undefined, answers: string[]][] = [
    [stranger, 'YES', undefined, []],
    ['(212) 555-0123', 'YES', 'confirmed', ['in']],
    [stranger, 'STOP', 'ended', []],
    [stranger, 'START', 'confirmed', []],
    [phone.channelUser, 'START', 'confirmed', ['in']],
  ]
  for (const [channelUser, message, smsOptIn, answers] of steps) {
    const body = await shop.must('processMessage', { cardNumber, channelUser, message })
    assert.deepEqual([body.smsOptIn, body.responseMessages], [smsOptIn, answers], `${channelUser} ${message}`)
  }
  assert.deepEqual(await shop.verify(), [])
})
