import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberErasures } from '../../server/background/jobs/members/member-erasures.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { testPins as pins } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

const joining = {
  join: {
    fields: ['firstName', { name: 'email', required: true }],
    consents: [{ channel: 'email', text: 'Write to me about news.', version: '3' }],
  },
}
const written = [
  { name: 'firstName', value: 'Ben' },
  { name: 'email', value: 'ben@example.com' },
]

test('whoever joins has a card after the code, with what they wrote and agreed to; and is found the next time', async (t) => {
  const { shop, ask, join, enterCode } = await openMemberRoom(t, joining)
  const sent = await ask('join', { fields: written, consents: ['email'], location: 'L1' })
  const before = await shop.must('search', { filters: { email: 'ben@example.com' } })
  assert.deepEqual(before.cards, [], 'nobody is a customer before the code')
  const first = await enterCode('ben@example.com', sent.body.asked)
  assert.equal(first.body.isNew, true)
  const { cardNumber, firstName } = (await ask('card', {}, first.body.token)).body
  assert.equal(firstName, 'Ben')
  const { body } = await ask('messages', {}, first.body.token)
  assert.deepEqual(
    body.channels.map(({ address, isWanted, isUnconfirmed }: Record<string, unknown>) => [
      address,
      isWanted,
      isUnconfirmed,
    ]),
    [['ben@example.com', true, false]],
  )

  const again = await join('ben@example.com')
  assert.equal(again.body.isNew, undefined)
  assert.equal((await ask('card', {}, again.body.token)).body.cardNumber, cardNumber)
  assert.deepEqual(await shop.verify(), [])
})

test('what is missing or strange in the form is said with its field, before anything is sent', async (t) => {
  const { ask, mails } = await openMemberRoom(t, { join: { ...joining.join, terms: 'I agree.' } })
  const fault = async (body: object) => {
    const answer = await ask('join', body)
    return [answer.status, answer.body.error?.field]
  }
  const terms = { agreesToTerms: true }
  assert.deepEqual(await fault({ fields: written }), [400, 'agreesToTerms'])
  assert.deepEqual(await fault({ fields: written.slice(0, 1), ...terms }), [400, 'email'])
  assert.deepEqual(await fault({ fields: [{ name: 'email', value: 'ben' }], ...terms }), [400, 'email'])
  assert.deepEqual(await fault({ fields: [...written, { name: 'flv', value: '9' }], ...terms }), [400, 'flv'])
  assert.deepEqual(await fault({ fields: written, lists: ['x'], ...terms }), [400, 'lists'])
  assert.equal(mails.length, 0)
})

