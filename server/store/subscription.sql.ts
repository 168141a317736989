import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { Sql } from './connection.ts'

export interface SubscriptionRow {
  readonly subscription_id: string
  readonly external_id: string | null
  readonly name: string | null
  readonly tier: string | null
  readonly source_system: string | null
  readonly system_type: string | null
  readonly sub_type: string | null
  readonly status: 'Active' | 'Inactive'
  readonly assigned_at: Instant
  readonly starts_at: Instant | null
  readonly ends_at: Instant | null
}

/** The subscriptions of a card, the one that was assigned last first. */
export function listSubscriptions(db: Sql, brand: BrandId, card: CardId): Promise<SubscriptionRow[]> {
  return db.rows<SubscriptionRow>`
    select subscription_id, external_id, name, tier, source_system, system_type, sub_type, status, assigned_at,
      starts_at, ends_at
    from card_subscription
    where brand_id = ${brand} and card_id = ${card}
    order by assigned_at desc, subscription_id
    limit 1000`
}
