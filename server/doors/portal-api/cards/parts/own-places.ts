import type { Card } from '../../../../domain/card/card.ts'
import { listCardsOfPlaces } from '../../../../storage/store/portal/card-places.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import type { Reader } from '../../../../storage/store/queries/reader.ts'
import { turnDown } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'
import { readerOf } from './reading.ts'

type Visited = Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'>

/** The locations that somebody is restricted to, as statements take them; undefined for those who are not. */
export const placesOf = ({ standing }: Pick<Visited, 'standing'>): readonly string[] | undefined =>
  standing.locations && [...standing.locations]

/** Those of the cards that the visitor may see: all of them, or those of their locations. */
export async function filterVisible(views: readonly CardView[], visit: Visited): Promise<CardView[]> {
  const places = placesOf(visit)
  if (!places) return [...views]
  const idOf = ({ id, root }: Card) => root?.id ?? id
  const ids = views.map(({ card }) => idOf(card))
  const visible = await listCardsOfPlaces(readerOf(visit), visit.brand.id, ids, places)
  return views.filter(({ card }) => visible.has(idOf(card)))
}

/** The root card of this number, if the visitor may see it. */
export async function findVisibleCard(
  cardNumber: string,
  visit: Visited,
  reader: Reader = readerOf(visit),
): Promise<CardView | undefined> {
  const found = await reader.findCard(visit.brand.id, cardNumber)
  const [visible] = found ? await filterVisible([found], visit) : []
  return visible
}

/** The same whether there is no such card or it is none of theirs: they need not know which. */
export const noSuchCard = turnDown('notFound', 'There is no card with this number, or it belongs to another location.')
