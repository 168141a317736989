import type { Balance, Card, CheckoutLock, HeldOffer, Lot, Portion, TierTally } from '../../../domain/card/card.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CardStatus } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface CardRow {
  card_id: CardId
  card_number: string
  card_set_id: string
  custom_card_number: string | null
  status: CardStatus
  seq: number
  lot_count: number
  pin_sealed: Buffer | null
  pin_check: Buffer | null
  pin_failures: number
  pin_locked_until: Instant | null
  activated_at: Instant | null
  expires_at: Instant | null
  owning_location?: string | null
  transferred_by?: RequestRef | null
  drawn_as?: string | null
  tier_tally?: TierTally | null
  has_wallet_pass?: boolean | null
  /** Absent if only the number of the card matters, not whether a checkout locks it. */
  lock_by?: RequestRef | null
  lock_until?: Instant | null
  lock_excluded?: number[] | null
  /** Of a child card. */
  root_id?: CardId
  root_number?: string
}

/**
 * Locks root cards in the order of their ids. Everybody locks cards in one order: roots by id, then children by id,
 * and nobody a child without its root.
 */
export function lockCards(db: Sql, brand: BrandId, numbers: readonly string[], withPins: boolean): Promise<CardRow[]> {
  return db.rows<CardRow>`
    select card_id, card_number, card_set_id, custom_card_number, status, seq, lot_count,
      case when ${withPins} then pin_sealed end as pin_sealed, case when ${withPins} then pin_check end as pin_check,
      pin_failures, pin_locked_until, activated_at, expires_at, owning_location, transferred_by, drawn_as, tier_tally,
      has_wallet_pass, lock_by, lock_until, case when lock_by is not null then lock_excluded end as lock_excluded
    from card
    where brand_id = ${brand} and card_number = any(${textArray(numbers)}::text[]) and root_id is null
    order by card_id
    for no key update`
}

interface Pick {
  readonly setId: string
  /** The range of pick keys to search, both ends included. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** Cards that must not be picked, although they are free and not locked by others. */
  readonly except: readonly string[]
}

/** Locks free cards of a set in the order of their pick keys, skipping those that others have locked. */
export async function pickFreeCards(db: Sql, brand: BrandId, pick: Pick): Promise<string[]> {
  const rows = await db.rows<{ card_number: string }>`
    select card_number
    from card
    where brand_id = ${brand} and card_set_id = ${pick.setId} and status = 'Inventory' and root_id is null
      and pick_key between ${pick.from} and ${pick.to} and card_number <> all(${pick.except}::text[])
    order by pick_key
    limit ${pick.count}
    for no key update skip locked`
  return rows.map((row) => row.card_number)
}

/** Locks one free card of a set, waiting for those that others have locked. Undefined means that the set is empty. */
export async function awaitFreeCard(db: Sql, brand: BrandId, setId: string): Promise<string | undefined> {
  const [row] = await db.rows<{ card_number: string }>`
    select card_number
    from card
    where brand_id = ${brand} and card_set_id = ${setId} and status = 'Inventory' and root_id is null
    order by pick_key
    limit 1
    for no key update`
  return row?.card_number
}

export async function takeCardIds(db: Sql, count: number): Promise<CardId[]> {
  const rows = await db.rows<{ card_id: CardId }>`
    select nextval('card_id') as card_id from generate_series(1, ${count})`
  return rows.map((row) => row.card_id)
}

interface BalanceRow {
  card_id: CardId
  value_type_id: number
  bucket: string
  amount: number
  held: number
  seq: number
}

