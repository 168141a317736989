import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** What a checkout of such a brand leaves behind. */
const sections = {
  webhooks: [{ id: 'erp', url: 'https://erp.example/' }],
  couponSets: [
    { id: 'ten', coupons: ['TEN-1', 'TEN-2'] },
    { id: 'public', codes: [{ code: 'ALL', uses: 9 }] },
  ],
  eventTypes: [{ categoryId: 'visit', name: 'Visit' }],
  campaigns: [
    {
      id: 'earn',
      variants: { A: 100 },
      rules: [
        {
          id: 'points',
          trigger: 'checkout',
          limit: { times: 1000, per: 'brand' },
          budget: { amount: 1000, of: { balanceType: 'Points' } },
          then: [
            { issue: { balanceType: 'Points', amount: 5 } },
            { logEvent: { categoryId: 'visit' } },
            { notify: { channel: 'webhook', text: 'Thanks' } },
          ],
        },
        {
          id: 'coupon',
          trigger: 'checkout',
          when: [{ fact: 'coupon', set: 'ten' }],
          then: [{ discount: { amount: 1 } }],
        },
        {
          id: 'code',
          trigger: 'checkout',
          when: [{ fact: 'code', set: 'public' }],
          then: [{ discount: { amount: 1 } }],
        },
      ],
    },
  ],
}

const written = [
  ...['balance', 'card', 'checkout', 'coupon', 'event', 'idempotency_key', 'ledger', 'lot', 'message'],
  ...[
    'notice',
    'notice_delivery',
    'rule_firing',
    'campaign_side',
    'request',
    'code_use',
    'code_count',
    'budget_stripe',
    'budget_use',
  ],
]

test('a call whose last row cannot be written has not happened, whichever row that is', async () => {
  const shop = await openShop({ more: sections })
  const cardNumber = await shop.card()
  const coupons = await Promise.all(['TEN-1', 'TEN-2'].map(() => allocate(shop)))
  const buy = (index: number, id: string) =>
    shop.call(
      'checkout',
      { cardNumber, checkoutTotal: 5, coupons: [coupons[index], 'ALL'] },
      { customRequestId: `checkout-${id}` },
    )
  const before = await dumpBrand(shop.id)
  assert.equal((await buy(0, 'first')).body.success, true)
  const after = await dumpBrand(shop.id)
  for (const table of written) assert.notDeepEqual(after[table], before[table], `${table} is written to`)

  for (const table of written) {
    await whileUnwritable(table, async () => {
      const { status, body } = await buy(1, table)
      assert.deepEqual([status, body.errorCode], [500, 1], table)
    })
    assert.deepEqual(await dumpBrand(shop.id), after, table)
  }
  assert.equal((await buy(1, 'request')).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

async function allocate(shop: Shop): Promise<string> {
  return (await shop.must('allocateCoupon', { couponSetId: 'ten' })).couponId
}

/** Every successful change of the table fails; the record of the refused call may be written. */
async function whileUnwritable(table: string, body: () => Promise<void>): Promise<void> {
  await sql(
    `create or replace function fail_write() returns trigger language plpgsql as
     $$ begin raise exception 'as if'; end $$`,
    [],
  )
  const when = table === 'request' ? 'insert on request for each row when (new.error_code is null)' : undefined
  const event = when ?? `insert or update or delete on ${table} for each row`
  await sql(`create trigger fail_write before ${event} execute function fail_write()`, [])
  try {
    await body()
  } finally {
    await sql(`drop trigger fail_write on ${table}`, [])
  }
}
