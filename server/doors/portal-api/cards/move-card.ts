import { id, oneOf, text } from '../../../ground/contract/field.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import { readRequest } from '../../../ground/contract/read.ts'
import type { Enablement } from '../../../ground/kernel/enablement.ts'
import { carryOut } from '../carry-out.ts'
import { foresee } from '../foresee.ts'
import { prepareCall } from '../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { lookUpCards } from './parts/look-up-cards.ts'
import {
  type AskedMove,
  firstTransfer,
  type MoveRight,
  moveEverything,
  moveRightOf,
  type Stepped,
} from './parts/move-steps.ts'

interface MoveRequest extends AskedMove {
  readonly locationId?: string
  readonly reason: string
  readonly requestId: string
}

type Visited = BrandVisit<MoveRequest>

export const moveCard = brandRoute({
  name: 'moveCard',
  summary: 'Move everything from a card to another one, or to a new one that is given out first.',
  permission: 'cards.repair',
  // To a new card only.
  orAny: ['cards.replace'],
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
    const { cardNumber, toCardNumber } = visit.request
    const tooMany = await lookUpCards([cardNumber, toCardNumber?.trim()], visit)
    if (tooMany) return tooMany
    // Before a new card is given out: it would wait for a second person with nothing on it.
    const early = await findTooMuch(visit)
    if (early) return early
    const step = (name: string, body: JsonObject, part: string) => runStep(name, body, part, visit)
    const moved = await moveEverything(visit.request, {
      ...visit,
      step,
      right: rightOf(visit),
      user: visit.visitor.name,
    })
    return isTurnedDown(moved) ? moved : { cardNumber: moved.cardNumber }
  },
})

/** The route lets nobody in who has neither. */
const rightOf = ({ standing }: Visited): MoveRight => moveRightOf(standing.permissions) ?? 'cards.replace'

/** A move that a second person was asked for, as this route takes it. */
export function readAskedMove(body: JsonObject): AskedMove | PortalRefusal {
  const rules = { apiVersion: 2, enabled: new Set<Enablement>(), interfaceTimeZone: 'UTC' } as const
  const given = { reason: 'approval', requestId: 'approval', ...body }
  const read = readRequest(moveCard.request, given, rules)
  if (read.kind === 'refusal') return turnDown('invalid', read.text)
  const [unknown] = read.unknown
  // The reader gives exactly the values of the contract, which only the compiler cannot see.
  return unknown === undefined
    ? (read.value as unknown as AskedMove)
    : turnDown('invalid', `${unknown}: there is no such field`)
}

/** Whoever may only replace cards may transfer what is on one, as far as that is what this route does. */
export const permissionFor = (name: string, right: MoveRight) => (name === 'transfer' ? { permission: right } : {})

async function findTooMuch(visit: Visited): Promise<PortalRefusal | undefined> {
  const body = await firstTransfer(visit.request, visit)
  // What cannot even begin is told by the steps themselves.
  if (isTurnedDown(body) || body.action !== 'out') return undefined
  const prepared = await prepareStep('transfer', body, visit)
  if (isTurnedDown(prepared)) return undefined
  const { refusal } = await foresee(visit.services, prepared)
  return refusal?.objection ? refusal : undefined
}

function prepareStep(name: string, body: JsonObject, visit: Visited) {
  const { request, services, brand, standing, visitor, address, language } = visit
  const { locationId = '', reason } = request
  const by = { locationId, terminalId: '', note: reason, from: address, language }
  const wanted = { name, body, ref: services.newRef(), ...by, ...permissionFor(name, rightOf(visit)) }
  return prepareCall(services, wanted, { brand, standing, visitor })
}

async function runStep(name: string, body: JsonObject, part: string, visit: Visited): Promise<Stepped> {
  const prepared = await prepareStep(name, body, visit)
  return isTurnedDown(prepared) ? prepared : carryOut(visit.services, prepared, keyOf(part, visit))
}

/**
 * No header can have this character: nobody's own call is taken for a step. Who moves, from where and where to is part of
 * it: another card in the same dialog is another move.
 */
function keyOf(part: string, { request, visitor }: Visited): string {
  const { cardNumber, toCardNumber = null, cardSetId = null, requestId } = request
  return `move\0${JSON.stringify([visitor.name, requestId, cardNumber, toCardNumber, cardSetId])} ${part}`
}
