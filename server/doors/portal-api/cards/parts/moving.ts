import { toLanding } from '../../../../calls/operations/transfer/parts/landing.ts'
import { isUsable } from '../../../../domain/card/guard.ts'
import { isRefusal } from '../../../../ground/kernel/errors.ts'
import { type CardView, findChildren } from '../../../../storage/store/queries/card-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import { readerOf } from './reading.ts'

type Visited = Pick<BrandVisit<unknown>, 'services' | 'brand'>

/** Why what is on one card cannot go to another. */
export const moveObstacles = ['sameCard', 'notUsable', 'otherValues', 'sameChildren', 'notNew'] as const
export type MoveObstacle = (typeof moveObstacles)[number]

export const obstacleTexts: { readonly [One in MoveObstacle]: string } = {
  sameCard: 'This is the same card. Choose another one.',
  notUsable: 'The other card cannot be used. Choose another one.',
  otherValues: 'The other card is of a program that does not have these balances. Choose a card of the same program.',
  sameChildren: 'Both cards have a child card of the same number. Choose another card.',
  notNew: 'Somebody has this card already. You may replace a card only by a new one: take another, or ask support.',
}

/** Cards that wait to be given out: a move does that first. */
export const isFree = ({ card }: CardView) => card.status === 'Inventory' || card.status === 'Distributed'

/**
 * Looks before the first card is emptied, so that nothing is left half done that could have been known. The transfer
 * itself has the last word.
 */
export async function findMoveObstacle(
  from: CardView,
  to: CardView,
  visit: Visited,
): Promise<MoveObstacle | undefined> {
  if (from.card.id === to.card.id) return 'sameCard'
  if (!isFree(to) && !isUsable(to.card, to.now)) return 'notUsable'
  const { brand } = visit
  if (from.card.lots.some((lot) => isRefusal(toLanding(lot, to.card, brand)))) return 'otherValues'
  const children = await findChildren(readerOf(visit), brand.id, [from.card.id, to.card.id])
  const numbers = children.map(({ card }) => card.number)
  return new Set(numbers).size < numbers.length ? 'sameChildren' : undefined
}
