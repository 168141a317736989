import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export const repairKinds = ['take', 'give', 'tell'] as const
export type RepairKind = (typeof repairKinds)[number]

/** What is done to each card, besides taking back: plain JSON. */
export interface RepairWish {
  readonly balanceType?: string
  readonly balanceCode?: string
  /** Decimal text. */
  readonly amount?: string
  readonly expiresAt?: Instant
  readonly template?: string
}

export interface NewRepair {
  readonly id: string
  readonly campaign: string
  readonly kind: RepairKind
  readonly wish: RepairWish
  readonly locationId: string
  readonly terminalId: string
  readonly reason: string
  readonly askedBy: string
  readonly isByUser: boolean
  readonly approvedBy?: string | undefined
  readonly askedAt: Instant
}

export interface PlannedCard {
  readonly cardId: CardId
  readonly lots?: readonly { readonly lot: number; readonly amount: Minor }[]
}

export async function insertRepair(
  db: Sql,
  brand: BrandId,
  repair: NewRepair,
  cards: readonly PlannedCard[],
): Promise<void> {
  await db.rows`
    insert into repair (brand_id, repair_id, campaign_id, kind, wish, location_id, terminal_id, reason, asked_by, by_user,
      approved_by, asked_at, cards)
    values (${brand}, ${repair.id}, ${repair.campaign}, ${repair.kind}, ${JSON.stringify(repair.wish)}::jsonb,
      ${repair.locationId}, ${repair.terminalId}, ${repair.reason}, ${repair.askedBy}, ${repair.isByUser},
      ${repair.approvedBy ?? null}, ${toTimestamp(repair.askedAt)}, ${cards.length})`
  await db.rows`
    insert into repair_card (brand_id, repair_id, card_id, lots)
    values (${brand}, ${repair.id}::uuid,
      unnest(${plainArray(cards.map((card) => card.cardId))}::bigint[]),
      unnest(${textArray(cards.map((card) => card.lots && JSON.stringify(card.lots)))}::jsonb[]))`
}

export interface RepairRow {
  readonly repair_id: string
  readonly campaign_id: string
  readonly kind: RepairKind
  readonly wish: RepairWish
  readonly location_id: string
  readonly terminal_id: string
  readonly reason: string
  readonly asked_by: string
  readonly by_user: boolean
  readonly approved_by: string | null
  readonly asked_at: Instant
  readonly cards: number
  readonly ended_at: Instant | null
}

