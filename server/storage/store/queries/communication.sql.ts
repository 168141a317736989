import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface CommunicationRow {
  readonly request_ref: RequestRef
  readonly line: number
  readonly created_at: Instant
  readonly channel: string
  readonly rule_id: string | null
  readonly template_id: string | null
  readonly subject: string | null
  readonly state: 'waiting' | 'sent' | 'failed' | 'cancelled' | 'notSent'
  readonly last_error: string | null
  readonly sent_at: Instant | null
  /** Of a message that is sent later and still waits for its time. */
  readonly due_at: Instant | null
  readonly child_number: string | null
}

/** The messages to a card and to its child cards, the newest first. */
export function listCommunication(
  db: Sql,
  brand: BrandId,
  card: CardId,
  page: { readonly limit: number; readonly offset: number },
): Promise<CommunicationRow[]> {
  return db.rows<CommunicationRow>`
    select request_ref, line, created_at, channel, rule_id, template_id, subject, state, last_error,
      sent_at, case when state = 'waiting' and next_attempt_at is null then due_at end as due_at,
      (select card_number from card
        where card.brand_id = ${brand} and card.card_id = message.card_id and root_id is not null) as child_number
    from message
    where brand_id = ${brand} and card_id = any(array(
      select card_id from card where brand_id = ${brand} and card_id = ${card}
      union all
      select card_id from card where brand_id = ${brand} and root_id = ${card}))
    order by created_at desc, request_ref desc, line desc
    limit ${page.limit} offset ${page.offset}`
}
