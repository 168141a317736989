import assert from 'node:assert/strict'
import test from 'node:test'
import { assertBlocked, codeSet, openCodeShop, withCodes } from '../support/code-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { applyFile } from '../support/shop.ts'

const applyOf = ({ shop }: Awaited<ReturnType<typeof openCodeShop>>, sections: object) =>
  shop.call('applyBrand', { brandFile: { ...shop.file, ...sections } })

test('a code that disappears is switched off, and what was used of it counts when it is back, in any set', async () => {
  const room = await openCodeShop([{ code: 'COME', uses: 3 }])
  const { shop, pay, left, recode } = room
  assert.equal((await pay('COME')).body.totalDiscount, 10)
  await recode([{ code: 'OTHER' }])
  assertBlocked(await pay('COME'), 'COME', /There is no such coupon/)
  assertRefused(await shop.call('couponDetails', { couponId: 'COME' }), 121)
  const winter = codeSet([{ code: 'come', uses: 3 }], 'winter')
  await applyFile({ ...shop.file, couponSets: [codeSet([{ code: 'OTHER' }]), winter] })
  assert.equal(await left('COME'), 2)
  assert.deepEqual(await shop.verify(), [])
})

test('an apply says what changes of a code, and the same file again changes nothing', async () => {
  const room = await openCodeShop([{ code: 'A', uses: 3 }, { code: 'B' }])
  const changed = withCodes([{ code: 'A', uses: 5, perCard: 1 }, { code: 'C' }])
  const { body } = await applyOf(room, changed)
  assert.deepEqual(body.changes, [
    'couponSets/summer/codes/A: uses 3 -> 5',
    'couponSets/summer/codes/A: perCard none -> 1',
    'couponSets/summer/codes/C: added',
    'couponSets/summer/codes/B: switched off',
  ])
  assert.equal((await applyOf(room, changed)).body.changed, false)
})

test('an export has the codes, and applying it changes nothing', async () => {
  const code = { code: 'Été', uses: 3, perCard: 2, from: '2026-01-01 00:00:00', until: '2027-01-01 00:00:00' }
  const { shop } = await openCodeShop([code])
  const { brandFile } = await shop.must('exportBrand', {})
  const set = brandFile.couponSets.find(({ id }: { id: string }) => id === 'summer')
  assert.deepEqual(set.codes, [code])
  const { changed } = await shop.must('applyBrand', { brandFile })
  assert.equal(changed, false)
})

test('a code that coupons have as their id, in any case, is refused, and no coupon gets the id of a code', async () => {
  const narrow = { id: 'narrow', name: 'Narrow', generate: { count: 1, prefix: 'ABC', length: 4 }, autoGenerate: true }
  const room = await openCodeShop([{ code: 'A' }], [], { more: { couponSets: [codeSet([{ code: 'A' }]), narrow] } })
  const { shop } = room
  await shop.must('allocateCoupon', { couponId: 'MiXed-1', couponSetId: 'narrow', createIfNew: true })
  await shop.must('allocateCoupon', { couponId: 'Straße', couponSetId: 'narrow', createIfNew: true })
  for (const code of ['mixed-1', 'STRASSE']) {
    const { body } = await applyOf(room, { couponSets: [codeSet([{ code: 'A' }, { code }]), narrow] })
    assert.equal(body.errorCode, 100)
    assert.match(body.errorMessage, new RegExp(`couponSets\\[summer\\]\\.codes\\[${code}\\]: there is a coupon `))
  }
  const all = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'].map((letter) => `ABC${letter}`)
  const { couponId: first } = await shop.must('allocateCoupon', { couponSetId: 'narrow' })
  // Ids are drawn: of one that is free among 32 the draws might miss it.
  const free = all.filter((id) => id !== first).slice(0, 8)
  const codes = all.filter((id) => id !== first && !free.includes(id)).map((code) => ({ code: code.toLowerCase() }))
  await shop.must('applyBrand', { brandFile: { ...shop.file, couponSets: [codeSet(codes), narrow] } })
  const { couponId: second } = await shop.must('allocateCoupon', { couponSetId: 'narrow' })
  assert.ok(free.includes(second), 'an id that is neither a coupon nor a code')
  assert.deepEqual(await shop.verify(), [])
})

test('a set of coupons that becomes one of codes gives no more coupons', async () => {
  const room = await openCodeShop([{ code: 'A' }])
  const { shop } = room
  await shop.must('allocateCoupon', { couponId: 'TEN-1' })
  await applyFile({ ...shop.file, couponSets: [codeSet([{ code: 'A' }]), codeSet([{ code: 'T' }], 'ten')] })
  assertRefused(await shop.call('allocateCoupon', { couponSetId: 'ten' }), 123)
  assertRefused(await shop.call('allocateCoupon', { couponId: 'TEN-2' }), 123)
  const { isAllocated } = await shop.must('couponDetails', { couponId: 'TEN-1' })
  assert.equal(isAllocated, true)
})

test('a locked setup is completed with its code, even if the file no longer has it', async () => {
  const { shop, lock, complete, cancel, recode, left } = await openCodeShop([{ code: 'GONE', uses: 2 }])
  const [card, other] = [await shop.card(), await shop.card()]
  const first = await lock(card, '3 CAKE 10', { coupons: ['GONE'] })
  const second = await lock(other, '3 CAKE 10', { coupons: ['GONE'] })
  await recode([{ code: 'OTHER' }])
  assert.equal((await complete(first)).body.totalDiscount, 10)
  assert.equal((await cancel(second)).body.success, true)
  await recode([{ code: 'GONE', uses: 2 }])
  assert.equal(await left('GONE'), 1)
  assert.deepEqual(await shop.verify(), [])
})
