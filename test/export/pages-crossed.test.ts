import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Connection } from '../../server/ground/database/connection.ts'
import type { ExportRow } from '../../server/storage/export/column.ts'
import { findCardRange, listPage } from '../../server/storage/export/page.sql.ts'
import { readPeriod } from '../../server/storage/export/period.ts'
import { points } from '../support/checkout-shop.ts'
import { daysAgo } from '../support/export-room.ts'
import { testDatabase } from '../support/shop.ts'
import { openTierShop } from '../support/tier-shop.ts'

const newSources = ['firings', 'coupons', 'tier-changes'] as const

test('pages of firings, coupons and changes of levels go on where the one before ended', async () => {
  const rule = (id: string) => ({ id, trigger: 'checkout', then: [points(1)] })
  const { shop } = await openTierShop([rule('a'), rule('b'), rule('c')])
  for (let n = 0; n < 3; n += 1) {
    const cardNumber = await shop.card()
    for (const unitPrice of [150, 350]) await shop.must('checkout', { cardNumber, products: [{ sku: 'A', unitPrice }] })
    for (let more = 0; more < 2; more += 1)
      await shop.must('allocateCoupon', { cardNumber, couponSetId: 'ten', promotionId: `p${more}` })
  }
  const db = await Connection.open({ url: testDatabase(), isReadOnly: true })
  try {
    const period = readPeriod(daysAgo(1), daysAgo(-1))
    const range = await findCardRange(db, shop.id)
    assert.ok(typeof period !== 'string' && range)
    const cards = { from: range.first, until: range.last + 1 }
    for (const source of newSources) {
      for (const withPersons of [false, true]) {
        const walk = async (limit: number) => {
          const all: ExportRow[] = []
          for (;;) {
            const query = { brand: shop.id, period, cards, after: all.at(-1), limit, withPersons }
            const page = await listPage(db, source, query)
            all.push(...page)
            if (page.length < limit) return all
          }
        }
        const whole = await walk(1000)
        assert.ok(whole.length >= 4, `${source}: ${whole.length} rows`)
        for (const limit of [1, 2, 5]) assert.deepEqual(await walk(limit), whole, `${source} by ${limit}`)
      }
    }
  } finally {
    await db.close()
  }
  assert.deepEqual(await shop.verify(), [])
})
