import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { withPurser } from '../support/purser-process.ts'
import type { Shop } from '../support/shop.ts'

const basket = { checkoutTotal: 10, coupons: ['crash'] }
const tills = 8
const soldBefore = 60

test('after a power cut a public code was used once by each checkout that happened, and by no other', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const asked = new Set<string>()
    const confirmed = new Set<string>()
    let isOpen = true
    const sell = async (till: number) => {
      for (let sale = 0; isOpen; sale += 1) {
        const id = `${till}-${sale}`
        asked.add(id)
        if (await checkedOut(shop, id)) confirmed.add(id)
        else await wait(20)
      }
    }
    const selling = Array.from({ length: tills }, (_, till) => sell(till))
    while (confirmed.size < soldBefore) await wait(5)
    await purser.killAll()
    isOpen = false
    await Promise.all(selling)

    const again = await purser.start()
    const before = await usedOf(again)
    assert(before >= confirmed.size, `${before} uses of ${confirmed.size} checkouts that were confirmed`)
    for (const id of asked) await checkedOut(again, id)
    assert.equal(await usedOf(again), asked.size, 'whoever repeats a call has used the code once')
    assert.deepEqual(await purser.discrepancies(), [])
  }))

/** Whether it has happened, now or before. */
async function checkedOut(shop: Shop, customRequestId: string): Promise<boolean> {
  const answer = await shop.call('checkout', basket, { customRequestId }).catch(() => undefined)
  return answer?.body.success === true || answer?.body.errorCode === 3
}

async function usedOf(shop: Shop): Promise<number> {
  return 100_000 - (await shop.must('couponDetails', { couponId: 'CRASH' })).usesLeft
}
