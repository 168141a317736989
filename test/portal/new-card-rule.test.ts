import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTrigger } from '../../portal/screens/campaigns/editor/model/choose-trigger.ts'
import { givenToday, newCard, oncePerCard } from '../../portal/screens/campaigns/editor/model/ready-conditions.ts'
import { openShop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

test('"somebody gets a new card" is once for each card, and not for coupons', async () => {
  const rule = {
    ...{ id: 'hello', trigger: 'request', when: [newCard, givenToday], limit: oncePerCard },
    then: [{ issue: { balanceType: 'Points', amount: 10 } }],
  }
  const gifts = { id: 'gifts', name: 'Gifts', generate: { count: 9, prefix: 'G', length: 12 } }
  const campaigns = [{ id: 'welcome', name: 'Welcome', rules: [rule] }]
  const shop = await openShop({ more: { couponSets: [gifts], campaigns } })
  const points = async (card: string) => (await shop.balances(card))[0]?.amount ?? 0
  const giveCoupon = (cardNumber: string) =>
    shop.must('allocateCoupon', { cardNumber, couponSetId: 'gifts', promotionId: 'thanks' })

  const card = await shop.card()
  assert.equal(await points(card), 10)
  await giveCoupon(card)
  assert.equal(await points(card), 10, 'a coupon on the first day')

  // Of a card that had no turn, because the campaign is newer than it.
  const old = await shop.card()
  await sql('delete from rule_firing where brand_id = $1', [shop.id])
  await sql(`update card set activated_at = activated_at - interval '2 days' where brand_id = $1`, [shop.id])
  await giveCoupon(old)
  assert.equal(await points(old), 10, 'a coupon for whoever has had the card for longer')
  assert.deepEqual(await shop.verify(), [])
})

test('another trigger takes away the limit that came with "new card", and never the author\'s own', () => {
  const rule = { id: 'hello', trigger: 'checkout', then: [] }
  const ready = chooseTrigger(rule, 'newCard', false)
  assert.deepEqual(ready.rule, { ...rule, trigger: 'request', when: [newCard, givenToday], limit: oncePerCard })
  assert.deepEqual(chooseTrigger(ready.rule, 'checkout', ready.hasReadyLimit).rule, rule)

  const limited = { ...rule, limit: oncePerCard }
  const own = chooseTrigger(limited, 'newCard', false)
  assert.deepEqual(chooseTrigger(own.rule, 'checkout', own.hasReadyLimit).rule, limited)
  const other = { ...ready.rule, limit: { times: 2, per: 'card', every: 'day' } }
  assert.deepEqual(chooseTrigger(other, 'checkout', ready.hasReadyLimit).rule, { ...rule, limit: other.limit })
})
