import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

export interface CardSetStock {
  readonly id: string
  readonly program: string
  /** How many of its cards were generated. */
  readonly generated: number
}

/** The card sets of a brand and how many generated cards each has. */
export function listCardSets(db: Sql, brandId: BrandId): Promise<CardSetStock[]> {
  return db.rows<CardSetStock>`
    select card_set_id as id, program_id as program,
      (select count(*) from card
        where card.brand_id = ${brandId} and card.card_set_id = card_set.card_set_id and origin = 'generated') as generated
    from card_set
    where brand_id = ${brandId}`
}

export async function insertCardSets(
  db: Sql,
  brandId: BrandId,
  sets: readonly { id: string; program: string }[],
): Promise<void> {
  const ids = sets.map((set) => set.id)
  const programs = sets.map((set) => set.program)
  await db.rows`
    insert into card_set (brand_id, card_set_id, program_id)
    values (${brandId}, unnest(${ids}::text[]), unnest(${programs}::text[]))`
}

/** The sets in which numbers are already used. */
export async function findCardSets(
  db: Sql,
  brandId: BrandId,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ number: string; set: string }>`
    select card_number as number, card_set_id as set
    from card
    where brand_id = ${brandId} and card_number = any(${numbers}) and root_id is null`
  return new Map(rows.map((row) => [row.number, row.set]))
}

export interface NewCard {
  readonly number: string
  readonly status: string
  readonly pickKey: number
  /** Hex; '' for a card without a pin. */
  readonly pinSealed: string
  readonly pinCheck: string
}

/** New cards, ready for the database: a text for each column, a line for each card. */
export type CardColumns = { readonly [Column in keyof NewCard]: string } & { readonly count: number }

/** Texts are much cheaper than arrays to send and to keep. No value contains a line break. */
export function toColumns(cards: readonly NewCard[]): CardColumns {
  return {
    count: cards.length,
    number: cards.map((card) => card.number).join('\n'),
    status: cards.map((card) => card.status).join('\n'),
    pickKey: cards.map((card) => card.pickKey).join('\n'),
    pinSealed: cards.map((card) => card.pinSealed).join('\n'),
    pinCheck: cards.map((card) => card.pinCheck).join('\n'),
  }
}

/** Adds cards in this order, without those whose number is taken; returns how many were added. */
export function insertCardStock(
  db: Sql,
  brandId: BrandId,
  set: { readonly id: string; readonly origin: 'listed' | 'generated' | 'created' },
  { number, status, pickKey, pinSealed, pinCheck }: CardColumns,
): Promise<number> {
  return db.affected`
    insert into card (brand_id, card_set_id, origin, card_number, status, activated_at, pick_key, pin_sealed, pin_check)
    select owner.brand_id, ${set.id}, ${set.origin}, number, status, case when status = 'Demo' then now() end,
      pick_key::integer, decode(nullif(pin_sealed, ''), 'hex'), decode(nullif(pin_check, ''), 'hex')
    from (select brand_id from brand where brand_id = ${brandId}) as owner
    cross join unnest(string_to_array(${number}, E'\\n'), string_to_array(${status}, E'\\n'),
        string_to_array(${pickKey}, E'\\n'), string_to_array(${pinSealed}, E'\\n'),
        string_to_array(${pinCheck}, E'\\n'))
      with ordinality as made (number, status, pick_key, pin_sealed, pin_check, position)
    order by position
    on conflict (brand_id, card_number) where root_id is null do nothing`
}

/** The cards that files listed, by set, in the order of the file. */
export function listListedCards(db: Sql, brandId: BrandId) {
  return db.rows<{ set: string; number: string; status: string }>`
    select card_set_id as set, card_number as number, status
    from card
    where brand_id = ${brandId} and origin = 'listed'
    order by card_set_id, card_id`
}
