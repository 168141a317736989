import type { BrandId } from '../../kernel/ids.ts'
import type { Database } from '../brand.sql.ts'

export interface CardSetStock {
  readonly id: string
  readonly program: string
  /** How many of its cards were generated. */
  readonly generated: number
}

/** The card sets of a brand and how many generated cards each has. */
export async function listCardSets(db: Database, brandId: BrandId): Promise<CardSetStock[]> {
  const { rows } = await db.query<{ id: string; program: string; generated: string | number }>({
    text: `
      select card_set_id as id, program_id as program,
        (select count(*) from card
          where card.brand_id = $1 and card.card_set_id = card_set.card_set_id and origin = 'generated') as generated
      from card_set
      where brand_id = $1`,
    values: [brandId],
  })
  return rows.map((row) => ({ ...row, generated: Number(row.generated) }))
}

export async function insertCardSets(
  db: Database,
  brandId: BrandId,
  sets: readonly { id: string; program: string }[],
): Promise<void> {
  await db.query({
    text: `
      insert into card_set (brand_id, card_set_id, program_id)
      select $1, id, program from unnest($2::text[], $3::text[]) as made (id, program)`,
    values: [brandId, sets.map((set) => set.id), sets.map((set) => set.program)],
  })
}

/** The sets in which numbers are used already. */
export async function findCardSets(
  db: Database,
  brandId: BrandId,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ number: string; set: string }>({
    text: `
      select card_number as number, card_set_id as set
      from card
      where brand_id = $1 and card_number = any($2) and root_id is null`,
    values: [brandId, numbers],
  })
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

/** Texts are much cheaper than arrays to send and to keep; no value has a line break in it. */
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

/** Adds cards in this order, and leaves out those whose number is taken; answers how many were added. */
export async function insertCards(
  db: Database,
  brandId: BrandId,
  set: { readonly id: string; readonly origin: 'listed' | 'generated' | 'created' },
  { number, status, pickKey, pinSealed, pinCheck }: CardColumns,
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'insert_cards',
    text: `
      insert into card (brand_id, card_set_id, origin, card_number, status, activated_at, pick_key, pin_sealed, pin_check)
      select $1, $2, $3, number, status, case when status = 'Demo' then now() end, pick_key::integer,
        decode(nullif(pin_sealed, ''), 'hex'), decode(nullif(pin_check, ''), 'hex')
      from unnest(string_to_array($4, E'\\n'), string_to_array($5, E'\\n'), string_to_array($6, E'\\n'),
          string_to_array($7, E'\\n'), string_to_array($8, E'\\n'))
        with ordinality as made (number, status, pick_key, pin_sealed, pin_check, position)
      order by position
      on conflict (brand_id, card_number) where root_id is null do nothing`,
    values: [brandId, set.id, set.origin, number, status, pickKey, pinSealed, pinCheck],
  })
  return rowCount ?? 0
}

/** The cards that files listed, set by set, in the order in which they were listed. */
export async function listListedCards(db: Database, brandId: BrandId) {
  const { rows } = await db.query<{ set: string; number: string; status: string }>({
    text: `
      select card_set_id as set, card_number as number, status
      from card
      where brand_id = $1 and origin = 'listed'
      order by card_set_id, card_id`,
    values: [brandId],
  })
  return rows
}