export function listBalances(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<BalanceRow[]> {
  return db.rows<BalanceRow>`
    select card_id, value_type_id, bucket, amount, held, seq
    from balance
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

export interface LotRow {
  card_id: CardId
  lot_no: number
  value_type_id: number
  bucket: string
  amount: number
  held: number
  return_related: boolean
  expires_at: Instant | null
  active_at: Instant | null
  issued_at: Instant
  expired: number
  settled: number
  stand_ins: NonNullable<Lot['standIns']> | null
  from_card: CardId | null
  from_lot: number | null
}

export function listOpenLots(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<LotRow[]> {
  return db.rows<LotRow>`
    select card_id, lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at, issued_at,
      expired, settled, stand_ins, from_card, from_lot
    from lot
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and is_open`
}

/**
 * The emptied lots that gave in the stead of these, or of one that did: what is freed of these is theirs. Rare, so read only
 * where there are some.
 */
export function listStandIns(db: Sql, brand: BrandId, open: readonly LotRow[]): Promise<LotRow[]> {
  const owed = open.flatMap((row) => (row.stand_ins ?? []).map(({ lot }) => ({ card: row.card_id, lot })))
  return db.rows<LotRow>`
    with recursive owed (card_id, lot_no) as (
      select card_id, lot_no
      from unnest(${owed.map(({ card }) => card)}::bigint[], ${owed.map(({ lot }) => lot)}::integer[]) as named (card_id, lot_no)
      union
      select lot.card_id, (one ->> 'lot')::integer
      from owed
      join lot on lot.card_id = owed.card_id and lot.lot_no = owed.lot_no
      cross join lateral jsonb_array_elements(stand_ins) as standing (one)
      where lot.brand_id = ${brand} and stand_ins is not null)
    select lot.card_id, lot.lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at, issued_at,
      expired, settled, stand_ins, from_card, from_lot
    from lot
    join owed on lot.card_id = owed.card_id and lot.lot_no = owed.lot_no
    where lot.brand_id = ${brand} and not is_open`
}

/**
 * The lots that earlier requests changed or settled, and what transfers made of them on other cards: a reversal gives
 * back to the very lots it was taken from, emptied ones too, and minds what has expired of them wherever they were. What
 * gave in the stead of one of them is theirs, on whichever card that was.
 */
export function listPastLots(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<LotRow[]> {
  return db.rows<LotRow>`
    with recursive changed as (
      select card_id, lot_no from ledger where brand_id = ${brand} and request_ref = any(${refs}::uuid[])
      union
      select (one ->> 'cardId')::bigint, (one ->> 'lot')::integer
      from request
      cross join lateral jsonb_array_elements(
        coalesce(detail -> 'expired', '[]') || coalesce(detail -> 'standIns', '[]')) as noted (one)
      where brand_id = ${brand} and request_ref = any(${refs}::uuid[])),
    touched (card_id, lot_no) as (
      select card_id, lot_no from changed
      union
      select next.card_id, next.lot_no
      from touched
      join lot on lot.card_id = touched.card_id and lot.lot_no = touched.lot_no
      cross join lateral (
        select lot.card_id, (one ->> 'lot')::integer as lot_no from jsonb_array_elements(lot.stand_ins) as standing (one)
        union all
        select heir.card_id, heir.lot_no
        from lot as heir
        where heir.brand_id = ${brand} and heir.from_card = coalesce(lot.from_card, lot.card_id)
          and heir.from_lot = coalesce(lot.from_lot, lot.lot_no)) as next
      where lot.brand_id = ${brand}),
    first as (
      select distinct coalesce(from_card, card_id) as card_id, coalesce(from_lot, lot_no) as lot_no
      from lot
      join touched using (card_id, lot_no)
      where brand_id = ${brand})
    select lot.card_id, lot.lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at,
      issued_at, expired, settled, stand_ins, from_card, from_lot
    from lot
    join first on lot.card_id = first.card_id and lot.lot_no = first.lot_no
    where lot.brand_id = ${brand}
    union all
    select lot.card_id, lot.lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at,
      issued_at, expired, settled, stand_ins, from_card, from_lot
    from lot
    join first on lot.from_card = first.card_id and lot.from_lot = first.lot_no
    where lot.brand_id = ${brand}`
}

interface PortionRow {
  card_id: CardId
  hold_ref: RequestRef
  lot_no: number
  amount: number
}

export function listPortions(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<PortionRow[]> {
  return db.rows<PortionRow>`
    select card_id, hold_ref, lot_no, amount
    from hold_portion
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

export interface CardRows {
  readonly cards: readonly CardRow[]
  readonly balances: readonly BalanceRow[]
  readonly lots: readonly LotRow[]
  readonly portions: readonly PortionRow[]
  /** Absent if they were not asked for. */
  readonly offers?: ReadonlyMap<CardId, readonly HeldOffer[]> | undefined
}

/** Builds cards from their rows. */
export function toCards(rows: CardRows): Card[] {
  const balances = Map.groupBy(rows.balances, (row) => row.card_id)
  const lots = Map.groupBy(rows.lots, (row) => row.card_id)
  const portions = Map.groupBy(rows.portions, (row) => row.card_id)
  return rows.cards.map((row) => ({
    ...toCardHead(row),
    balances: (balances.get(row.card_id) ?? []).map(toBalance),
    lots: (lots.get(row.card_id) ?? []).map(toLot),
    portions: (portions.get(row.card_id) ?? []).map(toPortion),
    ...(rows.offers && { offers: rows.offers.get(row.card_id) ?? [] }),
  }))
}

export function toCardHead(row: CardRow): Omit<Card, 'balances' | 'lots' | 'portions'> {
  const pin = toPin(row)
  const lock = toLock(row)
  return defined({
    id: row.card_id,
    number: row.card_number,
    setId: row.card_set_id,
    status: row.status,
    seq: row.seq,
    lotCount: row.lot_count,
    pinFailures: row.pin_failures,
    ...(row.custom_card_number !== null && { customNumber: row.custom_card_number }),
    pin,
    ...(row.pin_locked_until !== null && { pinLockedUntil: row.pin_locked_until }),
    ...(row.activated_at !== null && { activatedAt: row.activated_at }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.owning_location && { owningLocation: row.owning_location }),
    ...(row.transferred_by && { transferredBy: row.transferred_by }),
    ...(row.drawn_as && { drawnAs: row.drawn_as }),
    ...(row.tier_tally && { tierTally: row.tier_tally }),
    ...(row.has_wallet_pass && { hasWalletPass: true }),
    ...(row.root_id && row.root_number && { root: { id: row.root_id, number: row.root_number } }),
    lock,
  })
}

function toLock(row: CardRow): CheckoutLock | undefined {
  const { lock_by: by, lock_until: until, lock_excluded: excluded } = row
  return by && until ? { by, until, excluded: excluded ?? [] } : undefined
}

function toPin(row: CardRow): SealedPin | undefined {
  return row.pin_sealed && row.pin_check ? { sealed: row.pin_sealed, check: row.pin_check } : undefined
}

function toBalance(row: BalanceRow): Balance {
  return { valueType: row.value_type_id, bucket: row.bucket, amount: row.amount, held: row.held, seq: row.seq }
}

export function toLot(row: LotRow): Lot {
  return {
    no: row.lot_no,
    valueType: row.value_type_id,
    bucket: row.bucket,
    amount: row.amount,
    held: row.held,
    returnRelated: row.return_related,
    issuedAt: row.issued_at,
    expired: row.expired,
    settled: row.settled,
    ...(row.stand_ins !== null && { standIns: row.stand_ins }),
    ...(row.from_card !== null && row.from_lot !== null && { from: { cardId: row.from_card, lot: row.from_lot } }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.active_at !== null && { activeAt: row.active_at }),
  }
}

function toPortion(row: PortionRow): Portion {
  return { hold: row.hold_ref, lot: row.lot_no, amount: row.amount }
}
