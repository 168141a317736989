import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { campaign, lockingCalls, productsOf } from '../support/checkout-shop.ts'
import { codeOff, openCodeShop, withCodes } from '../support/code-shop.ts'
import { testDatabase } from '../support/shop.ts'
import { openWebhookShop } from '../support/webhook-room.ts'

const launcher = fileURLToPath(new URL('../../server/purser.js', import.meta.url))

function explain(ref: string): string {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const words = [launcher, 'explain', ref, '--database', testDatabase()]
  return spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 60_000 }).stdout
}

test('explain names the code that a rule used, and says why one was not', async () => {
  const { shop, pay, bought } = await openCodeShop(
    [
      { code: 'Once', uses: 1 },
      { code: 'Soon', from: '2999-01-01 00:00:00' },
    ],
    [{ ...codeOff, name: 'Off' }],
  )
  const { body } = await pay('ONCE')
  assert.match(explain(body.requestRef), /^ *Main \/ Off: .*10.* \(used code Once\)$/m)
  const whyNot = async (code: string) => {
    const { requestRef } = await bought('3 CAKE 10', { coupons: [code], removeBlockingCoupons: true })
    return explain(requestRef)
  }
  assert.match(await whyNot('once'), /^ *Main \/ Off: the code Once has no uses left$/m)
  assert.match(await whyNot('soon'), /^ *Main \/ Off: the code Soon is not valid yet$/m)
  assert.deepEqual(await shop.verify(), [])
})

test('webhooks are told of the uses of codes as of those of coupons', async (t) => {
  const more = { ...withCodes([{ code: 'Summer', uses: 9 }]), campaigns: [campaign([codeOff])] }
  const { shop, told, tell } = await openWebhookShop(t, { webhook: { events: ['coupon.used', 'coupon.unused'] }, more })
  const cardNumber = await shop.card()
  const products = productsOf('3 CAKE 10')
  const sale = await shop.must('checkout', { cardNumber, products, coupons: ['SUMMER'] })
  const { lock, complete, cancel } = lockingCalls({ shop })
  await cancel(await lock(cardNumber, '3 CAKE 10', { coupons: ['summer'] }))
  const { body: completed } = await complete(await lock(cardNumber, '3 CAKE 10', { coupons: ['summer'] }))
  await shop.must('voidTransaction', { requestRef: sale.requestRef, cardNumber })
  await tell()
  const shown = told().map(({ type, data }) => [
    type,
    data.cardNumber,
    data.couponId,
    data.couponSetId,
    data.requestRef,
  ])
  const names = [cardNumber, 'Summer', 'summer']
  assert.deepEqual(shown.slice(0, 2), [
    ['coupon.used', ...names, sale.requestRef],
    ['coupon.used', ...names, completed.requestRef],
  ])
  assert.deepEqual(shown[2]?.slice(0, 4), ['coupon.unused', ...names])
  assert.equal(shown.length, 3, 'what a setup reserved or freed is told to nobody')
  assert.deepEqual(await shop.verify(), [])
})

test('a limit per code counts the firings of each code by itself', async () => {
  const limit = { times: 2, per: 'code', every: 'day' }
  const { shop, pay } = await openCodeShop([{ code: 'One' }, { code: 'Two' }], [{ ...codeOff, limit }])
  const discountOf = async (code: string) => (await pay(code, { failOnUnusedCoupons: false })).body.totalDiscount
  assert.deepEqual([await discountOf('ONE'), await discountOf('one'), await discountOf('One')], [10, 10, 0])
  const { body } = await pay('two')
  assert.deepEqual([body.totalDiscount, await discountOf('two'), await discountOf('two')], [10, 10, 0])
  await shop.must('voidTransaction', { requestRef: body.requestRef })
  assert.equal(await discountOf('two'), 10)
  assert.deepEqual(await shop.verify(), [])
})
