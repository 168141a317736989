import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openTransferShop } from '../support/transfer-shop.ts'

/** Each breaks one promise behind the server's back. $1 is the brand, $2 the old card, $3 the new one. */
//  what is broken, and how                                     the check that notices
const breaks: readonly [statement: string, check: RegExp][] = [
  [`update card set transferred_by = null where brand_id = $1 and card_number = $2 and $3 <> ''`, /at most once/],
  [
    `update request set detail = jsonb_set(detail, '{transfer,from}', (select to_jsonb(card_id) from card
       where brand_id = $1 and card_number = $3)) where brand_id = $1 and detail -> 'transfer' ? 'from' and $2 <> ''`,
    /at most once/,
  ],
  [
    `update ledger set amount = amount + 1 where brand_id = $1 and kind = 'Transfer' and amount > 0 and $2 <> $3`,
    /as much of a value type as it takes/,
  ],
  [
    `update lot set amount = 1 where (brand_id, card_id) in (select brand_id, card_id from card
       where brand_id = $1 and card_number = $2) and $3 <> ''`,
    /has nothing left/,
  ],
  [
    `update card set root_id = (select card_id from card where brand_id = $1 and card_number = $2)
       where brand_id = $1 and card_number = 'KID' and $3 <> ''`,
    /left it when that was transferred in/,
  ],
]

async function transferred(shop: Shop): Promise<[old: string, card: string]> {
  const [old, card] = [await shop.card({ points: 5 }), await shop.card()]
  await shop.must('allocateChildCard', { cardNumber: old, childCardNumber: 'KID' })
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: card, oldCardNumber: old })
  return [old, card]
}

for (const [statement, check] of breaks) {
  test(`verify notices: ${statement.replace(/\s+/g, ' ').slice(0, 60)}`, async () => {
    const { shop } = await openTransferShop()
    const [old, card] = await transferred(shop)
    assert.deepEqual(await shop.verify(), [])

    await sql(statement, [shop.id, old, card])

    const found = await shop.verify()
    assert.ok(
      found.some((one) => check.test(one.check)),
      JSON.stringify(found),
    )
  })
}
