import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

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

export interface Subscription {
  readonly subscriptionId: string
  readonly externalId?: string
  readonly name?: string
  readonly tier?: string
  readonly sourceSystem?: string
  readonly systemType?: string
  readonly subType?: string
  readonly subscriptionStatus: 'Active' | 'Inactive'
  readonly assignmentStartDate?: Instant
  readonly assignmentEndDate?: Instant
}

/** Gives a card a subscription, or replaces all that is kept of one that it has. */
export async function upsertSubscription(db: Sql, brand: BrandId, card: CardId, given: Subscription): Promise<void> {
  const { externalId, name, tier, sourceSystem, systemType, subType } = given
  await db.rows`
    insert into card_subscription (brand_id, card_id, subscription_id, external_id, name, tier, source_system,
      system_type, sub_type, status, assigned_at, starts_at, ends_at)
    values (${brand}, ${card}, ${given.subscriptionId}, ${externalId ?? null}, ${name ?? null}, ${tier ?? null},
      ${sourceSystem ?? null}, ${systemType ?? null}, ${subType ?? null}, ${given.subscriptionStatus},
      clock_timestamp(), ${toTimestamp(given.assignmentStartDate)}, ${toTimestamp(given.assignmentEndDate)})
    on conflict (brand_id, card_id, subscription_id) do update
    set external_id = excluded.external_id, name = excluded.name, tier = excluded.tier,
      source_system = excluded.source_system, system_type = excluded.system_type, sub_type = excluded.sub_type,
      status = excluded.status, assigned_at = excluded.assigned_at, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at`
}
