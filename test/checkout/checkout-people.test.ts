import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Shop } from '../support/shop.ts'

const earn = { target: 'any', then: [points(perDollar(1))] }

async function open(rules: readonly object[] = [earn]) {
  const room = await openRuleShop(rules)
  return { ...room, ...lockingCalls(room) }
}

async function family(shop: Shop, child = 'kid'): Promise<string> {
  const cardNumber = await shop.card({ usd: 20 })
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: child })
  return cardNumber
}

type Balances = readonly { readonly amount: number; readonly balanceType: string }[]

/** Points of the root, and of its children, whose balances a plain setup answers. */
async function pointsIn(shop: Shop, cardNumber: string, children: readonly string[] = ['kid']): Promise<number[]> {
  const own = (balances: Balances) => balances.find((one) => one.balanceType === 'Points')?.amount ?? 0
  const found = [own(await shop.balances(cardNumber))]
  for (const childCardNumber of children) {
    const look = { cardNumber, childCardNumber, isSetup: true, returnBalances: true }
    found.push(own((await shop.must('checkout', look)).balances))
  }
  return found
}

test('a checkout that names a child changes the child, unless it asks for the parent', async () => {
  const { shop, bought } = await open()
  const cardNumber = await family(shop)
  const body = { cardNumber, childCardNumber: 'kid', returnBalances: true, returnBalanceMutations: true }
  const own = await bought('1 CAKE 7', body)
  assert.deepEqual([own.cardNumber, own.childCardNumber], [cardNumber, 'kid'])
  assert.deepEqual([own.balances.length, own.balances[0].amount], [1, 7])
  assert.equal(own.balanceMutations[0].childCard, true)
  assert.deepEqual(await pointsIn(shop, cardNumber), [0, 7])
  const parent = await bought('1 CAKE 5', { ...body, useParentBalancesOnly: true })
  assert.equal(parent.childCardNumber, 'kid')
  assert.equal(parent.balanceMutations[0].childCard, undefined)
  assert.deepEqual(await pointsIn(shop, cardNumber), [5, 7])
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: parent.transactionId })
  assert.deepEqual([shown.cardNumber, shown.childCardNumber], [cardNumber, 'kid'])
  const ofChild = await shop.history(cardNumber, { childCardNumber: 'kid' })
  const checkouts = ofChild.filter((one: { callType: string }) => one.callType === 'CHECKOUT_COMPLETE')
  assert.equal(checkouts.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('campaigns can be for the root or for a child', async () => {
  const { shop, bought } = await open([
    { target: 'root', then: [points(1)] },
    { target: 'child', then: [points(10)] },
    { target: 'child', then: [points(100, { to: 'root' })] },
  ])
  const cardNumber = await family(shop)
  const child = { cardNumber, childCardNumber: 'kid' }
  await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(await pointsIn(shop, cardNumber), [1, 0])
  await bought('1 CAKE 5', { ...child, useParentBalancesOnly: true })
  assert.deepEqual(await pointsIn(shop, cardNumber), [2, 0])
  await bought('1 CAKE 5', child)
  assert.deepEqual(await pointsIn(shop, cardNumber), [102, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('a payment is taken from the child, or with useParentBalancesOnly from the parent', async () => {
  const { shop, buy } = await open([])
  const cardNumber = await family(shop)
  const usd = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 6 }
  const body = { cardNumber, childCardNumber: 'kid', paymentMethods: [usd] }
  assertRefused(await buy('1 CAKE 6', body), 13)
  assert.equal((await buy('1 CAKE 6', { ...body, useParentBalancesOnly: true })).body.success, true)
  await shop.issue(cardNumber, { usd: 6 }, { childCardNumber: 'kid' })
  assert.equal((await buy('1 CAKE 6', body)).body.success, true)
  const [root] = await shop.balances(cardNumber)
  assert.equal(root.amount, 14)
  assert.deepEqual(await shop.verify(), [])
})

test('a locked setup of a child locks the root; completion and cancel go by the root alone', async () => {
  const { shop, lock, complete, cancel } = await open()
  const cardNumber = await family(shop)
  const setup = await lock(cardNumber, '1 CAKE 7', { childCardNumber: 'kid', returnBalances: true })
  assert.deepEqual([setup.childCardNumber, setup.balances], ['kid', []])
  assertRefused(await shop.redeem(cardNumber, { usd: 1 }), 113)
  assertRefused(await shop.issue(cardNumber, { usd: 1 }, { childCardNumber: 'kid' }), 113)
  const { body } = await complete(setup, { returnBalances: true })
  assert.deepEqual([body.childCardNumber, body.balances[0].amount], ['kid', 7])
  assert.deepEqual(await pointsIn(shop, cardNumber), [0, 7])
  const next = await lock(cardNumber, '1 CAKE 7', { childCardNumber: 'kid', useParentBalancesOnly: true })
  assert.equal((await complete(next)).body.success, true)
  assert.deepEqual(await pointsIn(shop, cardNumber), [7, 7])
  const last = await lock(cardNumber, '1 CAKE 7', { childCardNumber: 'kid' })
  assert.equal((await cancel(last)).body.childCardNumber, 'kid')
  const types = (await shop.history(cardNumber, { childCardNumber: 'kid', sortMostRecentFirst: false })).map(
    (one: { callType: string }) => one.callType,
  )
  assert.deepEqual(types.slice(-6), [
    'CHECKOUT_SETUP',
    'CHECKOUT_COMPLETE',
    'CHECKOUT_SETUP',
    'CHECKOUT_COMPLETE',
    'CHECKOUT_SETUP',
    'CHECKOUT_CANCEL',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('a child that can no longer be used cannot check out; its root and siblings can', async () => {
  const { shop, buy } = await open()
  const cardNumber = await family(shop)
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid2' })
  await shop.must('updateBalance', {
    cardNumber,
    childCardNumber: 'kid',
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Lost' },
  })
  for (const kind of [{}, { isSetup: true }, { isSetup: true, lockSetupDuration: 5 }])
    assertRefused(await buy('1 CAKE 5', { cardNumber, childCardNumber: 'kid', ...kind }), 112)
  assertRefused(await shop.issue(cardNumber, { usd: 5 }, { childCardNumber: 'kid' }), 112)
  assert.equal((await buy('1 CAKE 5', { cardNumber, childCardNumber: 'kid2' })).body.success, true)
  assert.equal((await buy('1 CAKE 5', { cardNumber })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a referrer is rewarded when the checkout happens, unless they are in a checkout of their own', async () => {
  const { shop, buy, bought, lock, complete, cancel } = await open([{ then: [points(50, { to: 'referrer' })] }])
  const [card, referrer] = [await shop.card(), await shop.card()]
  const referred = { cardNumber: card, referringCardNumber: referrer }
  assertRefused(await buy('1 CAKE 5', { cardNumber: card, referringCardNumber: card }), 100, 'referringCardNumber')
  await bought('1 CAKE 5', { ...referred, isSetup: true })
  assert.deepEqual(await pointsIn(shop, referrer, []), [0])
  await bought('1 CAKE 5', referred)
  assert.deepEqual(await pointsIn(shop, referrer, []), [50])
  const setup = await lock(card, '1 CAKE 5', { referringCardNumber: referrer })
  assert.equal((await shop.issue(referrer, { usd: 1 })).body.success, true, 'a setup does not lock the referrer')
  const theirs = await lock(referrer, '1 CAKE 5')
  assert.equal((await complete(setup)).body.success, true)
  assert.deepEqual(await pointsIn(shop, referrer, []), [50], 'nothing else changes a locked card')
  assert.equal((await buy('1 CAKE 5', referred)).body.success, true)
  assert.deepEqual(await pointsIn(shop, referrer, []), [50])
  await cancel(theirs)
  assert.equal((await buy('1 CAKE 5', referred)).body.success, true)
  assert.deepEqual(await pointsIn(shop, referrer, []), [100])
  assert.deepEqual(await shop.verify(), [])
})

test('an anonymous customer can be referred, too', async () => {
  const { shop, bought } = await open([{ then: [points(50, { to: 'referrer' }), points(1)] }])
  const referrer = await shop.card()
  const answer = await bought('1 CAKE 5', { referringCardNumber: referrer, returnBalances: true })
  assert.deepEqual([answer.cardNumber, answer.balances], [undefined, undefined])
  assert.deepEqual(await pointsIn(shop, referrer, []), [50])
  assert.equal((await shop.history(referrer)).length, 2, 'it changed their balance')
  await shop.must('voidTransaction', { requestRef: answer.requestRef })
  assert.deepEqual(await pointsIn(shop, referrer, []), [0])
  assert.deepEqual(await shop.verify(), [])
})

test('a referrer whose card is out of use gets nothing, and a completion does the rest', async () => {
  const { shop, buy, lock, complete } = await open([{ then: [points(50, { to: 'referrer' }), points(1)] }])
  const [card, referrer] = [await shop.card(), await shop.card()]
  const setup = await lock(card, '1 CAKE 5', { referringCardNumber: referrer })
  await shop.must('updateBalance', {
    cardNumber: referrer,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Closed' },
  })
  assert.equal((await complete(setup)).body.success, true)
  assert.deepEqual(await pointsIn(shop, card, []), [1])
  assert.equal((await buy('1 CAKE 5', { cardNumber: card, referringCardNumber: referrer })).body.success, true)
  assert.deepEqual(await pointsIn(shop, card, []), [2])
  assert.deepEqual(await shop.verify(), [])
})

const option = (id: string, more: object = {}) => ({
  option: { id, group: 'gift', maxSelected: 1, display: `The ${id}` },
  then: [points(id === 'small' ? 1 : 10)],
  ...more,
})

test('options are offered when their conditions hold, and run only when they are chosen', async () => {
  const { shop, bought } = await open([
    option('small'),
    option('large', { when: [{ fact: 'checkout.total', op: '>=', value: 10 }] }),
  ])
  const cardNumber = await shop.card()
  const run = async (basket: string, chosen: readonly string[], more: object = {}) => {
    const campaignChoices = chosen.map((optionId) => ({ optionId }))
    const body = { cardNumber, campaignChoices, isSetup: true, returnBalanceMutations: true, ...more }
    const { campaignOptions = [], balanceMutations } = await bought(basket, body)
    return {
      options: campaignOptions.map((one: Record<string, unknown>) => [one.optionId, one.selected]),
      amounts: balanceMutations.map((one: { amount: number }) => one.amount),
    }
  }
  assert.deepEqual(await run('1 CAKE 5', []), { options: [['small', false]], amounts: [] })
  assert.deepEqual(await run('1 CAKE 5', ['small', 'unknown']), { options: [['small', true]], amounts: [1] })
  assert.deepEqual(await run('1 CAKE 5', ['large']), { options: [['small', false]], amounts: [] })
  const both = [
    ['small', true],
    ['large', true],
  ]
  assert.deepEqual(
    await run('1 CAKE 10', ['small', 'large']),
    { options: both, amounts: [] },
    'more than one of a group',
  )
  const { campaignOptions } = await bought('1 CAKE 5', { cardNumber, isSetup: true })
  const { campaignRuleUUID, ...rest } = campaignOptions[0]
  assert.deepEqual(rest, {
    optionId: 'small',
    choiceGroupId: 'gift',
    maxSelectedOptions: 1,
    selected: false,
    optionDisplayValue: 'The small',
  })
  const named = { campaignChoices: [{ optionId: 'small', campaignRuleUUID }] }
  assert.deepEqual((await run('1 CAKE 5', [], named)).amounts, [1])
  const wrong = { campaignChoices: [{ optionId: 'small', campaignRuleUUID: campaignRuleUUID.replace(/.$/, 'x') }] }
  assert.deepEqual((await run('1 CAKE 5', [], wrong)).amounts, [])
  const { lock, complete } = lockingCalls({ shop })
  const setup = await lock(cardNumber, '1 CAKE 10', { campaignChoices: [{ optionId: 'large' }] })
  const { body } = await complete(setup, { campaignChoices: [{ optionId: 'small' }] })
  assert.deepEqual(body.campaignOptions, setup.campaignOptions)
  assert.deepEqual(await pointsIn(shop, cardNumber, []), [10])
  assert.deepEqual(await shop.verify(), [])
})

test('direct messages are answered by setups and completions alike; those for the receipt only as objects', async () => {
  const say = (text: string, more: object = {}) => ({ notify: { channel: 'direct', text, ...more } })
  const { shop, bought, lock, complete } = await open([
    {
      then: [points(7), say('You earned {{ mutation.amount }} at {{ location.name }}'), say('Slip', { receipt: true })],
    },
  ])
  const cardNumber = await shop.card()
  const asked = { returnResponseObjects: true }
  const plain = await bought('1 CAKE 5', { cardNumber, isSetup: true, ...asked })
  const setup = await lock(cardNumber, '1 CAKE 5', asked)
  const { body: done } = await complete(setup, asked)
  const alone = await bought('1 CAKE 5', { cardNumber, ...asked })
  for (const { responseMessages, responseObjects } of [plain, setup, done, alone]) {
    assert.deepEqual(responseMessages, ['You earned 7 at Pier 1'])
    assert.deepEqual(
      responseObjects.map(({ campaignRuleUUID, ...rest }: { campaignRuleUUID: string }) => {
        assert.match(campaignRuleUUID, /^[0-9a-f-]{36}$/)
        return rest
      }),
      [
        { message: 'You earned 7 at Pier 1', receiptMessage: false },
        { message: 'Slip', receiptMessage: true },
      ],
    )
  }
  assert.equal((await bought('1 CAKE 5', { cardNumber })).responseObjects, undefined)
  assert.deepEqual(await shop.verify(), [])
})
