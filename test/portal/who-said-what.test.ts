import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const email = 'ana@example.com'

test('what changed of a customer is told with before and after, to those who see people, until they are erased', async () => {
  const shop = await openShop({ more: { demographicFields: [{ name: 'drink', type: 'String' }] } })
  const card = await shop.card({ points: 5 })
  const change = (request: object) => shop.must('updateAccount', { cardNumber: card, ...request })
  await change({ primaryCustomer: { firstName: 'Ana', email } })
  await change({
    primaryCustomer: { firstName: 'Anna', lastName: 'Lopez', email: '' },
    brandDemographics: [{ fieldName: 'drink', value: 'tea' }],
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }],
  })
  await change({ countAsEnrollment: true })
  const desk = openDesk(shop)
  const support = await desk.as('support')
  const { happenings } = await support.ask('cardStory', { cardNumber: card })
  const changes = happenings.filter(({ what }: { what: string }) => what === 'accountChanged')
  assert.deepEqual(
    changes.map((one: { changes?: unknown }) => one.changes),
    [
      undefined,
      [
        { of: 'customer', field: 'email', before: email },
        { of: 'customer', field: 'firstName', before: 'Ana', after: 'Anna' },
        { of: 'customer', field: 'lastName', after: 'Lopez' },
        { of: 'own', field: 'drink', after: 'tea' },
        { of: 'optIn', field: 'email', after: 'yes' },
      ],
      [
        { of: 'customer', field: 'firstName', after: 'Ana' },
        { of: 'customer', field: 'email', after: email },
      ],
    ],
  )
  const developer = await desk.as('developer')
  assert.doesNotMatch(JSON.stringify(await developer.ask('cardStory', { cardNumber: card })), /Ana|Lopez|example|tea/)
  const detail = await developer.ask('callDetail', { text: changes[1].requestRef })
  assert.equal(detail.calls.length, 1)
  assert.doesNotMatch(JSON.stringify(detail), /Ana|Lopez|example|tea/)
  await support.ask('eraseCustomer', { cardNumber: card })
  const after = JSON.stringify(await support.ask('cardStory', { cardNumber: card }))
  assert.doesNotMatch(after, /Ana|Lopez|example|tea/)
  assert.deepEqual(await shop.verify(), [])
})

test('a consent says when, where, by whom and with which text it was given, and who took it back', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: 5 })
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName: 'Ana', email } })
  const consentText = 'I want to hear of offers by e-mail. I can end it at any time.'
  const user = { channel: 'email', channelUser: email }
  const choose = (request: object) => shop.must('updateChannelSubscription', { ...user, ...request })
  const support = await openDesk(shop).as('support')
  const said = async () => (await support.ask('cardPage', { cardNumber: card })).consents[0].said
  assert.equal(await said(), undefined)
  await choose({ globalOptIn: true, consentText })
  const first = await said()
  const { at, ...rest } = first
  assert.ok(Math.abs(at - Date.now()) < 60_000)
  assert.deepEqual(rest, { way: 'call', place: rest.place, key: rest.key, text: consentText })
  assert.ok(rest.place.name && rest.key, JSON.stringify(rest))
  await choose({ globalOptIn: true, transactionalOptIn: true })
  assert.deepEqual(await said(), first, 'a call that leaves the choice as it was made none')
  await support.call('updateChannelSubscription', { ...user, globalOptIn: false })
  const last = await said()
  assert.equal(last.user, support.name)
  assert.equal(last.text, undefined)
  assert.deepEqual(await shop.verify(), [])
})
