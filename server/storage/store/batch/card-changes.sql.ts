import type { Balance, Card, Lot, Portion } from '../../../domain/card/card.ts'
import { jsonColumn, jsonSeparator, plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** Inserts cards that calls created: at once those whose locks leave out the same value types, which is all but ever none. */
export function insertCards(db: Sql, brand: BrandId, cards: readonly Card[]): Promise<unknown> {
  const alike = Map.groupBy(cards, (card) => (card.lock?.excluded ?? []).join(','))
  return Promise.all([...alike].map(([excluded, made]) => insertAlike(db, brand, made, `{${excluded}}`)))
}

/** They are never picked from the stock, so their pick key is 0. */
function insertAlike(db: Sql, brand: BrandId, cards: readonly Card[], excluded: string): Promise<unknown> {
  return db.rows`
    insert into card (brand_id, card_id, card_number, card_set_id, status, seq, lot_count, pin_sealed, pin_check,
      activated_at, expires_at, root_id, owning_location, lock_by, lock_until, lock_excluded, pick_key, origin)
    values (${brand},
      unnest(${plainArray(cards.map((card) => card.id))}::bigint[]),
      unnest(${cards.map((card) => card.number)}::text[]),
      unnest(${cards.map((card) => card.setId)}::text[]),
      unnest(${cards.map((card) => card.status)}::text[]),
      unnest(${plainArray(cards.map((card) => card.seq))}::integer[]),
      unnest(${plainArray(cards.map((card) => card.lotCount))}::integer[]),
      unnest(${cards.map((card) => card.pin?.sealed ?? null)}::bytea[]),
      unnest(${cards.map((card) => card.pin?.check ?? null)}::bytea[]),
      unnest(${cards.map((card) => toTimestamp(card.activatedAt))}::timestamptz[]),
      unnest(${cards.map((card) => toTimestamp(card.expiresAt))}::timestamptz[]),
      unnest(${plainArray(cards.map((card) => card.root?.id))}::bigint[]),
      unnest(${textArray(cards.map((card) => card.owningLocation))}::text[]),
      unnest(${plainArray(cards.map((card) => card.lock?.by))}::uuid[]),
      unnest(${cards.map((card) => toTimestamp(card.lock?.until))}::timestamptz[]),
      ${excluded}::integer[], 0, 'created')`
}

/** Updates the counters, which almost every call advances. */
export function countCards(db: Sql, brand: BrandId, cards: readonly Card[]): Promise<unknown> {
  return db.rows`
    update card
    set seq = after.seq, lot_count = after.lot_count
    from unnest(${plainArray(cards.map((card) => card.id))}::bigint[], ${plainArray(cards.map((card) => card.seq))}::integer[],
      ${plainArray(cards.map((card) => card.lotCount))}::integer[]) as after (card_id, seq, lot_count)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

/** The same for cards whose calls left a tally. */
export function tallyCards(db: Sql, brand: BrandId, cards: readonly Card[]): Promise<unknown> {
  return db.rows`
    update card
    set seq = after.seq, lot_count = after.lot_count, tier_tally = after.tier_tally
    from unnest(${plainArray(cards.map((card) => card.id))}::bigint[], ${plainArray(cards.map((card) => card.seq))}::integer[],
      ${plainArray(cards.map((card) => card.lotCount))}::integer[],
      string_to_array(${jsonColumn(cards.map((card) => card.tierTally))}, ${jsonSeparator}, '')::json[])
      as after (card_id, seq, lot_count, tier_tally)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

/** Updates the fields that seldom change. */
export function changeCards(db: Sql, brand: BrandId, cards: readonly Card[]): Promise<unknown> {
  return db.rows`
    update card
    set status = after.status, custom_card_number = after.custom_card_number, pin_failures = after.pin_failures,
      pin_locked_until = after.pin_locked_until, activated_at = after.activated_at, expires_at = after.expires_at,
      owning_location = after.owning_location, transferred_by = after.transferred_by, drawn_as = after.drawn_as,
      lock_by = after.lock_by, lock_until = after.lock_until,
      lock_excluded = string_to_array(after.lock_excluded, ',')::integer[]
    from unnest(
      ${plainArray(cards.map((card) => card.id))}::bigint[],
      ${cards.map((card) => card.status)}::text[],
      ${cards.map((card) => card.customNumber ?? null)}::text[],
      ${plainArray(cards.map((card) => card.pinFailures))}::integer[],
      ${cards.map((card) => toTimestamp(card.pinLockedUntil))}::timestamptz[],
      ${cards.map((card) => toTimestamp(card.activatedAt))}::timestamptz[],
      ${cards.map((card) => toTimestamp(card.expiresAt))}::timestamptz[],
      ${textArray(cards.map((card) => card.owningLocation))}::text[],
      ${plainArray(cards.map((card) => card.transferredBy))}::uuid[],
      ${textArray(cards.map((card) => card.drawnAs))}::text[],
      ${plainArray(cards.map((card) => card.lock?.by))}::uuid[],
      ${cards.map((card) => toTimestamp(card.lock?.until))}::timestamptz[],
      ${cards.map((card) => (card.lock?.excluded ?? []).join(','))}::text[])
      as after (card_id, status, custom_card_number, pin_failures, pin_locked_until, activated_at, expires_at,
        owning_location, transferred_by, drawn_as, lock_by, lock_until, lock_excluded)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

/** Sets PINs, only of cards that got one. Most calls do not load the PIN, and must not erase it. */
export function updatePins(db: Sql, brand: BrandId, cards: readonly Card[]): Promise<unknown> {
  return db.rows`
    update card
    set pin_sealed = after.pin_sealed, pin_check = after.pin_check
    from unnest(
      ${plainArray(cards.map((card) => card.id))}::bigint[],
      ${cards.map((card) => card.pin?.sealed ?? null)}::bytea[],
      ${cards.map((card) => card.pin?.check ?? null)}::bytea[]) as after (card_id, pin_sealed, pin_check)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

export function insertLots(db: Sql, brand: BrandId, lots: readonly Owned<Lot>[]): Promise<unknown> {
  return db.rows`
    insert into lot (brand_id, card_id, lot_no, value_type_id, bucket, amount, held, return_related, expires_at,
      active_at, issued_at, expired, settled, stand_ins, from_card, from_lot)
    values (${brand},
      unnest(${plainArray(lots.map(({ card }) => card))}::bigint[]),
      unnest(${plainArray(lots.map(({ part }) => part.no))}::integer[]),
      unnest(${plainArray(lots.map(({ part }) => part.valueType))}::integer[]),
      unnest(${textArray(lots.map(({ part }) => part.bucket))}::text[]),
      unnest(${plainArray(lots.map(({ part }) => part.amount))}::bigint[]),
      unnest(${plainArray(lots.map(({ part }) => part.held))}::bigint[]),
      unnest(${plainArray(lots.map(({ part }) => part.returnRelated))}::boolean[]),
      unnest(${lots.map(({ part }) => toTimestamp(part.expiresAt))}::timestamptz[]),
      unnest(${lots.map(({ part }) => toTimestamp(part.activeAt))}::timestamptz[]),
      unnest(${lots.map(({ part }) => toTimestamp(part.issuedAt))}::timestamptz[]),
      unnest(${plainArray(lots.map(({ part }) => part.expired))}::bigint[]),
      unnest(${plainArray(lots.map(({ part }) => part.settled))}::bigint[]),
      unnest(string_to_array(${jsonColumn(lots.map(({ part }) => part.standIns))}, ${jsonSeparator}, '')::jsonb[]),
      unnest(${plainArray(lots.map(({ part }) => part.from?.cardId))}::bigint[]),
      unnest(${plainArray(lots.map(({ part }) => part.from?.lot))}::integer[]))`
}

export function updateLots(db: Sql, brand: BrandId, lots: readonly Owned<Lot>[]): Promise<unknown> {
  return db.rows`
    update lot
    set amount = after.amount, held = after.held, expired = after.expired, settled = after.settled,
      stand_ins = after.stand_ins
    from unnest(
      ${plainArray(lots.map(({ card }) => card))}::bigint[],
      ${plainArray(lots.map(({ part }) => part.no))}::integer[],
      ${plainArray(lots.map(({ part }) => part.amount))}::bigint[],
      ${plainArray(lots.map(({ part }) => part.held))}::bigint[],
      ${plainArray(lots.map(({ part }) => part.expired))}::bigint[],
      ${plainArray(lots.map(({ part }) => part.settled))}::bigint[],
      string_to_array(${jsonColumn(lots.map(({ part }) => part.standIns))}, ${jsonSeparator}, '')::jsonb[])
      as after (card_id, lot_no, amount, held, expired, settled, stand_ins)
    where lot.brand_id = ${brand} and lot.card_id = after.card_id and lot.lot_no = after.lot_no`
}

export function insertBalances(db: Sql, brand: BrandId, balances: readonly Owned<Balance>[]): Promise<unknown> {
  return db.rows`
    insert into balance (brand_id, card_id, value_type_id, bucket, amount, held, seq)
    values (${brand},
      unnest(${plainArray(balances.map(({ card }) => card))}::bigint[]),
      unnest(${plainArray(balances.map(({ part }) => part.valueType))}::integer[]),
      unnest(${textArray(balances.map(({ part }) => part.bucket))}::text[]),
      unnest(${plainArray(balances.map(({ part }) => part.amount))}::bigint[]),
      unnest(${plainArray(balances.map(({ part }) => part.held))}::bigint[]),
      unnest(${plainArray(balances.map(({ part }) => part.seq))}::integer[]))`
}

export function updateBalances(db: Sql, brand: BrandId, balances: readonly Owned<Balance>[]): Promise<unknown> {
  return db.rows`
    update balance
    set amount = after.amount, held = after.held, seq = after.seq
    from unnest(
      ${plainArray(balances.map(({ card }) => card))}::bigint[],
      ${plainArray(balances.map(({ part }) => part.valueType))}::integer[],
      ${textArray(balances.map(({ part }) => part.bucket))}::text[],
      ${plainArray(balances.map(({ part }) => part.amount))}::bigint[],
      ${plainArray(balances.map(({ part }) => part.held))}::bigint[],
      ${plainArray(balances.map(({ part }) => part.seq))}::integer[])
      as after (card_id, value_type_id, bucket, amount, held, seq)
    where balance.brand_id = ${brand} and balance.card_id = after.card_id
      and balance.value_type_id = after.value_type_id and balance.bucket = after.bucket`
}

export function insertPortions(db: Sql, brand: BrandId, portions: readonly Owned<Portion>[]): Promise<unknown> {
  return db.rows`
    insert into hold_portion (brand_id, card_id, hold_ref, lot_no, amount)
    values (${brand},
      unnest(${plainArray(portions.map(({ card }) => card))}::bigint[]),
      unnest(${plainArray(portions.map(({ part }) => part.hold))}::uuid[]),
      unnest(${plainArray(portions.map(({ part }) => part.lot))}::integer[]),
      unnest(${plainArray(portions.map(({ part }) => part.amount))}::bigint[]))`
}

export function updatePortions(db: Sql, brand: BrandId, portions: readonly Owned<Portion>[]): Promise<unknown> {
  return db.rows`
    update hold_portion
    set amount = after.amount
    from unnest(
      ${plainArray(portions.map(({ card }) => card))}::bigint[],
      ${plainArray(portions.map(({ part }) => part.hold))}::uuid[],
      ${plainArray(portions.map(({ part }) => part.lot))}::integer[],
      ${plainArray(portions.map(({ part }) => part.amount))}::bigint[])
      as after (card_id, hold_ref, lot_no, amount)
    where hold_portion.brand_id = ${brand} and hold_portion.card_id = after.card_id
      and hold_portion.hold_ref = after.hold_ref and hold_portion.lot_no = after.lot_no`
}

export function deletePortions(db: Sql, brand: BrandId, portions: readonly Owned<Portion>[]): Promise<unknown> {
  return db.rows`
    delete from hold_portion
    using unnest(
      ${plainArray(portions.map(({ card }) => card))}::bigint[],
      ${plainArray(portions.map(({ part }) => part.hold))}::uuid[],
      ${plainArray(portions.map(({ part }) => part.lot))}::integer[]) as gone (card_id, hold_ref, lot_no)
    where hold_portion.brand_id = ${brand} and hold_portion.card_id = gone.card_id
      and hold_portion.hold_ref = gone.hold_ref and hold_portion.lot_no = gone.lot_no`
}

export interface Owned<T> {
  readonly card: CardId
  readonly part: T
}