test('a member changes their name and withdraws a consent; the address that codes go to stays', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t, joining)
  const cardNumber = await customer('ana@example.com')
  await shop.must('updateChannelSubscription', {
    ...{ channel: 'email', channelUser: 'ana@example.com', globalOptIn: true, transactionalOptIn: true },
  })
  const token = await enter('ana@example.com')
  const change = async (fields: object[]) => (await ask('changeProfile', { fields }, token)).status
  assert.equal(await change([{ name: 'firstName', value: 'Anna' }]), 200)
  assert.equal(await change([{ name: 'email', value: 'eve@example.com' }]), 400)
  assert.equal(await change([{ name: 'gender', value: 'F' }]), 400)
  const { body } = await ask('profile', {}, token)
  assert.deepEqual(body.fields, [
    { name: 'firstName', value: 'Anna' },
    { name: 'email', value: 'ana@example.com' },
  ])
  const withdrawn = { channel: 'email', address: 'ana@example.com', isWanted: false, isAboutOwn: false }
  assert.equal((await ask('changeMessages', withdrawn, token)).status, 200)
  const seen = await shop.must('channelSubscription', { channel: 'email', channelUser: 'ana@example.com' })
  assert.equal(seen.globalOptIn, false)
  const foreign = { ...withdrawn, address: 'eve@example.com' }
  assert.equal((await ask('changeMessages', foreign, token)).status, 404)
  assert.ok(cardNumber)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is reported lost is blocked at once, and its member still sees it', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { usd: 10 })
  const token = await enter('ana@example.com')
  assert.equal((await ask('reportLost', {}, token)).status, 200)
  assert.equal((await shop.redeem(cardNumber, { usd: 1 })).body.errorCode, 112)
  const { body } = await ask('card', {}, token)
  assert.deepEqual([body.isUsable, body.balances[0]?.amount], [false, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('somebody is told why: what a rule gave, in words; of others’ calls nothing', async (t) => {
  const campaigns = [
    {
      id: 'earn',
      name: 'Earn',
      rules: [
        {
          id: 'dollar',
          name: 'A point per dollar',
          trigger: 'checkout',
          then: [{ issue: { balanceType: 'Points', amount: 3 } }],
        },
      ],
    },
  ]
  const { shop, ask } = await openMemberRoom(t, {}, { more: { campaigns } })
  const [mine, other] = [await shop.card(), await shop.card()]
  const buy = async (cardNumber: string) =>
    (
      await shop.must('checkout', {
        cardNumber,
        standaloneCompletion: true,
        products: [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }],
      })
    ).requestRef
  const [own, foreign] = [await buy(mine), await buy(other)]
  const { token } = await shop.must('memberToken', { cardNumber: mine })
  const { body } = await ask('why', { requestRef: own }, token)
  assert.deepEqual(body.given, ['3 Points issued: A point per dollar'])
  const [theirs, nobodys] = [
    await ask('why', { requestRef: foreign }, token),
    await ask('why', { requestRef: '00000000-0000-7000-8000-000000000000' }, token),
  ]
  assert.equal(theirs.status, 404)
  assert.deepEqual(theirs.body, nobodys.body)
  assert.deepEqual(await shop.verify(), [])
})

test('everything about a member is deleted at once, or after a week in which they can change their mind', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(t)
  const cards = [await customer('ana@example.com'), await customer('ben@example.com', 'Ben')]
  const [ana, ben] = [await enter('ana@example.com'), await enter('ben@example.com')]
  const known = async (email: string) => (await shop.must('search', { filters: { email } })).cards.length
  const { body } = await ask('exportMe', {}, ana)
  assert.ok(JSON.stringify(body.document).includes('ana@example.com'))
  assert.deepEqual((await ask('eraseMe', { atOnce: true }, ana)).body, { isErased: true })
  assert.equal(await known('ana@example.com'), 0)
  assert.equal((await ask('card', {}, ana)).status, 401)

  const { run } = await openWorker(shop)
  const asked = (await ask('eraseMe', {}, ben)).body
  assert.ok(asked.dueAt > Date.now() + 6 * 86_400_000)
  await run(memberErasures({ pins }))
  assert.equal(await known('ben@example.com'), 1)
  await ask('eraseMe', { undo: true }, ben)
  assert.deepEqual((await ask('erasure', {}, ben)).body, {})
  await ask('eraseMe', {}, ben)
  await sql(`update member_erasure set due_at = now() - interval '1 second' where brand_id = $1`, [shop.id])
  await run(memberErasures({ pins }))
  assert.equal(await known('ben@example.com'), 0)
  assert.equal((await ask('card', {}, ben)).status, 401)
  assert.equal(cards.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a balance is shown to whoever has number and pin; wrong ones, strange ones and pinless ones are the same', async (t) => {
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 5, prefix: '60', length: 16 } }]
  const { shop, ask } = await openMemberRoom(t, {}, { cardSets, program: { pinLength: 4 } })
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.issue(cardNumber, { usd: 25 })
  const { body } = await ask('checkCard', { cardNumber, pin })
  assert.deepEqual([body.balances[0]?.amount, Object.keys(body)], [25, ['balances', 'expiring']])
  const wrong = await ask('checkCard', { cardNumber, pin: pin === '1111' ? '2222' : '1111' })
  const strange = await ask('checkCard', { cardNumber: '9999', pin: '1111' })
  assert.deepEqual([wrong.status, wrong.body], [strange.status, strange.body])
  assert.equal(wrong.status, 422)
  assert.deepEqual(await shop.verify(), [])
})

const thanks = {
  id: 'friends',
  rules: [
    {
      id: 'both',
      trigger: 'checkout',
      when: [{ fact: 'checkout.isReferred' }],
      then: [{ issue: { balanceType: 'Points', amount: 5, to: 'referrer' } }],
    },
  ],
}

test('a member gets a code to give to friends, and another one when they want', async (t) => {
  const { shop, ask, enter, customer } = await openMemberRoom(
    t,
    { domain: 'card.example.com' },
    { more: { referrals: {}, campaigns: [thanks] } },
  )
  const cardNumber = await customer('ana@example.com')
  const token = await enter('ana@example.com')
  const first = (await ask('referral', {}, token)).body
  assert.equal((await shop.must('referralCode', { cardNumber })).code, first.code)
  assert.equal((await ask('referral', {}, token)).body.code, first.code)
  assert.equal(first.brought, 0)
  await shop.must('checkout', {
    ...{ cardNumber: await customer('ben@example.com', 'Ben'), standaloneCompletion: true, referralCode: first.code },
    products: [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }],
  })
  assert.equal((await ask('referral', {}, token)).body.brought, 1)
  assert.notEqual((await ask('referral', { renew: true }, token)).body.code, first.code)
  const page = await fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}/refer`, {
    headers: { cookie: `purser_member=${token}` },
  })
  assert.match(await page.text(), /Bring a friend/)
  assert.match((await shop.must('memberToken', { cardNumber })).url, /^https:\/\/card\.example\.com\/m\//)
})
