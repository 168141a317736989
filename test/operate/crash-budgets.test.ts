import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Purser, withPurser } from '../support/purser-process.ts'
import type { Shop } from '../support/shop.ts'

/** 10 % of it are 78 cents, so that the budget of 50.00 ends within a checkout. */
const basket = { checkoutTotal: 7.77, coupons: ['EDGE'], failOnUnusedCoupons: false }
const budgetCents = 5000
const tills = 40
/** With the forty that are under way it is used up. */
const beforeCents = budgetCents - (tills * 78) / 2

test('a server that is killed at the edge of a budget has given away no cent more than the budget', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const till = new Tills()
    const selling = Array.from({ length: tills }, (_, index) => till.sell(shop, index))
    while (till.givenCents < beforeCents) await wait(1)
    await purser.killServer()
    till.close()
    await Promise.all(selling)

    const again = await purser.start()
    const stored = await sumsOf(purser)
    assert.ok(stored.discounts >= till.givenCents, 'what was confirmed has happened')
    assert.ok(stored.discounts <= budgetCents, `${stored.discounts} of ${budgetCents}`)
    assert.deepEqual(stored.uses, stored.discounts)

    for (const id of till.asked) await buy(again, id)
    await Promise.all(Array.from({ length: tills }, (_, index) => buy(again, `later ${index}`)))
    assert.deepEqual(
      await sumsOf(purser),
      { discounts: budgetCents, uses: budgetCents },
      'and not a cent less in the end',
    )
    assert.deepEqual(await purser.discrepancies(), [])
  }))

/** Tills that sell until they are closed, each checkout under an id of its own. */
class Tills {
  readonly asked = new Set<string>()
  givenCents = 0
  private isOpen = true

  async sell(shop: Shop, index: number): Promise<void> {
    for (let sale = 0; this.isOpen; sale += 1) {
      const id = `${index}-${sale}`
      this.asked.add(id)
      const cents = await buy(shop, id)
      this.givenCents += cents ?? 0
    }
  }

  close(): void {
    this.isOpen = false
  }
}

/** What it takes off, in cents; undefined where that is not answered, or was before. */
async function buy(shop: Shop, customRequestId: string): Promise<number | undefined> {
  const answer = await shop.call('checkout', basket, { customRequestId }).catch(() => undefined)
  if (answer?.body.success) return Math.round(answer.body.totalDiscount * 100)
  if (answer?.body.errorCode !== 3) await wait(20)
  return undefined
}

async function sumsOf(purser: Purser): Promise<{ discounts: number; uses: number }> {
  const [row] = await purser.ask(
    `select (select sum(discount) from checkout where brand_id = 'crash')::int as discounts,
       (select sum(amount) from budget_use where brand_id = 'crash' and state < 2)::int as uses`,
  )
  return { discounts: Number(row?.discounts), uses: Number(row?.uses) }
}
