import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGifts, tokenIn } from '../support/gift-room.ts'
import { sql } from '../support/time-passes.ts'

const status = { action: 'adjustOnly', isAccountingAdjustment: true, suspensionReason: 'hacked' }
const passClaims = (brand: string) =>
  sql(`update member_gift set sent_at = sent_at - interval '6 minutes' where brand_id = $1`, [brand])

test('a card that staff suspended since it was sent stays theirs: its link gives nothing, and its sender opens nothing', async (t) => {
  const { shop, ask, giftCard, own, token, customer, enter, dollars } = await openGifts(t)
  await customer('ben@example.com', 'Ben')
  const bens = await enter('ben@example.com')
  const gift = await giftCard(30)
  const { cardNumber } = gift
  const { giftId, link } = (await ask('sendGift', gift, token)).body
  // Somebody calls: their card does not work. Staff make it usable, and see later that there is something wrong with it.
  await shop.must('reactivate', { cardNumber, reason: 'the customer called' })
  assert.equal((await ask('present', { gift: tokenIn(link) })).status, 422)
  await shop.must('updateBalance', { cardNumber, ...status, adjustStatus: { newStatus: 'Suspended' } })
  assert.equal((await ask('present', { gift: tokenIn(link) })).status, 422)
  assert.equal((await ask('takePresent', { gift: tokenIn(link) }, bens)).status, 422)
  assert.equal((await ask('revokeGift', { giftId }, token)).status, 200)
  const asked = { cardNumber, action: 'redeem', amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 1 } }
  assert.equal((await shop.call('updateBalance', asked)).body.errorCode, 112)
  assert.deepEqual([await dollars(cardNumber), await dollars(own)], [[30], []])
  assert.deepEqual(await shop.verify(), [])
})

test('whoever once sent a card on keeps nobody from sending it when staff have made it usable again', async (t) => {
  const { shop, ask, giftCard, token, customer, enter, dollars } = await openGifts(t)
  const ben = await customer('ben@example.com', 'Ben')
  const bens = await enter('ben@example.com')
  const gift = await giftCard(8)
  const eves = (await ask('sendGift', gift, token)).body
  await shop.must('reactivate', { cardNumber: gift.cardNumber, reason: 'the customer called' })
  await passClaims(shop.id)
  const again = await ask('sendGift', gift, bens)
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.equal((await ask('takePresent', { gift: tokenIn(eves.link) }, token)).status, 422)
  assert.equal((await ask('revokeGift', { giftId: eves.giftId }, token)).status, 404)
  assert.equal((await ask('takePresent', { gift: tokenIn(again.body.link) }, bens)).status, 200)
  assert.deepEqual(await dollars(ben), [8])
  assert.deepEqual(await shop.verify(), [])
})

test('what loaded a card is voided while it waits, and after it was taken: what stands is what a twin has', async (t) => {
  const { shop, ask, giftCard, own, token, dollars } = await openGifts(t)
  const load = async (cardNumber: string, amount: number) =>
    (
      await shop.must('updateBalance', {
        ...{ cardNumber, action: 'issue' },
        amount: { balanceType: 'Currency', balanceCode: 'USD', amount },
      })
    ).transactionId as string
  const gift = await giftCard(0)
  const [first] = [await load(gift.cardNumber, 10), await load(gift.cardNumber, 4)]
  const { link, giftId } = (await ask('sendGift', gift, token)).body
  const waiting = await shop.call('voidTransaction', { cardNumber: gift.cardNumber, requestRef: first })
  const left = waiting.body.success ? 4 : 14
  // To oneself, many times at once, and taken back at the same time.
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => ask('takePresent', { gift: tokenIn(link) }, token)),
    ask('revokeGift', { giftId }, token),
  ])
  assert.ok(answers.some(({ status: code }) => code === 200))
  const all = [...(await dollars(own)), ...(await dollars(gift.cardNumber))]
  assert.deepEqual(all, [left])
  const holder = (await dollars(own)).length > 0 ? own : gift.cardNumber
  if (!waiting.body.success) await shop.must('voidTransaction', { cardNumber: holder, requestRef: first })
  assert.deepEqual(await dollars(holder), [4])
  assert.deepEqual(await shop.verify(), [])
})

test('a gift whose sender is erased, or whose card was replaced, is taken once', async (t) => {
  const { shop, ask, giftCard, token, customer, enter, dollars } = await openGifts(t)
  const ben = await customer('ben@example.com', 'Ben')
  const bens = await enter('ben@example.com')
  const gift = await giftCard(6)
  const { link } = (await ask('sendGift', gift, token)).body
  assert.equal((await ask('eraseMe', { atOnce: true }, token)).body.isErased, true)
  const present = { gift: tokenIn(link) }
  assert.equal((await ask('takePresent', present, bens)).status, 200)
  for (let replay = 0; replay < 3; replay += 1) await ask('takePresent', present, bens)
  const next = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber: ben })
  await shop.must('transfer', { action: 'in', cardNumber: next, oldCardNumber: ben })
  await ask('takePresent', present, bens)
  assert.deepEqual(await dollars(next), [6])
  assert.deepEqual(await shop.verify(), [])
})

test('a mail with a gift leads to no server but the operator’s', async (t) => {
  const { shop, ask, mails, giftCard, token, dollars } = await openGifts(t, { flags: ['--environment', 'stage'] })
  const gift = await giftCard(5)
  const { status: code, body } = await ask('sendGift', { ...gift, email: 'ben@example.com' }, token)
  assert.deepEqual([code, body.error.field], [400, 'email'])
  assert.deepEqual(
    [await dollars(gift.cardNumber), mails.filter(({ to }) => to.includes('ben@example.com'))],
    [[5], []],
  )
  assert.equal((await ask('sendGift', gift, token)).status, 200)
  assert.deepEqual(await shop.verify(), [])
})
