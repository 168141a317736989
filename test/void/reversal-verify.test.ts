import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { broughtBack, undone } from '../support/undo-shop.ts'
import { bookExpiry } from '../support/worker-room.ts'

/** Each breaks one promise behind the server's back. */
const breaks: readonly (readonly [statement: string, check: RegExp])[] = [
  ['update lot set expired = expired + 1 where brand_id = $1 and expired > 0', /booked as expired/],
  ['update lot set settled = settled + 1 where brand_id = $1 and settled > 0', /what voids and returns have counted/],
  ['update lot set settled = settled + 1 where brand_id = $1 and settled > 0', /than did expire/],
  ['update lot set stand_ins = null where brand_id = $1', /in the stead of one/],
  [
    `update ledger set amount = amount + 1 where brand_id = $1 and (request_ref, line) in (
       select request_ref, line from ledger where brand_id = $1 and kind = 'Void' limit 1)`,
    /each void takes back/,
  ],
  [
    `update request set detail = detail - 'expired' where brand_id = $1 and operation = 'voidTransaction'
       and detail -> 'expired' is not null`,
    /each void takes back/,
  ],
  [
    `update request set detail = detail - 'shortfalls' where brand_id = $1 and operation = 'returnMerchandise'`,
    /what a return was to take back/,
  ],
  ['delete from card_heir where brand_id = $1', /one heir/],
  ['update card_heir set heir_id = card_id where brand_id = $1', /one heir/],
]

/** A voided issuance that expired in part, a return with a shortfall and something expired, and a transfer. */
async function openReversed() {
  const open = await openRuleShop([{ then: [points(perDollar(1), { expiresAfter: { days: 1 } })] }])
  const { shop, bought } = open
  const [card, buyer, old] = [await shop.card(), await shop.card(), await shop.card({ usd: 3 })]
  const expiring = { issuedBalanceExpiration: secondsFromNow(oneDay) }
  const { requestRef } = (await shop.issue(card, { usd: 5 }, expiring)).body
  await shop.redeem(card, { usd: 2 })
  await shop.issue(card, { usd: 7 })
  const sale = await bought('10 ESP 1', { cardNumber: buyer })
  await shop.redeem(buyer, { points: 6 })
  await letTimePass(shop, oneDay + 1)
  await bookExpiry(shop)
  await undone(shop, card, requestRef)
  await broughtBack(shop, sale, '10 ESP')
  await transfersOf(shop).moved(await shop.card(), old)
  return shop
}

for (const [statement, check] of breaks) {
  test(`verify notices: ${check.source}: ${statement.replace(/\s+/g, ' ').slice(0, 50)}`, async () => {
    const shop = await openReversed()
    assert.deepEqual(await shop.verify(), [])
    await sql(statement, [shop.id])
    const found = await shop.verify()
    assert.ok(
      found.some((one) => check.test(one.check)),
      JSON.stringify(found),
    )
  })
}
