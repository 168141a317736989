import { id, integer, list, object, oneOf, text } from '../../../ground/contract/field.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { findHolders } from './parts/holder.ts'
import { lookUpCards } from './parts/look-up-cards.ts'
import { shownAmount } from './parts/models.ts'
import { moveRightOf } from './parts/move-steps.ts'
import { findMoveObstacle, isFree, type MoveObstacle, moveObstacles } from './parts/moving.ts'
import { filterVisible, findVisibleCard, noSuchCard } from './parts/own-places.ts'
import { cardHolder } from './parts/page-models.ts'
import { showChildren, showCoupons } from './parts/page-parts.ts'
import { readerOf } from './parts/reading.ts'
import { type ShownAmount, showBalances } from './parts/show.ts'

export const movePreview = brandRoute({
  name: 'movePreview',
  summary: 'What a move from one card to another would come to.',
  permission: 'cards.repair',
  orAny: ['cards.replace'],
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card that would be emptied.').required(),
    toCardNumber: id('The card that would get everything. Absent: a new one.'),
  },
  response: {
    leaving: list('What is on the card.', shownAmount).required(),
    there: list('What is on the other card.', shownAmount).required(),
    after: list('What the other card would have.', shownAmount).required(),
    holds: integer('How many holds would be released.').required(),
    coupons: integer('How many coupons would move.').required(),
    children: integer('How many child cards would move.').required(),
    toStatus: oneOf('The status of the other card.', cardStatuses),
    obstacle: oneOf('Why it cannot be done.', moveObstacles),
    toCardNumber: text('The other card.'),
    holder: object('Who has the card.', cardHolder),
    toHolder: object('Who has the other card.', cardHolder),
  },
  run: async (visit) => {
    const { request, brand } = visit
    const tooMany = await lookUpCards([request.cardNumber, request.toCardNumber?.trim()], visit)
    if (tooMany) return tooMany
    const from = await findVisibleCard(request.cardNumber, visit)
    if (!from) return noSuchCard
    const { toCardNumber } = request
    const to = toCardNumber === undefined ? undefined : await readerOf(visit).findCard(brand.id, toCardNumber.trim())
    const [visible] = to && !isFree(to) ? await filterVisible([to], visit) : [to]
    if (toCardNumber !== undefined && !visible) return noSuchCard
    const [coupons, children] = await Promise.all([showCoupons(from, visit), showChildren(from, visit)])
    const leaving = wholeBalances(from, visit)
    const notNew = to && findNotNew(to, visit)
    // What somebody has on their card is told to nobody who cannot move anything there.
    const there = to && !notNew ? showBalances(to, brand) : []
    const holders = await findHolders(to ? [from, to] : [from], visit)
    return defined({
      leaving,
      there,
      after: notNew ? [] : addUp(leaving, there),
      holds: new Set(from.card.portions.map(({ hold }) => hold)).size,
      coupons: coupons.length,
      children: children.length,
      toStatus: to?.card.status,
      obstacle: notNew ?? (to && (await findMoveObstacle(from, to, visit))),
      toCardNumber: to?.card.number,
      holder: holders.get(from.card.id),
      toHolder: to && !notNew ? holders.get(to.card.id) : undefined,
    })
  },
})

/** Whoever may only replace cards takes one that nobody has. */
const findNotNew = (to: CardView, { standing }: Pick<BrandVisit<unknown>, 'standing'>): MoveObstacle | undefined =>
  moveRightOf(standing.permissions) === 'cards.repair' || isFree(to) ? undefined : 'notNew'

/** A move releases what is on hold, so that it counts as free. */
function wholeBalances({ card, now }: CardView, { brand }: Pick<BrandVisit<unknown>, 'brand'>): ShownAmount[] {
  const lots = card.lots.map((lot) => ({ ...lot, held: 0 }))
  return showBalances({ card: { ...card, lots, portions: [] }, now }, brand)
}

/** Amounts of the same value together, in the units of whichever has more decimals. */
function addUp(some: readonly ShownAmount[], others: readonly ShownAmount[]): ShownAmount[] {
  const keyOf = ({ balanceType, balanceCode, bucket }: ShownAmount) =>
    JSON.stringify([balanceType, balanceCode, bucket])
  const groups = Map.groupBy([...others, ...some], keyOf)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const scale = Math.max(...group.map((one) => one.scale))
    const minor = group.reduce((sum, { amount }) => sum + Math.round(amount * 10 ** scale), 0)
    return first ? [{ ...first, scale, amount: minor / 10 ** scale }] : []
  })
}
