import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiersJob } from '../../server/background/jobs/tiers/tiers.ts'
import { points } from '../support/checkout-shop.ts'
import { allEnablements, openShop } from '../support/shop.ts'
import { changesOf, letDaysPass, levelOf, openTierShop, tierOf } from '../support/tier-shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'
import { sums, undone } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

const day = 24 * 60 * 60
const gold = () => ({ level: 'gold', reason: 'Invited by Ana', until: secondsFromNow(10 * day) })
const rules = [
  { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(100)] },
  { trigger: 'tier', tier: { on: 'down', level: 'gold' }, then: [points(1)] },
]

test('a manual level holds until its end, then the one that was worked out', async () => {
  const { shop, bought } = await openTierShop(rules)
  const { run } = await openWorker(shop)
  const cardNumber = await shop.card()

  await shop.must('updateAccount', { cardNumber, tierOverride: gold() })
  assert.deepEqual((await tierOf(shop, cardNumber)).id, 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })
  await bought('1 CAKE 120', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'gold')

  await letDaysPass(shop, 11)
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await run(tiersJob), { booked: 1, later: 0, refused: 0 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 101 })
  assert.deepEqual(await changesOf(shop, cardNumber), [
    'override none gold',
    'reached gold gold',
    'overrideEnded gold silver',
  ])
  const entries = await sql(
    `select action, before, after from audit_entry where brand_id = $1 and action like 'tier%'`,
    [shop.id],
  )
  assert.equal(entries.length, 1)
  assert.equal(JSON.stringify(entries).includes('Ana'), false, 'the reason may name a person')
  assert.deepEqual(await shop.verify(), [])
})

test('a manual level is ended by hand, and a void beneath it does not end it', async () => {
  const { shop, bought } = await openTierShop(rules)
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 150', { cardNumber })
  await shop.must('updateAccount', { cardNumber, tierOverride: gold() })

  await undone(shop, cardNumber, sale.transactionId)
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  await shop.must('updateAccount', { cardNumber, tierOverride: { level: null } })

  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 100 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 101 })
  assert.deepEqual(await shop.verify(), [])
})

//  override, error
const refused: [object, number][] = [
  [{ level: 'platinum', reason: 'why', until: secondsFromNow(day) }, 100],
  [{ level: 'gold', until: secondsFromNow(day) }, 100],
  [{ level: 'gold', reason: 'why' }, 100],
  [{ level: 'gold', reason: 'why', until: secondsFromNow(-day) }, 100],
]

test('what a manual level must say, and who may give one', async () => {
  const { shop } = await openTierShop([])
  const cardNumber = await shop.card()
  for (const [tierOverride, errorCode] of refused) {
    const { body } = await shop.call('updateAccount', { cardNumber, tierOverride })
    assert.equal(body.errorCode, errorCode, JSON.stringify(body))
  }
  assert.equal(await levelOf(shop, cardNumber), undefined)

  const plain = await openShop()
  const plainCard = await plain.card()
  const { body: none } = await plain.call('updateAccount', { cardNumber: plainCard, tierOverride: gold() })
  assert.equal(none.errorCode, 100)
  const enable = allEnablements.filter((name) => name !== 'tierOverride')
  const { shop: other } = await openTierShop([], undefined, { brand: { enable } })
  const otherCard = await other.card()
  const { body } = await other.call('updateAccount', { cardNumber: otherCard, tierOverride: gold() })
  assert.equal(body.errorCode, 104)
})
