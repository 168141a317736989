import { id, oneOf, text } from '../../contract/field.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { RequestRef } from '../../kernel/ids.ts'
import { findCardState } from '../../store/portal/card-state.sql.ts'
import type { CardView } from '../../store/queries/card-view.sql.ts'
import { findRequest } from '../../store/queries/request-view.sql.ts'
import { carryOut } from '../carry-out.ts'
import { prepareCall } from '../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { findMoveObstacle, isFree, obstacleTexts } from './parts/moving.ts'
import { findVisibleCard, noSuchCard } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'

interface Asked {
  readonly cardNumber: string
  readonly toCardNumber?: string
  readonly cardSetId?: string
  readonly mergeMode: 'combine' | 'overwrite'
  readonly locationId?: string
  readonly reason: string
  readonly requestId: string
}

type Visited = BrandVisit<Asked>

/**
 * Up to three calls of the interface, each with an id of its own made of the one that came: whatever was cut off, asked
 * again it goes on from there, and nothing happens twice. A card that was emptied and has no heir yet may also be moved
 * by somebody else, to another card.
 */
export const moveCard = brandRoute({
  name: 'moveCard',
  summary: 'Move everything from a card to another one, or to a new one that is given out first.',
  permission: 'cards.repair',
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card that is emptied. It can no longer be used.').required(),
    toCardNumber: id('The card that gets everything. One that waits in stock is given out first.'),
    cardSetId: id('Without toCardNumber: one of the free cards of this set is given out.'),
    mergeMode: oneOf("Whose customer's data counts: the other card's (combine) or this one's (overwrite).", [
      'combine',
      'overwrite',
    ]).default('overwrite'),
    locationId: id('Where.'),
    reason: text('Why.').max(1000).required(),
    requestId: id('What is asked twice with the same one happens once.').between(8, 100).required(),
  },
  response: { cardNumber: text('The card that has everything now.').required() },
  run: async (visit) => {
    const from = await findVisibleCard(visit.request.cardNumber, visit)
    if (!from) return noSuchCard
    const target = await findTarget(from, visit)
    if (typeof target !== 'string') return target
    if (from.card.status !== 'Transfer') {
      const out = { action: 'out', cardNumber: from.card.number, ignoreHoldBalances: true }
      const left = await step('transfer', out, 'out', visit)
      if (isTurnedDown(left) && left.code !== 3) return left
    }
    const into = {
      action: 'in',
      cardNumber: target,
      oldCardNumber: from.card.number,
      mergeMode: visit.request.mergeMode,
      copyCustomCardNumber: true,
      transferCoupons: true,
      owningLocationType: visit.request.mergeMode === 'overwrite' ? 'source' : 'min',
    }
    const arrived = await step('transfer', into, 'in', visit)
    return isTurnedDown(arrived) && arrived.code !== 3 ? arrived : { cardNumber: target }
  },
})

/** The number of the card that gets everything, given out by now. */
async function findTarget(from: CardView, visit: Visited): Promise<string | PortalRefusal> {
  const { request, brand } = visit
  const { toCardNumber, cardSetId } = request
  if (toCardNumber === undefined) return cardSetId === undefined ? noTarget : giveOut({ cardSetId }, visit)
  const to = await readerOf(visit).findCard(brand.id, toCardNumber.trim())
  if (!to) return noSuchCard
  // Once everything has moved, what could be said against it before does not matter.
  const state = await findCardState(readerOf(visit), brand.id, from.card.id)
  const obstacle = state?.transferred_by ? undefined : await findMoveObstacle(from, to, visit)
  if (obstacle) return turnDown('invalid', `toCardNumber: ${obstacleTexts[obstacle]}`)
  return isFree(to) ? giveOut({ cardNumber: to.card.number }, visit) : to.card.number
}

const noTarget = turnDown('invalid', 'toCardNumber: name a card, or the set of which a free one is given out')

async function giveOut(which: JsonObject, visit: Visited): Promise<string | PortalRefusal> {
  const given = await step('allocate', which, 'new', visit)
  if (!isTurnedDown(given)) return given.cardNumber ?? ''
  if (given.code !== 3 || given.original === undefined) return given
  const before = await findRequest(readerOf(visit), visit.brand.id, given.original)
  return before?.shown.cardNumber ?? given
}

type Stepped = { readonly cardNumber?: string } | (PortalRefusal & { readonly original?: RequestRef })

async function step(name: string, body: JsonObject, part: string, visit: Visited): Promise<Stepped> {
  const { request, room, brand, standing, visitor, address } = visit
  const { locationId = '', reason, requestId } = request
  const wanted = { name, body, ref: room.newRef(), locationId, terminalId: '', note: reason, from: address }
  const prepared = await prepareCall(room, wanted, { brand, standing, visitor })
  return isTurnedDown(prepared) ? prepared : carryOut(room, prepared, `${requestId} ${part}`)
}
