import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import { brandExists } from '../../storage/brand-store/brand-list.sql.ts'
import { findPersonCards } from '../../storage/store/privacy/person.sql.ts'

/** The holder of a card, by its number. */
export interface NamedPerson {
  readonly brand: BrandId
  readonly cardNumber: string
}

/** Why nothing was done. */
export interface NotDone {
  readonly kind: 'notDone'
  readonly text: string
}

export const notDone = (text: string): NotDone => ({ kind: 'notDone', text })

/** The card and its child cards, the root first. */
export async function findCardsOf(db: Sql, { brand, cardNumber }: NamedPerson): Promise<CardId[] | NotDone> {
  if (!(await brandExists(db, brand))) return notDone(`There is no brand ${brand}.`)
  const cards = await findPersonCards(db, brand, cardNumber)
  if (cards.length === 0) return notDone(`Brand ${brand} has no card ${cardNumber}.`)
  return cards.map((card) => card.card_id)
}
