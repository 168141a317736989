import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import type { CheckoutContext } from '../../server/calls/operations/checkout/parts/contract.ts'
import { findReferral } from '../../server/calls/operations/checkout/parts/referrer.ts'
import { erasePerson } from '../../server/calls/privacy/erase-person.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { newReferralCode, printedReferralCode, referralKey } from '../../server/ground/kernel/referral-code.ts'
import { lockingCalls, openRuleShop } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { openReferralShop } from '../support/referral-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { testDatabase, testOrigin, times } from '../support/shop.ts'
import { letTimePass, oneDay } from '../support/time-passes.ts'
import { broughtBack } from '../support/undo-shop.ts'

test('a code is made on demand, stays the same, is read however it is typed, and spends nothing', async () => {
  const { shop, bought, member, codeOf, points } = await openReferralShop()
  const [ada, bob] = [await member(), await member()]
  const { code, link } = await shop.must('referralCode', { cardNumber: ada })
  assert.match(code, /^[2-9B-DF-HJKMNP-TV-XZ]{4}-[2-9B-DF-HJKMNP-TV-XZ]{4}$/)
  assert.ok(link.endsWith(`/r/${shop.id}/${code}`), link)
  assert.ok(!link.includes(ada))
  const page = await fetch(link)
  assert.ok((await page.text()).includes(code))
  // It says nothing about whether there is such a code.
  assert.equal((await fetch(link.replace(code, 'BBBB-2222'))).status, page.status)
  for (const other of ['<b>', 'BBBB-2222/more', '']) assert.equal((await fetch(link.replace(code, other))).status, 404)
  assert.equal(await codeOf(ada), code)
  assert.notEqual(await codeOf(bob), code)
  const typed = code.toLowerCase().replace('-', ' ')
  const sale = await bought('1 CAKE 5', { cardNumber: bob, referralCode: typed })
  assert.deepEqual([await points(ada), await points(bob), sale.responseMessages], [50, 10, ['welcome']])
  assert.deepEqual(await shop.verify(), [])
})

test('twenty who ask at once for the code of a card are told the same', async () => {
  const { member, codeOf } = await openReferralShop({ codes: { length: 12 } })
  const ada = await member()
  const codes = new Set(await Promise.all(times(20, () => codeOf(ada))))
  assert.equal(codes.size, 1)
  assert.match([...codes].join(), /^\w{4}-\w{4}-\w{4}$/)
})

test('a revoked code is as unknown as one that never was, and the next one is another', async () => {
  const { shop, buy, bought, member, codeOf } = await openReferralShop()
  const [ada, bob] = [await member(), await member()]
  const code = await codeOf(ada)
  const elsewhere = await openReferralShop()
  assert.equal((await shop.must('referralCode', { cardNumber: ada, action: 'revoke' })).code, undefined)
  const answers = await Promise.all(
    [code, 'BBBB-2222', await elsewhere.codeOf(await elsewhere.member())].map((referralCode) =>
      buy('1 CAKE 5', { cardNumber: bob, referralCode }),
    ),
  )
  for (const { body } of answers)
    assert.deepEqual([body.errorCode, body.errorMessage], [2, 'Could not find the referring card.'])
  const next = await codeOf(ada)
  assert.notEqual(next, code)
  await bought('1 CAKE 5', { cardNumber: bob, referralCode: next })
  assert.deepEqual(await shop.verify(), [])
})

test('a code and a card number must be of one card', async () => {
  const { shop, buy, bought, member, codeOf, points } = await openReferralShop()
  const [ada, bob, eve] = [await member(), await member(), await member()]
  const referralCode = await codeOf(ada)
  const { body } = await buy('1 CAKE 5', { cardNumber: bob, referralCode, referringCardNumber: eve })
  assert.equal(body.errorCode, 100)
  await bought('1 CAKE 5', { cardNumber: bob, referralCode, referringCardNumber: ada })
  assert.equal(await points(ada), 50)
  assert.deepEqual(await shop.verify(), [])
})

