import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { SealedPin } from '../../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A card that exists, as far as an import looks at it. */
export interface StoredCard {
  readonly number: string
  readonly setId: string
  readonly status: string
  readonly customNumber: string | undefined
  readonly activatedAt: Instant | undefined
  readonly expiresAt: Instant | undefined
  readonly pin: SealedPin | undefined
  /** Of a child card. */
  readonly parent?: string
}

interface FoundRow {
  card_number: string
  card_set_id: string
  status: string
  custom_card_number: string | null
  activated_at: Instant | null
  expires_at: Instant | null
  pin_sealed: Buffer | null
  pin_check: Buffer | null
  parent?: string
}

export async function findRoots(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<StoredCard[]> {
  const rows = await db.rows<FoundRow>`
    select card_number, card_set_id, status, custom_card_number, activated_at, expires_at, pin_sealed, pin_check
    from card
    where brand_id = ${brand} and card_number = any(${textArray(numbers)}::text[]) and root_id is null`
  return rows.map(toFound)
}

export async function findChildren(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<StoredCard[]> {
  const rows = await db.rows<FoundRow>`
    select card.card_number, card.card_set_id, card.status, card.custom_card_number, card.activated_at, card.expires_at,
      null::bytea as pin_sealed, null::bytea as pin_check, root.card_number as parent
    from card
    join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.card_number = any(${textArray(numbers)}::text[]) and card.root_id is not null`
  return rows.map(toFound)
}

function toFound(row: FoundRow): StoredCard {
  const { pin_sealed: sealed, pin_check: check } = row
  return {
    number: row.card_number,
    setId: row.card_set_id,
    status: row.status,
    customNumber: row.custom_card_number ?? undefined,
    activatedAt: row.activated_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    pin: sealed && check ? { sealed, check } : undefined,
    ...(row.parent !== undefined && { parent: row.parent }),
  }
}

export interface NewRoot {
  readonly number: string
  readonly setId: string
  readonly status: string
  readonly pickKey: number
  readonly pin?: SealedPin
  readonly customNumber?: string
  readonly activatedAt?: Instant
  readonly expiresAt?: Instant
  readonly owningLocation?: string
}

/** Adds root cards, in the order of the file. Fails if somebody else has made one of them in the meantime. */
export function insertRoots(
  db: Sql,
  brand: BrandId,
  cards: readonly NewRoot[],
): Promise<{ readonly number: string; readonly id: CardId }[]> {
  return db.rows<{ number: string; id: CardId }>`
    insert into card (brand_id, card_set_id, origin, card_number, status, pick_key, custom_card_number, activated_at,
      expires_at, owning_location, pin_sealed, pin_check)
    select owner.brand_id, card_set_id, 'created', card_number, status, pick_key, custom_card_number, activated_at,
      expires_at, owning_location, decode(nullif(pin_sealed, ''), 'hex'), decode(nullif(pin_check, ''), 'hex')
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(cards.map((card) => card.setId))}::text[],
      ${textArray(cards.map((card) => card.number))}::text[],
      ${textArray(cards.map((card) => card.status))}::text[],
      ${plainArray(cards.map((card) => card.pickKey))}::integer[],
      ${textArray(cards.map((card) => card.customNumber))}::text[],
      ${textArray(cards.map((card) => toTimestamp(card.activatedAt)))}::timestamptz[],
      ${textArray(cards.map((card) => toTimestamp(card.expiresAt)))}::timestamptz[],
      ${textArray(cards.map((card) => card.owningLocation))}::text[],
      ${plainArray(cards.map((card) => hexOf(card.pin?.sealed)))}::text[],
      ${plainArray(cards.map((card) => hexOf(card.pin?.check)))}::text[])
      as made (card_set_id, card_number, status, pick_key, custom_card_number, activated_at, expires_at,
        owning_location, pin_sealed, pin_check)
    returning card_number as number, card_id as id`
}

const hexOf = (bytes: Uint8Array | undefined) =>
  bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

export interface NewChild {
  readonly number: string
  readonly parent: string
  readonly status: string
  readonly activatedAt: Instant
  readonly customNumber?: string
  readonly expiresAt?: Instant
  readonly owningLocation?: string
}

/** Adds child cards to roots that exist, in their card sets. Nobody picks them from the stock, so the pick key is 0. */
export async function insertChildren(
  db: Sql,
  brand: BrandId,
  children: readonly NewChild[],
): Promise<{ readonly number: string; readonly parent: string; readonly id: CardId }[]> {
  const roots = await db.rows<{ number: string; id: CardId; set: string }>`
    select card_number as number, card_id as id, card_set_id as set
    from card
    where brand_id = ${brand} and root_id is null
      and card_number = any(${textArray([...new Set(children.map(({ parent }) => parent))])}::text[])`
  const rootOf = new Map(roots.map((root) => [root.number, root]))
  const numberOf = new Map(roots.map((root) => [root.id, root.number]))
  const made = await db.rows<{ number: string; root: CardId; id: CardId }>`
    insert into card (brand_id, card_set_id, root_id, origin, card_number, status, pick_key, custom_card_number,
      activated_at, expires_at, owning_location)
    select owner.brand_id, card_set_id, root_id, 'created', card_number, status, 0, custom_card_number, activated_at,
      expires_at, owning_location
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(children.map(({ parent }) => rootOf.get(parent)?.set))}::text[],
      ${plainArray(children.map(({ parent }) => rootOf.get(parent)?.id))}::bigint[],
      ${textArray(children.map((child) => child.number))}::text[],
      ${textArray(children.map((child) => child.status))}::text[],
      ${textArray(children.map((child) => child.customNumber))}::text[],
      ${textArray(children.map((child) => toTimestamp(child.activatedAt)))}::timestamptz[],
      ${textArray(children.map((child) => toTimestamp(child.expiresAt)))}::timestamptz[],
      ${textArray(children.map((child) => child.owningLocation))}::text[])
      as made (card_set_id, root_id, card_number, status, custom_card_number, activated_at, expires_at, owning_location)
    returning card_number as number, root_id as root, card_id as id`
  return made.map(({ number, root, id }) => ({ number, parent: numberOf.get(root) ?? '', id }))
}
