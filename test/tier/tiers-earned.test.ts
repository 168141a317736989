import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perDollar, points } from '../support/checkout-shop.ts'
import { changesOf, levelOf, openTierShop, silverAndGold, tierOf } from '../support/tier-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const byPoints = {
  by: { fact: 'earned', balanceType: 'Points', within: { days: 100 } },
  levels: silverAndGold,
  keep: { years: 1 },
}
const earn = { then: [points(perDollar(1))] }

test('points that are spent still count as earned; adjustments, refunds and redemptions do not', async () => {
  const { shop, bought } = await openTierShop([earn], byPoints)
  const cardNumber = await shop.card({ points: 40 })
  assert.equal((await tierOf(shop, cardNumber)).missing, 60)
  assert.equal((await shop.redeem(cardNumber, { points: 40 })).body.success, true)
  assert.equal((await shop.issue(cardNumber, { points: 500 }, { isAccountingAdjustment: true })).body.success, true)
  assert.equal((await shop.issue(cardNumber, { points: 500 }, { isReturnRelated: true })).body.success, true)
  assert.equal((await tierOf(shop, cardNumber)).missing, 60)

  await bought('1 CAKE 60', { cardNumber })

  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none silver'])
  assert.deepEqual(await shop.verify(), [])
})

test('a level is raised by a call that issues, and undone by its void', async () => {
  const { shop } = await openTierShop(
    [{ trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [points(1000)] }],
    byPoints,
  )
  const cardNumber = await shop.card()

  const { body } = await shop.issue(cardNumber, { points: 100 }, { returnBalances: true })

  assert.equal(body.balances[0].amount, 1100)
  assert.equal(await levelOf(shop, cardNumber), 'silver', 'what a level gives counts towards none')
  await undone(shop, cardNumber, body.transactionId)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('double points for silver are given by the checkout that reaches silver, and may lead to gold', async () => {
  const { shop, bought } = await openTierShop(
    [earn, { when: [{ fact: 'tier.rank', op: '>=', value: 1 }], then: [points(perDollar(1))] }],
    byPoints,
  )
  const cardNumber = await shop.card()

  await bought('1 CAKE 160', { cardNumber })

  assert.deepEqual(await sums(shop, cardNumber), { Points: 320 })
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none gold'])
  assert.deepEqual(await shop.verify(), [])
})

test('a return takes its share of what was earned off, also of points that are spent', async () => {
  const { shop, bought } = await openTierShop([earn], byPoints)
  const cardNumber = await shop.card()
  const { transactionId: requestRef } = await bought('4 CAKE 30', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.equal((await shop.redeem(cardNumber, { points: 100 })).body.success, true)

  const back = await broughtBack(shop, { requestRef, cardNumber }, '1 CAKE')
  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 10 })
  await undone(shop, cardNumber, back.requestRef)

  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await changesOf(shop, cardNumber), [
    'reached none silver',
    'undone silver none',
    'restored none silver',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('setups show the level that their points would reach', async () => {
  const { shop, bought } = await openTierShop(
    [
      earn,
      {
        when: [{ fact: 'tier', op: '=', value: 'silver' }],
        then: [{ notify: { channel: 'direct', text: 'Silver!' } }],
      },
    ],
    byPoints,
  )
  const cardNumber = await shop.card()

  const { responseMessages } = await bought('1 CAKE 100', { cardNumber, isSetup: true })

  assert.deepEqual(responseMessages, ['Silver!'])
  assert.equal(await levelOf(shop, cardNumber), undefined)
})

test('levels by the number of checkouts', async () => {
  const { shop, bought } = await openTierShop([], {
    by: { fact: 'history.checkouts' },
    levels: [{ id: 'regular', at: 3 }],
  })
  const cardNumber = await shop.card()
  await bought('1 CAKE 1', { cardNumber })
  const { transactionId: requestRef } = await bought('1 CAKE 1', { cardNumber })
  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 1 })
  await bought('1 CAKE 1', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'regular')

  await broughtBack(shop, { requestRef, cardNumber }, '1 CAKE')

  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 1 })
  assert.deepEqual(await shop.verify(), [])
})
