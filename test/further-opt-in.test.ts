import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Account, emptyAccount } from '../server/account/account.ts'
import { type ThirdPartyLink, withLinks } from '../server/account/third-party.ts'
import { applyWord, findWord } from '../server/operations/opt-in-words.ts'
import { openRuleShop } from './support/checkout-shop.ts'
import { says } from './support/rule-table.ts'

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
  for (const [message, word] of cases) assert.equal(findWord(message), word, message)
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
