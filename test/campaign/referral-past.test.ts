import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { findReferralPast } from '../../server/storage/store/batch/referral.sql.ts'
import { openReferralShop } from '../support/referral-shop.ts'
import { testDatabase } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function referralsReadBy(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, one) => sum + referralsReadBy(one), 0)
  return below + (node['Relation Name'] === 'referral' ? own : 0)
}

test('whoever has brought thousands is asked for no more than what matters of the month', async () => {
  const { shop, bought, member, codeOf } = await openReferralShop()
  const [ada, bob] = [await member(), await member()]
  await bought('1 CAKE 5', { cardNumber: bob, referralCode: await codeOf(ada) })
  const [{ referrer_id: referrer, card_id: card }] = await sql(
    'select referrer_id::int, card_id::int from referral where brand_id = $1',
    [shop.id],
  )
  await sql(
    `insert into referral (brand_id, request_ref, referrer_id, card_id, happened_at)
     select $1, gen_random_uuid(), $2, 1000000 + i,
       case when i <= 3000 then now() - interval '1 year' else now() end - i * interval '1 second'
     from generate_series(1, 3040) as i`,
    [shop.id, referrer],
  )
  await sql('analyze referral', [])
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  const read: number[] = []
  const spy = {
    rows: async ([first, ...rest]: TemplateStringsArray, ...values: readonly unknown[]) => {
      const strings = [`explain (analyze, format json) ${first}`, ...rest]
      const [row] = await pool.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        Object.assign(strings, { raw: strings }),
        ...values,
      )
      read.push(referralsReadBy(row?.['QUERY PLAN'][0].Plan as PlanNode))
      return []
    },
  } as unknown as typeof pool
  const moment = { card, now: Date.now() }
  const month = { since: Date.now() - 86_400_000, most: 3 }
  const needs = [
    { kind: 'referral', referrer, month },
    { kind: 'referral', referrer },
  ] as const
  for (const need of needs) await findReferralPast(spy, shop.id, need, moment)
  const found = await Promise.all(needs.map((need) => findReferralPast(pool, shop.id, need, moment)))
  const stranger = await findReferralPast(pool, shop.id, needs[0], { ...moment, card: card + 500_000 })
  await pool.close()
  assert.deepEqual(
    [...found, stranger].map(({ inMonth, wasBrought }) => [inMonth, wasBrought]),
    [
      [3, true],
      [0, true],
      [3, false],
    ],
  )
  const [limited = 0, unlimited = 0] = read
  assert.ok(limited <= 50 && unlimited <= 2, String(read))
  await sql('delete from referral where brand_id = $1 and card_id > 1000000', [shop.id])
  assert.deepEqual(await shop.verify(), [])
})