/** The brands in which something is to be done. */
export async function listRepairingBrands(db: Sql): Promise<readonly BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct brand_id
    from repair
    where ended_at is null and (${brands}::text[] is null or brand_id = any(${brands}::text[]))`
  return rows.map(({ brand_id }) => brand_id)
}

export function listOpenRepairs(db: Sql, brand: BrandId): Promise<RepairRow[]> {
  return db.rows<RepairRow>`
    select repair_id, campaign_id, kind, wish, location_id, terminal_id, reason, asked_by, by_user, approved_by, asked_at,
      cards, ended_at
    from repair
    where brand_id = ${brand} and ended_at is null
    order by asked_at, repair_id`
}

export interface RepairCardRow {
  readonly card_id: CardId
  readonly lots: readonly { readonly lot: number; readonly amount: Minor }[] | null
  readonly card_number: string
  /** The card that it is a child of. */
  readonly root_number: string | null
  /** Its value has left it, and is on no other card yet. */
  readonly is_between: boolean
  /** Its value is on another card of the repair, which has a turn of its own. */
  readonly is_merged: boolean
}

/**
 * Cards of a repair that wait, after one. What a card had was moved with it since: then its heir has its turn, for the same
 * lots, in the smallest unit of its own program. Goodwill and messages go to an heir only if it has no turn of its own.
 */
export function listWaitingCards(
  db: Sql,
  brand: BrandId,
  { repair, after, limit }: { readonly repair: string; readonly after: CardId; readonly limit: number },
): Promise<RepairCardRow[]> {
  return db.rows<RepairCardRow>`
    select waiting.card_id, case when heir.heir_id is null then waiting.lots else (
        select coalesce(jsonb_agg(jsonb_build_object('lot', moved.lot_no,
          'amount', trunc(part.amount * power(10::numeric, other_type.scale - own_type.scale))::bigint)
          order by moved.lot_no), '[]')
        from jsonb_to_recordset(waiting.lots) as part (lot integer, amount bigint)
        join lot as own on own.brand_id = ${brand} and own.card_id = waiting.card_id and own.lot_no = part.lot
        join lot as moved on moved.brand_id = ${brand} and moved.card_id = heir.heir_id
          and moved.from_card = coalesce(own.from_card, own.card_id) and moved.from_lot = coalesce(own.from_lot, own.lot_no)
        join value_type as own_type on own_type.brand_id = ${brand} and own_type.value_type_id = own.value_type_id
        join value_type as other_type on other_type.brand_id = ${brand} and other_type.value_type_id = moved.value_type_id)
      end as lots,
      card.card_number, root.card_number as root_number,
      card.status = 'Transfer' and card.transferred_by is null as is_between, card.transferred_by is not null as is_merged
    from repair_card as waiting
    left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = waiting.card_id
      and (waiting.lots is not null or not exists (
        select from repair_card as other
        where other.brand_id = ${brand} and other.repair_id = waiting.repair_id and other.card_id = heir.heir_id))
    join card on card.brand_id = ${brand} and card.card_id = coalesce(heir.heir_id, waiting.card_id)
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where waiting.brand_id = ${brand} and waiting.repair_id = ${repair}::uuid and waiting.ended_at is null
      and waiting.card_id > ${after}
    order by waiting.card_id
    limit ${limit}`
}

export interface EndedCard {
  readonly cardId: CardId
  readonly ref?: RequestRef | undefined
  readonly code?: number | undefined
}

export async function endCards(db: Sql, brand: BrandId, repair: string, ended: readonly EndedCard[]): Promise<void> {
  if (ended.length === 0) return
  await db.rows`
    update repair_card
    set ended_at = now(), request_ref = done.request_ref, error_code = done.error_code
    from unnest(
      ${plainArray(ended.map((one) => one.cardId))}::bigint[],
      ${plainArray(ended.map((one) => one.ref))}::uuid[],
      ${plainArray(ended.map((one) => one.code))}::integer[]) as done (card_id, request_ref, error_code)
    where repair_card.brand_id = ${brand} and repair_card.repair_id = ${repair}::uuid
      and repair_card.card_id = done.card_id and repair_card.ended_at is null`
}

/** Ends a repair none of whose cards waits; says whether that is so. */
export async function endRepair(db: Sql, brand: BrandId, repair: string): Promise<boolean> {
  const ended = await db.affected`
    update repair set ended_at = now()
    where brand_id = ${brand} and repair_id = ${repair}::uuid and ended_at is null and not exists (
      select from repair_card
      where repair_card.brand_id = ${brand} and repair_card.repair_id = ${repair}::uuid
        and repair_card.ended_at is null)`
  return ended > 0
}

export interface ShownRepairRow extends RepairRow {
  readonly done: number
  readonly nothing: number
  readonly refused: number
  /** How many were between two cards for too long, to take from them or to give them something. */
  readonly stranded: number
  /** How many wait because they are between two cards. */
  readonly between: number
  /** How many of those that were done were undone since. */
  readonly undone: number
}

/** What was done about a campaign, the newest first. */
export function listRepairsOf(db: Sql, brand: BrandId, campaign: string, limit: number): Promise<ShownRepairRow[]> {
  return db.rows<ShownRepairRow>`
    select repair.repair_id, campaign_id, kind, wish, location_id, terminal_id, reason, asked_by, by_user, approved_by,
      asked_at, cards, repair.ended_at, each.done, each.nothing, each.refused, each.stranded, each.undone,
      waiting.between
    from repair
    cross join lateral (
      select count(*) filter (where repair_card.request_ref is not null and voided_by is null) as done,
        count(*) filter (where ended_at is not null and repair_card.request_ref is null and repair_card.error_code is null)
          as nothing,
        count(*) filter (where repair_card.error_code is not null
          and (kind, repair_card.error_code) not in (('take', 112), ('give', 128))) as refused,
        count(*) filter (where (kind, repair_card.error_code) in (('take', 112), ('give', 128))) as stranded,
        count(*) filter (where voided_by is not null) as undone
      from repair_card
      left join request on request.brand_id = ${brand} and request.request_ref = repair_card.request_ref
      where repair_card.brand_id = ${brand} and repair_card.repair_id = repair.repair_id) as each
    cross join lateral (
      select count(*) as between
      from repair_card
      left join card_heir as heir on heir.brand_id = ${brand} and heir.card_id = repair_card.card_id
      join card on card.brand_id = ${brand} and card.card_id = coalesce(heir.heir_id, repair_card.card_id)
      where repair_card.brand_id = ${brand} and repair_card.repair_id = repair.repair_id
        and repair_card.ended_at is null and repair.kind in ('take', 'give') and card.status = 'Transfer') as waiting
    where repair.brand_id = ${brand} and campaign_id = ${campaign}
    order by asked_at desc, repair.repair_id desc
    limit ${limit}`
}

export interface RepairSumRow {
  readonly repair_id: string
  readonly value_type_id: number
  /** Decimal text. */
  readonly amount: string
}

/** What these have moved so far, of each value. */
export function listRepairSums(db: Sql, brand: BrandId, repairs: readonly string[]): Promise<RepairSumRow[]> {
  return db.rows<RepairSumRow>`
    select repair_card.repair_id, ledger.value_type_id, sum(abs(ledger.amount))::text as amount
    from repair_card
    join request on request.brand_id = ${brand} and request.request_ref = repair_card.request_ref
      and request.voided_by is null
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = repair_card.request_ref
      and ledger.kind in ('Adjustment', 'UpdateBalance')
    where repair_card.brand_id = ${brand} and repair_card.repair_id = any(${plainArray(repairs)}::uuid[])
      and repair_card.request_ref is not null
    group by repair_card.repair_id, ledger.value_type_id`
}
