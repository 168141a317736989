import { programOf } from '../../../../domain/brand/value-types.ts'
import type { Permission } from '../../../../domain/judge/permissions.ts'
import type { JsonObject } from '../../../../ground/contract/json.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { findCardState } from '../../../../storage/store/portal/card-state.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import { findRequest } from '../../../../storage/store/queries/request-view.sql.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'
import { findMoveObstacle, isFree, obstacleTexts } from './moving.ts'
import { filterVisible, findVisibleCard, noSuchCard } from './own-places.ts'
import { readerOf } from './reading.ts'

/** From which card everything is to go where. */
export interface AskedMove {
  readonly cardNumber: string
  readonly toCardNumber?: string | undefined
  readonly cardSetId?: string | undefined
  readonly mergeMode: 'combine' | 'overwrite'
}

export type Stepped = { readonly cardNumber?: string } | PortalRefusal

/** Whoever moves a card, and how they call an operation: each with an id of its own. */
export interface Mover extends Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'> {
  readonly step: (operation: string, body: JsonObject, part: string) => Promise<Stepped>
  readonly right: MoveRight
  /** The user in whose name the steps are called. */
  readonly user: string
}

/** By which permission somebody moves what is on a card: to any card, or only to a new one. */
export type MoveRight = 'cards.repair' | 'cards.replace'

export const moveRightOf = (permissions: ReadonlySet<Permission>): MoveRight | undefined =>
  (['cards.repair', 'cards.replace'] as const).find((one) => permissions.has(one))

export type MovedCard = { readonly cardNumber: string; readonly requestRef?: string }

/**
 * Up to three calls of the interface: whatever was cut off, asked again it goes on from there, and nothing happens twice.
 * A card that was emptied and has no heir yet may also be moved by somebody else, to another card.
 */
export async function moveEverything(move: AskedMove, mover: Mover): Promise<MovedCard | PortalRefusal> {
  const from = await findVisibleCard(move.cardNumber, mover)
  if (!from) return noSuchCard
  if (mover.right === 'cards.replace' && move.mergeMode !== 'overwrite') return notNew
  const target = await findTarget(from, move, mover)
  if (typeof target !== 'string') return target
  if (from.card.status !== 'Transfer') {
    const left = await mover.step('transfer', outOf(from.card.number), 'out')
    if (isTurnedDown(left) && !isThisStep(left)) return left
  }
  const arrived: Stepped & { readonly requestRef?: RequestRef; readonly original?: RequestRef } = await mover.step(
    'transfer',
    into(target, from.card.number, move),
    'in',
  )
  if (isTurnedDown(arrived) && !isThisStep(arrived)) return arrived
  const ref = arrived.requestRef ?? arrived.original
  return { cardNumber: target, ...(ref !== undefined && { requestRef: ref }) }
}

/** The call by which value is put in motion: what a second person is asked for. */
export async function firstTransfer(
  move: AskedMove,
  visit: Omit<Mover, 'step' | 'right' | 'user'>,
): Promise<JsonObject | PortalRefusal> {
  const from = await findVisibleCard(move.cardNumber, visit)
  if (!from) return noSuchCard
  const wrong = findWrongSet(from, move, visit)
  if (wrong) return wrong
  if (from.card.status !== 'Transfer') return outOf(from.card.number)
  return move.toCardNumber === undefined ? noTarget : into(move.toCardNumber, from.card.number, move)
}

/** Of the cards of a move, one that somebody may not see: nothing of it is done for them, nor by them. */
export async function findUnseen(
  { cardNumber, toCardNumber }: AskedMove,
  visit: Pick<Mover, 'services' | 'brand' | 'standing'>,
): Promise<PortalRefusal | undefined> {
  if (!(await findVisibleCard(cardNumber, visit))) return noSuchCard
  if (toCardNumber === undefined) return undefined
  return (await findVisibleTarget(toCardNumber, visit)) ? undefined : noSuchTarget
}

/** The same words; but who looked for it has been counted already. */
const noSuchTarget = { ...noSuchCard }

