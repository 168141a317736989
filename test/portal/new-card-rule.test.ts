import assert from 'node:assert/strict'
import { test } from 'node:test'
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