test('a brand without the section has no codes, and thanks whoever a sale names, as before', async () => {
  const { shop, buy } = await openRuleShop([
    { then: [{ issue: { balanceType: 'Points', amount: 5, to: 'referrer' } }] },
  ])
  const [ada, bob] = [await shop.card(), await shop.card()]
  assert.equal((await shop.call('referralCode', { cardNumber: ada })).body.errorCode, 100)
  assert.equal((await buy('1 CAKE 5', { cardNumber: bob, referralCode: 'BBBB-2222' })).body.errorCode, 100)
  await shop.must('checkout', { cardNumber: bob, referringCardNumber: ada, checkoutTotal: 5 })
  await shop.must('checkout', { referringCardNumber: ada, checkoutTotal: 5 })
  assert.equal((await shop.balances(ada))[0].amount, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('nothing is compared without the section, not even the card', () => {
  const card = { id: 7, status: 'Activated' } as unknown as Parameters<typeof findReferral>[0]
  const barred = (document: object) => {
    const request = { cardNumber: 'one', referringCardNumber: 'other' }
    const context = { request, card: () => card, brand: { document } } as unknown as CheckoutContext
    return findReferral(card, undefined, context)
  }
  assert.deepEqual(barred({}), { referrer: card })
  assert.deepEqual(barred({ referrals: {} }), { bar: { by: 'card', referrer: card } })
})

test('a code goes with the card through a transfer, and with the person when they are erased', async () => {
  const { shop, buy, bought, member, codeOf, points } = await openReferralShop()
  const [old, bob, eve] = [await member(), await member(), await member()]
  const referralCode = await codeOf(old)
  const heir = await member()
  await shop.must('transfer', { cardNumber: old, action: 'out' })
  await shop.must('transfer', { cardNumber: heir, oldCardNumber: old, action: 'in' })
  await bought('1 CAKE 5', { cardNumber: bob, referralCode })
  assert.equal(await points(heir), 50)
  assert.equal(await codeOf(heir), referralCode)
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  for (const cardNumber of [old, heir])
    await erasePerson(pool, { brand: shop.id, cardNumber }, { origin: testOrigin, random: randomBytes })
  await pool.close()
  assert.equal((await buy('1 CAKE 5', { cardNumber: eve, referralCode })).body.errorCode, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a reward waits for the days of grace; a void and a full return take it back meanwhile', async () => {
  const { shop, bought, member, codeOf, points } = await openReferralShop({ graceDays: 14, firstPurchaseOnly: false })
  const [ada, bob] = [await member(), await member()]
  const referralCode = await codeOf(ada)
  const usable = async () => (await shop.balances(ada)).map(({ amount }: { amount: number }) => amount)
  const first = await bought('1 CAKE 5', { cardNumber: bob, referralCode })
  assert.deepEqual([await points(ada), await points(bob), await usable()], [50, 10, []])
  await shop.must('voidTransaction', { cardNumber: bob, requestRef: first.requestRef })
  assert.deepEqual([await points(ada), await points(bob)], [0, 0])
  const second = await bought('1 CAKE 5', { cardNumber: bob, referralCode })
  await broughtBack(shop, second, '1 CAKE')
  assert.deepEqual([await points(ada), await points(bob)], [0, 0])
  await bought('1 CAKE 5', { cardNumber: bob, referralCode })
  await letTimePass(shop, 15 * oneDay)
  assert.deepEqual(await usable(), [50])
})

test('a locked setup takes a place of the month; cancelling gives it back, completing keeps it', async () => {
  const open = await openReferralShop({ perMonth: 1 })
  const { shop, bought, member, codeOf, points } = open
  const { cancel, complete } = lockingCalls(open)
  const [ada, bob, eve, joe] = [await member(), await member(), await member(), await member()]
  const referralCode = await codeOf(ada)
  const lock = () =>
    shop.must('checkout', { cardNumber: bob, referralCode, checkoutTotal: 5, isSetup: true, lockSetupDuration: 60 })
  const setup = await lock()
  const late = await bought('1 CAKE 5', { cardNumber: eve, referralCode })
  assert.match(await explained(shop, late.requestRef), /as many as they may this month/)
  await cancel({ cardNumber: bob, ...setup })
  await complete({ cardNumber: bob, ...(await lock()) })
  assert.equal(await points(ada), 50)
  await bought('1 CAKE 5', { cardNumber: joe, referralCode })
  assert.equal(await points(ada), 50)
  assert.deepEqual(await shop.verify(), [])
})

test('a replay thanks those who were thanked, and nobody else', async () => {
  const { shop, bought, member, codeOf } = await openReferralShop({ perMonth: 2, graceDays: 3 })
  const [ada, bob, eve, joe] = [await member(), await member(), await member(), await member()]
  const referralCode = await codeOf(ada)
  await bought('1 CAKE 5', { cardNumber: ada, referralCode })
  await bought('1 CAKE 5', { cardNumber: bob, referralCode, device: 'd' })
  const from = await between()
  await bought('1 CAKE 5', { cardNumber: bob, referralCode })
  await bought('1 CAKE 5', { cardNumber: eve, referralCode })
  await bought('1 CAKE 5', { cardNumber: joe, referralCode })
  for (const begin of [0, from]) assertReproduced(await replayShop(shop, { from: begin, onSale: explain }))
  assert.deepEqual(await shop.verify(), [])
})

test('codes are drawn evenly, and compared without case and gaps', () => {
  const drawn = times(3000, () => newReferralCode(8, randomBytes)).join('')
  const counts = [...Map.groupBy(drawn, (letter) => letter).values()].map(({ length }) => length)
  assert.equal(counts.length, 27)
  assert.ok(Math.min(...counts) > 700 && Math.max(...counts) < 1100, counts.join())
  assert.ok(!/[01OILAEUY]/.test(drawn))
  assert.equal(referralKey(' b2c3-d4f5 '), 'B2C3D4F5')
  assert.equal(referralKey(printedReferralCode('B2C3D4F5GH')), 'B2C3D4F5GH')
})
