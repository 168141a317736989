import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { delivery } from '../../server/background/jobs/delivery.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { openGifts, tokenIn } from '../support/gift-room.ts'
import { type Shop, testKey } from '../support/shop.ts'
import { openWorker, useOwnDatabase } from '../support/worker-room.ts'

// The job sends the messages of all brands.
await useOwnDatabase()

/** Sends what is in the outbox. */
async function deliver(shop: Shop): Promise<void> {
  const { run } = await openWorker(shop)
  await run(delivery({ senders: openSenders(systemNetwork(true)), addressKey: () => createSecretKey(testKey) }))
}

test('a gift card is sent on by e-mail: the friend opens it and has it, once, and the sender no more', async (t) => {
  const { shop, ask, mails, giftCard, own, token, customer, enter, dollars } = await openGifts(t)
  const gift = await giftCard(25)
  const sent = await ask('sendGift', { ...gift, email: 'ben@example.com' }, token)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await deliver(shop)
  const mail = mails.find((one) => one.to.includes('ben@example.com'))
  assert.ok(mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=').includes('present?gift='))
  // While it waits, nobody uses it: not at a till, not here.
  const redeemed = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
  const tried = await shop.call('updateBalance', { cardNumber: gift.cardNumber, action: 'redeem', amount: redeemed })
  assert.equal(tried.body.errorCode, 112)
  assert.equal((await ask('addGiftCard', { ...gift, choiceId: '1' }, token)).status, 422)
  assert.equal((await ask('sendGift', gift, token)).status, 422)

  const ben = await customer('ben@example.com', 'Ben')
  const bens = await enter('ben@example.com')
  const present = { gift: tokenIn(sent.body.link) }
  assert.equal((await ask('present', present)).body.balances[0].amount, 25)
  const taps = await Promise.all([ask('takePresent', present, bens), ask('takePresent', present, bens)])
  assert.ok(taps.some(({ status }) => status === 200))
  assert.deepEqual([await dollars(ben), await dollars(own)], [[25], []])
  assert.equal((await ask('present', present)).status, 422)
  assert.equal((await ask('takePresent', present, token)).status, 422)
  const [listed] = (await ask('gifts', {}, token)).body.gifts
  assert.deepEqual([listed.state, listed.link, listed.cardEnd], ['taken', undefined, gift.cardNumber.slice(-4)])
  assert.equal((await ask('revokeGift', { giftId: listed.giftId }, token)).status, 404)
  assert.deepEqual((await ask('gifts', {}, bens)).body.gifts, [])
  assert.deepEqual(await shop.verify(), [])
})

test('nobody writes to strangers without end, and not to whoever wants nothing', async (t) => {
  const { shop, ask, mails, giftCard, token } = await openGifts(t)
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'no@example.com', globalOptIn: false })
  assert.equal((await ask('sendGift', { ...(await giftCard(1)), email: 'no@example.com' }, token)).status, 200)
  for (const usd of [1, 2, 3])
    assert.equal((await ask('sendGift', { ...(await giftCard(usd)), email: 'cem@example.com' }, token)).status, 200)
  const often = await ask('sendGift', { ...(await giftCard(4)), email: 'cem@example.com' }, token)
  assert.deepEqual([often.status, often.body.error.reason], [429, 'slowDown'])
  await deliver(shop)
  assert.equal(mails.filter((one) => one.to.includes('cem@example.com')).length, 3)
  assert.equal(mails.filter((one) => one.to.includes('no@example.com')).length, 0)
  assert.deepEqual(await shop.verify(), [])
})
