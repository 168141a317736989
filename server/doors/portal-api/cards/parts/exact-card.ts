import { type CardView, findCards, listMeantNumbers } from '../../../../storage/store/queries/card-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import { readerOf } from './reading.ts'

/** A card by its whole number in any case, or by that of a child card. */
export async function findExactCard(
  typed: string,
  visit: Pick<BrandVisit<unknown>, 'services' | 'brand'>,
): Promise<CardView | undefined> {
  const { brand } = visit
  const reader = readerOf(visit)
  const number = typed.trim()
  const found = await reader.findCard(brand.id, number)
  if (found) return found
  const [meant] = await listMeantNumbers(reader, brand.id, number, 1)
  const [view] = meant === undefined ? [] : await findCards(reader, brand.id, [meant])
  return view
}
