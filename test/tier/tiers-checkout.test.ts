import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockingCalls, perDollar, points } from '../support/checkout-shop.ts'
import { bySpend, changesOf, levelOf, openTierShop, tierOf } from '../support/tier-shop.ts'
import { sums } from '../support/undo-shop.ts'

const isGold = { fact: 'tier', op: '=', value: 'gold' }
const lifetime = { ...bySpend, by: { fact: 'history.spend' } }

test('a level is raised by the checkout that reaches it, and its rules see it', async () => {
  const { shop, bought } = await openTierShop([
    { when: [isGold], then: [points(50)] },
    { when: [{ fact: 'tier.rank', op: '=', value: 0 }], then: [points(1)] },
  ])
  const cardNumber = await shop.card()

  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 100 })
  await bought('1 CAKE 99.99', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), undefined)
  await bought('1 CAKE 0.01', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  await bought('1 CAKE 200', { cardNumber })

  const { keptUntil, ...gold } = await tierOf(shop, cardNumber)
  assert.deepEqual(gold, { id: 'gold', name: 'Gold', rank: 2 })
  assert.match(keptUntil, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 51 })
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none silver', 'reached silver gold'])
  assert.deepEqual(await shop.verify(), [])
})

test('a discount for gold does not take away the gold that the same checkout reaches', async () => {
  const { shop, bought } = await openTierShop(
    [{ when: [isGold], then: [{ discount: { percent: 50, on: 'checkout' } }] }],
    lifetime,
  )
  const cardNumber = await shop.card()
  await bought('1 CAKE 290', { cardNumber })

  const sale = await bought('1 CAKE 15', { cardNumber })

  assert.equal(sale.checkoutTotalAfterDiscount, 7.5)
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none silver', 'reached silver gold'])
  assert.deepEqual(await shop.verify(), [])
})

test('a discount that everybody gets counts before the level is judged', async () => {
  const { shop, bought } = await openTierShop([{ then: [{ discount: { percent: 10, on: 'checkout' } }] }])
  const cardNumber = await shop.card()

  await bought('1 CAKE 110', { cardNumber })

  assert.deepEqual(await tierOf(shop, cardNumber), { rank: 0, missing: 1 })
  assert.deepEqual(await changesOf(shop, cardNumber), [])
})

test('rules of trigger tier run in the call that reaches their level, once, and tell of it', async () => {
  const up = (level: string, amount: number) => ({
    trigger: 'tier',
    tier: { on: 'up', level },
    then: [
      points(amount),
      {
        notify: {
          channel: 'direct',
          text: 'Welcome to {{ tier.name }}{{# tier.missing }}, {{ tier.missing }} to go{{/ tier.missing }}',
        },
      },
    ],
  })
  const { shop, bought } = await openTierShop([up('silver', 10), up('gold', 100)])
  const cardNumber = await shop.card()

  const first = await bought('1 CAKE 120', { cardNumber, returnBalances: true })
  assert.deepEqual(first.responseMessages, ['Welcome to Silver, 180 to go'])
  assert.equal(first.balances[0].amount, 10)
  assert.deepEqual((await bought('1 CAKE 20', { cardNumber })).responseMessages, [])
  assert.deepEqual((await bought('1 CAKE 500', { cardNumber })).responseMessages, ['Welcome to Gold'])
  assert.deepEqual((await bought('1 CAKE 500', { cardNumber })).responseMessages, [])

  assert.deepEqual(await sums(shop, cardNumber), { Points: 110 })
  assert.deepEqual(await shop.verify(), [])
})

test('a setup shows the level that it reaches, and its completion applies what it decided', async () => {
  const rule = shopRules()
  const opened = await openTierShop(rule)
  const { shop, bought } = opened
  const { lock, complete, cancel } = lockingCalls(opened)
  const cardNumber = await shop.card()
  const plain = { cardNumber, isSetup: true, returnBalanceMutations: true }

  const shown = await bought('1 CAKE 400', plain)
  assert.deepEqual(shown.responseMessages, ['Gold at last'])
  assert.equal(shown.totalDiscount, 40)
  assert.equal(await levelOf(shop, cardNumber), undefined)
  await cancel(await lock(cardNumber, '1 CAKE 400'))
  assert.deepEqual(await changesOf(shop, cardNumber), [])

  const setup = await lock(cardNumber, '1 CAKE 400')
  assert.equal(setup.totalDiscount, 40)
  const { body: completed } = await complete(setup)
  assert.deepEqual(completed.responseMessages, ['Gold at last'])
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 25 })
  assert.deepEqual(await changesOf(shop, cardNumber), ['reached none gold'])
  assert.deepEqual(await shop.verify(), [])
})

const shopRules = () => [
  { when: [isGold], then: [{ discount: { percent: 10, on: 'checkout' } }] },
  {
    trigger: 'tier',
    tier: { on: 'up', level: 'gold' },
    then: [points(25), { notify: { channel: 'direct', text: 'Gold at last' } }],
  },
]

test('what is missing counts what the checkout itself adds', async () => {
  const { shop, bought } = await openTierShop([
    { then: [points({ give: 1, per: 1, of: 'tier.missing' })] },
    { id: 'far', when: [{ fact: 'tier.missing', op: '>', value: 80 }], then: [points(1000)] },
  ])
  const cardNumber = await shop.card()

  await bought('1 CAKE 40', { cardNumber })

  assert.deepEqual(await sums(shop, cardNumber), { Points: 60 })
  assert.equal((await tierOf(shop, cardNumber)).missing, 60)
})

test('a child card has the level of its root, and what it buys counts there', async () => {
  const { shop, bought } = await openTierShop([
    { target: 'any', when: [isGold], then: [points(5)] },
    { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(100)] },
  ])
  const cardNumber = await shop.card()
  const childCardNumber = 'kid'
  await shop.must('allocateChildCard', { cardNumber, childCardNumber })

  await bought('1 CAKE 300', { cardNumber, childCardNumber })

  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 100 })
  assert.deepEqual(await shop.verify(), [])
})

test('forty tills that sell to one card at once raise it once to each level', async () => {
  const { shop, buy } = await openTierShop([
    { then: [points(perDollar(1))] },
    { trigger: 'tier', tier: { on: 'up' }, then: [points(1000)] },
  ])
  const cardNumber = await shop.card()

  const answers = await Promise.all(Array.from({ length: 40 }, () => buy('1 CAKE 10', { cardNumber })))

  assert.ok(answers.every(({ body }) => body.success))
  assert.equal(await levelOf(shop, cardNumber), 'gold')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 400 + 2000 })
  const changes = await changesOf(shop, cardNumber)
  assert.deepEqual(
    changes.filter((one) => one.startsWith('reached')),
    ['reached none silver', 'reached silver gold'],
  )
  assert.deepEqual(await shop.verify(), [])
})
