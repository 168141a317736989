import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReferralShop } from '../support/referral-shop.ts'
import { rowsOf } from '../support/report-shop.ts'
import { broughtBack } from '../support/undo-shop.ts'

const sale = '1 CAKE 5'

test('who brought whom, what it gave, and what voids and returns took back', async () => {
  const { shop, bought, member, codeOf, points } = await openReferralShop()
  const [ana, bob] = [await member(), await member()]
  const referralCode = await codeOf(ana)
  const friends = [await member(), await member(), await member(), await member()] as const
  await bought(sale, { cardNumber: friends[0], referralCode })
  const { requestRef } = await bought(sale, { cardNumber: friends[1], referralCode })
  await shop.must('voidTransaction', { requestRef, cardNumber: friends[1] })
  await broughtBack(shop, await bought(sale, { cardNumber: friends[2], referralCode }), '1 CAKE')
  // Somebody else, by card number.
  await bought(sale, { cardNumber: friends[3], referringCardNumber: bob })
  await bought(sale, { cardNumber: await member() })

  const rows = await rowsOf(shop, 'referrals')
  const told = rows.map(({ referrer, brought, undone, valueType, given, takenBack }) => [
    ...[referrer, brought, undone, valueType, given, takenBack],
  ])
  assert.deepEqual(told, [
    [ana, '3', '2', 'Points', '150', '100'],
    [bob, '1', '0', 'Points', '50', '0'],
  ])
  assert.equal(await points(ana), 50)
  const each = await rowsOf(shop, 'referrals', { from: '2000-01-01', to: '2100-01-01', by: 'friend' })
  assert.deepEqual(
    each
      .map(({ referrer, friend, undone, given, takenBack }) => [referrer, friend, undone, given, takenBack].join(' '))
      .toSorted(),
    [
      `${ana} ${friends[0]} 0 50 0`,
      `${ana} ${friends[1]} 1 50 50`,
      `${ana} ${friends[2]} 1 50 50`,
      `${bob} ${friends[3]} 0 50 0`,
    ].toSorted(),
  )
  assert.deepEqual(await rowsOf(shop, 'referrals', { from: '2000-01-01', to: '2000-12-31' }), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a setup brings nobody yet, and a referrer whose card was replaced is told by the new one', async () => {
  const { shop, bought, member, codeOf } = await openReferralShop()
  const ana = await member()
  const referralCode = await codeOf(ana)
  await bought(sale, { cardNumber: await member(), referralCode })
  const cardNumber = await member()
  await bought(sale, { cardNumber, referralCode, isSetup: true, lockSetupDuration: 60 })
  const target = await shop.card()
  await shop.must('transfer', { cardNumber: ana, action: 'out' })
  await shop.must('transfer', { cardNumber: target, oldCardNumber: ana, action: 'in' })
  const [row, ...others] = await rowsOf(shop, 'referrals')
  assert.deepEqual([row?.referrer, row?.brought, row?.given, others.length], [target, '1', '50', 0])
  assert.deepEqual(await shop.verify(), [])
})