/** One that waits in stock is nobody's yet. */
async function findVisibleTarget(
  toCardNumber: string,
  visit: Pick<Mover, 'services' | 'brand' | 'standing'>,
): Promise<CardView | undefined> {
  const to = await readerOf(visit).findCard(visit.brand.id, toCardNumber.trim())
  const [visible] = to && !isFree(to) ? await filterVisible([to], visit) : [to]
  return visible
}

/** Nobody is asked to approve what its author may not ask for. */
export async function findNotNew(
  { toCardNumber, mergeMode }: AskedMove,
  right: MoveRight,
  visit: Pick<Mover, 'services' | 'brand'>,
): Promise<PortalRefusal | undefined> {
  if (right === 'cards.repair') return undefined
  if (mergeMode !== 'overwrite') return notNew
  if (toCardNumber === undefined) return undefined
  const to = await readerOf(visit).findCard(visit.brand.id, toCardNumber.trim())
  return to && !isFree(to) ? notNew : undefined
}

const outOf = (cardNumber: string) => ({ action: 'out', cardNumber, ignoreHoldBalances: true, transferCoupons: true })

const into = (cardNumber: string, oldCardNumber: string, { mergeMode }: AskedMove) => ({
  action: 'in',
  cardNumber,
  oldCardNumber,
  mergeMode,
  copyCustomCardNumber: true,
  transferCoupons: true,
  owningLocationType: mergeMode === 'overwrite' ? 'source' : 'min',
})

/** The number of the card that gets everything, given out by now. */
async function findTarget(from: CardView, move: AskedMove, mover: Mover): Promise<string | PortalRefusal> {
  const { toCardNumber, cardSetId } = move
  const { brand } = mover
  if (toCardNumber === undefined) {
    if (cardSetId === undefined) return noTarget
    return findWrongSet(from, move, mover) ?? giveOut({ cardSetId }, mover)
  }
  const to = await findVisibleTarget(toCardNumber, mover)
  if (!to) return noSuchCard
  // Once everything has moved, what could be said against it before does not matter.
  const state = await findCardState(readerOf(mover), brand.id, from.card.id)
  const obstacle = state?.transferred_by ? undefined : await findMoveObstacle(from, to, mover)
  if (obstacle) return turnDown('invalid', `toCardNumber: ${obstacleTexts[obstacle]}`)
  if (isFree(to)) return giveOut({ cardNumber: to.card.number }, mover)
  if (mover.right === 'cards.repair') return to.card.number
  // One that this very move gave out, before it was cut off, is new; any other is somebody's.
  const given = await giveOut({ cardNumber: to.card.number }, mover)
  return typeof given !== 'string' && given.code === 111 ? notNew : given
}

const notNew = turnDown('forbidden', `toCardNumber: ${obstacleTexts.notNew}`)

/** Looks before a card is given out. Of a set that does not exist, the step itself tells. */
function findWrongSet(
  { card }: CardView,
  { toCardNumber, cardSetId: setId }: AskedMove,
  { brand }: Pick<Mover, 'brand'>,
): PortalRefusal | undefined {
  if (toCardNumber !== undefined || setId === undefined) return undefined
  const [own, other] = [programOf(brand, card), programOf(brand, { setId })]
  return own && other && own.id !== other.id ? wrongSet : undefined
}

const wrongSet = turnDown('invalid', 'cardSetId: This set is of another program. Choose one of the same program.')

const noTarget = turnDown('invalid', 'toCardNumber: name a card, or the set of which a free one is given out')

async function giveOut(which: JsonObject, mover: Mover): Promise<string | PortalRefusal> {
  const given = await mover.step('allocate', which, 'new')
  if (!isTurnedDown(given)) return given.cardNumber ?? ''
  if (!isThisStep(given) || given.original === undefined) return given
  const before = await findRequest(readerOf(mover), mover.brand.id, given.original)
  const isOwn = before?.callType === 'ALLOCATE' && before.detail?.user === mover.user
  return (isOwn ? before.shown.cardNumber : undefined) ?? given
}

/** Only the very same call counts as one that was carried out before; any other with its id is none of this move. */
const isThisStep = ({ code, matches }: PortalRefusal): boolean => code === 3 && matches === true
