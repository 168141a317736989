import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { openJobRoom } from '../support/job-room.ts'
import { always, filled, rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import { letDaysPass, openTierShop } from '../support/tier-shop.ts'
import { oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

test('levels: who came up, lapsed and was overridden, and opening + movement = closing', async () => {
  const { shop, bought } = await openTierShop([])
  const [ann, bob, eve, leo] = [await shop.card(), await shop.card(), await shop.card(), await shop.card()]
  await bought('1 CAKE 120', { cardNumber: ann })
  await bought('1 CAKE 120', { cardNumber: bob })
  await letDaysPass(shop, 800)
  const { run } = await openWorker(shop)
  await run(tiersJob)
  // Today ann rises through both levels, leo is undone, eve is given gold by hand.
  await bought('1 CAKE 120', { cardNumber: ann })
  await bought('1 CAKE 200', { cardNumber: ann })
  const { transactionId } = await bought('1 CAKE 150', { cardNumber: leo })
  await shop.must('voidTransaction', { cardNumber: leo, requestRef: transactionId })
  await shop.must('updateAccount', {
    cardNumber: eve,
    tierOverride: { level: 'gold', until: secondsFromNow(oneDay), reason: 'A good friend' },
  })
  const rows = await sameWhenSummed(shop, async () => (await rowsOf(shop, 'tiers')).map(filled))
  const { silver, gold } = Object.fromEntries(rows.map(({ level, program: _, ...row }) => [level?.toLowerCase(), row]))
  assert.deepEqual(silver, { cameUp: '4', wentUp: '-1', lapsed: '-2', wentDown: '-1' })
  assert.deepEqual(gold, { cameUp: '1', overrideIn: '1', closing: '2' })
  assert.deepEqual(await shop.verify(), [])
})

test('levels by day begin with what was there before', async () => {
  const { shop, bought } = await openTierShop([])
  await bought('1 CAKE 120', { cardNumber: await shop.card() })
  await letDaysPass(shop, 3)
  await bought('1 CAKE 130', { cardNumber: await shop.card() })
  await bought('1 CAKE 140', { cardNumber: await shop.card() })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const rows = await sameWhenSummed(shop, () => rowsOf(shop, 'tiers', { from: day(2), to: day(-1), per: 'day' }))
  const silver = rows.filter(({ level }) => level === 'Silver')
  assert.deepEqual(
    silver.map(({ opening, cameUp, closing }) => [opening, cameUp, closing]),
    [['1', '2', '3']],
  )
  const [now] = await sql(`select count(*) from card_tier where brand_id = $1 and shown_level = 'silver'`, [shop.id])
  assert.equal(String(now?.count), '3')
  assert.deepEqual(await shop.verify(), [])
})

test('a sum of changes of levels that is wrong is found', async () => {
  const { shop, bought } = await openTierShop([])
  await bought('1 CAKE 120', { cardNumber: await shop.card() })
  await sumUp(await openJobRoom(shop))
  await sql('update tier_day set changes = changes + 1 where brand_id = $1', [shop.id])
  assert.deepEqual(
    (await shop.verify()).map(({ check }) => check),
    ['the sums of changes of levels equal the changes'],
  )
  assert.equal((await rowsOf(shop, 'tiers', always))[0]?.closing, '2')
})
