import type { ChannelKind } from '../../../domain/channel/channel-user.ts'
import type { MessageName, OutboxMessage } from '../../../domain/message/outbox-message.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A notice that messages bounce, or that they no longer do. */
export interface BounceNotice {
  readonly eventType: 'BOUNCED' | 'UNBOUNCED'
  readonly channel: ChannelKind
  /** Whose messages: those to an address, or of these only those to a card's customer. */
  readonly to: { readonly key: string; readonly cardId?: CardId }
  readonly reason?: string | undefined
  readonly happenedAt: Instant
}

/** Stores a bounce for the job. A bounce of an address that no card has concerns nobody and is not kept. */
export function insertBounce(db: Sql, brand: BrandId, notice: BounceNotice): Promise<unknown> {
  const { eventType, channel, to, reason = null, happenedAt } = notice
  const { cardId = null, key } = to
  return db.rows`
    insert into bounce (brand_id, event_type, channel, card_id, user_key, reason, happened_at)
    select owner.brand_id, ${eventType}, ${channel}, ${cardId}::bigint, ${key}::text, ${reason},
      ${toTimestamp(happenedAt)}
    from (select brand_id from brand where brand_id = ${brand}) as owner
    where exists (
      select from account_term
      where account_term.brand_id = owner.brand_id and field = any(${textArray(termFieldsOf(channel))}::text[])
        and term = ${key})`
}

/** The fields of a customer that a channel's users stand in. */
export const termFieldsOf = (channel: ChannelKind) => (channel === 'email' ? ['email'] : ['phone', 'mobilePhone'])

type Leased = MessageName & Pick<OutboxMessage, 'leaseUntil'>

/** Gives up a message whose recipient was refused, and stores the bounce with it. No effect if another worker has it. */
export function markBounced(
  db: Sql,
  brand: BrandId,
  { ref, line, leaseUntil }: Leased,
  notice: BounceNotice,
): Promise<unknown> {
  const { eventType, channel, to, reason = null, happenedAt } = notice
  const { cardId = null, key } = to
  return db.rows`
    with failed as (
      update message
      set state = 'failed', attempts = attempts + 1, last_error = ${reason}, next_attempt_at = null, lease_until = null
      where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
        and lease_until = ${toTimestamp(leaseUntil)}
      returning 1)
    insert into bounce (brand_id, event_type, channel, card_id, user_key, reason, happened_at)
    select ${brand}, ${eventType}, ${channel}, ${cardId}::bigint, ${key}::text, ${reason}, ${toTimestamp(happenedAt)}
    from failed`
}
