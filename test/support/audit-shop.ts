import assert from 'node:assert/strict'
import { sealPage } from '../../server/background/jobs/audit/seal-audit.ts'
import type { AuditEntry } from '../../server/domain/audit/entry.ts'
import { sentenceOf } from '../../server/domain/audit/sentence.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { listAuditEntries } from '../../server/storage/store/audit/entry.sql.ts'
import { ask } from './race.ts'
import { openShop, type Shop, testDatabase } from './shop.ts'

/** A brand with everything that can be changed by hand: an employee, coupons, senders, a webhook. */
export function openAuditShop(): Promise<Shop> {
  return openShop({
    locations: [
      {
        id: 'L1',
        name: 'Pier 1',
        terminals: ['T1'],
        employees: [{ id: 'E1', name: 'Anna Smith', password: 'open sesame, please' }],
      },
    ],
    more: {
      couponSets: [{ id: 'welcome', name: 'Welcome', generate: { count: 2, prefix: 'W', length: 12 } }],
      senders: { sms: { url: 'https://sms.test/token-7f3a' } },
      webhooks: [{ id: 'crm', url: 'https://crm.test/hook-9c1d' }],
    },
  })
}

export async function entriesOf(shop: Pick<Shop, 'id'>): Promise<AuditEntry[]> {
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    return (await listAuditEntries(pool, shop.id, { limit: 1000 })).toReversed()
  } finally {
    await pool.close()
  }
}

/** What was added to the audit log meanwhile, the oldest first. */
export async function addedBy(shop: Pick<Shop, 'id'>, change: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await entriesOf(shop)).map(({ id }) => id))
  await change()
  return (await entriesOf(shop)).filter(({ id }) => !before.has(id))
}

/** The same without what differs each time. */
export const contentOf = ({ id: _, at: __, ref: ___, ...content }: AuditEntry) => content

/** The one sentence that was added meanwhile. */
export async function toldBy(shop: Pick<Shop, 'id'>, change: () => Promise<unknown>): Promise<string> {
  const [entry, ...others] = await addedBy(shop, change)
  assert.deepEqual(others, [])
  assert.ok(entry, 'an entry was added')
  return sentenceOf(entry)
}

/** As if it had failed for days. */
export async function disableReceivers({ id }: Shop): Promise<void> {
  await ask(
    `insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason)
     values ($1, 'sms', 1, now(), 'gone') on conflict do nothing`,
    [id],
  )
  await ask(
    `insert into webhook_state (brand_id, webhook_id, disabled_at, brand_version, reason) values ($1, 'crm', now(), 1, 'gone')
     on conflict (brand_id, webhook_id) do update set disabled_at = excluded.disabled_at`,
    [id],
  )
}

/** Nothing is wrong with the brand, neither before its entries are sealed nor afterwards. */
export async function assertInOrder(shop: Shop): Promise<void> {
  assert.deepEqual(await shop.verify(), [])
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  await sealPage(pool, shop.id).finally(() => pool.close())
  assert.deepEqual(await shop.verify(), [])
}
