import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A message whose time has come. Its cards are those of today: after a transfer, the heirs. */
export interface LaterMessage {
  readonly ref: RequestRef
  readonly line: number
  readonly rule: string
  readonly createdAt: Instant
  readonly dueAt: Instant
  /** The card of the call, which the rule's conditions are about, and the one that the message goes to. */
  readonly card: CardId | null
  readonly recipient: CardId | null
  /** The events of the call that the rule had seen, as JSON. */
  readonly events: string | null
}

/** The brands among these that have such messages. */
export async function listBrandsWithLater(
  db: Sql,
  brands: readonly BrandId[],
  now: Instant,
): Promise<readonly BrandId[]> {
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand_id
    from brand
    where brand_id = any(${textArray(brands)}::text[]) and exists (
      select from message
      where message.brand_id = brand.brand_id and message.brand_id = any(${textArray(brands)}::text[])
        and due_at <= ${toTimestamp(now)}
        and state = 'waiting' and next_attempt_at is null)`
  return rows.map((row) => row.brand_id)
}

/** A page of them, the longest due first. */
export function listLaterMessages(
  db: Sql,
  brand: BrandId,
  { now, after, limit }: { readonly now: Instant; readonly after: LaterMessage | undefined; readonly limit: number },
): Promise<LaterMessage[]> {
  const from = after ?? { dueAt: 0, ref: '00000000-0000-0000-0000-000000000000', line: 0 }
  return db.rows<LaterMessage>`
    select request_ref as ref, line, rule_id as rule, created_at as "createdAt", due_at as "dueAt",
      coalesce(heir.heir_id, of_card_id) as card, coalesce(recipient_heir.heir_id, message.card_id) as recipient,
      of_events::text as events
    from message
    left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = of_card_id
    left join card_heir as recipient_heir
      on recipient_heir.brand_id = ${brand} and recipient_heir.card_id = message.card_id
    where message.brand_id = ${brand} and state = 'waiting' and next_attempt_at is null
      and due_at <= ${toTimestamp(now)}
      and (due_at, request_ref, line) > (${toTimestamp(from.dueAt)}::timestamptz, ${from.ref}::uuid, ${from.line}::integer)
    order by due_at, request_ref, line
    limit ${limit}`
}

/** It cannot be judged, and is not sent. */
export function giveUpMessage(
  db: Sql,
  brand: BrandId,
  { ref, line }: Pick<LaterMessage, 'ref' | 'line'>,
): Promise<unknown> {
  return db.rows`
    update message
    set state = 'notSent', last_error = 'notJudged'
    where brand_id = ${brand} and request_ref = ${ref} and line = ${line} and state = 'waiting'
      and next_attempt_at is null`
}
