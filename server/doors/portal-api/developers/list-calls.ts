import { flag, id, integer, list, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid, type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import { type CallFilter, findCardId } from '../../../storage/store/queries/call-log.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { loggedCallModel, showCall } from './call-model.ts'
import { type FoundCalls, searchCalls } from './call-search.ts'

/** The largest time that a reference can carry. */
const instantMax = 2 ** 48 - 1

const filters = {
  from: integer('Only calls since then, in milliseconds.').between(0, instantMax),
  to: integer('Only calls before then, in milliseconds.').between(0, instantMax),
  operation: id('Only calls of this operation.'),
  refusedOnly: flag('Only calls that were refused.').default(false),
  errorCode: integer('Only calls that were refused with this error.').between(0, 10_000),
  location: id('Only calls of this location.'),
  terminal: id('Only calls of this terminal.'),
  cardNumber: id('Only calls about this card.'),
  user: id('Only calls of this user of the portal.'),
  made: oneOf('Who made it: people in the portal, or all others.', ['portal', 'others']),
  externalTransactionId: id('Only calls with this externalTransactionId.').max(1000),
  unknownFieldsOnly: flag('Only calls whose requests had unknown fields.').default(false),
}

type Visited = BrandVisit<
  {
    readonly [Name in Exclude<
      keyof typeof filters,
      'refusedOnly' | 'unknownFieldsOnly'
    >]?: (typeof filters)[Name]['type']
  } & { readonly refusedOnly: boolean; readonly unknownFieldsOnly: boolean }
>

/** The record of calls. Somebody who is restricted sees those of their locations. */
export const listLoggedCalls = brandRoute({
  name: 'listCalls',
  summary: 'List the calls that were made, newest first, and say how far was looked.',
  permission: 'requests.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    ...filters,
    before: id('To go on: the next of an earlier answer.'),
    count: integer('How many to return at most.').between(1, 200).default(50),
  },
  response: {
    calls: list('The calls.', loggedCallModel).required(),
    next: text('Present if there may be more. Ask again with this as before.'),
    lookedUntil: number('Everything since then was looked at, in milliseconds. Absent: everything at all.'),
  },
  run: async (visit) => {
    const { services, brand, request } = visit
    const { before = highest(request.to), count: limit, from = 0 } = request
    if (!isUuid(before)) return turnDown('invalid', 'before: expected the next of an earlier answer')
    const filter = await filterOf(visit)
    if (!filter) return { calls: [] }
    const stretch = { from: uuidFloor(from), before: before.toLowerCase() }
    const found = await searchCalls(services.pool, { brand: brand.id, filter, limit, ...stretch }, services.now)
    return show(found, visit)
  },
})

const highest = (to: number | undefined): RequestRef =>
  to === undefined ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : uuidFloor(to)

/** Undefined if nothing can fit. */
async function filterOf({ request, services, brand, standing }: Visited): Promise<CallFilter | undefined> {
  const { operation, errorCode, refusedOnly, location, terminal, cardNumber, user, made } = request
  const card = cardNumber === undefined ? undefined : await findCardId(services.pool, brand.id, cardNumber)
  if (cardNumber !== undefined && card === undefined) return undefined
  return defined({
    ...{ operation, location, terminal, user, made, card },
    error: errorCode ?? (refusedOnly ? 'refused' : undefined),
    externalId: request.externalTransactionId,
    hasUnknownFields: request.unknownFieldsOnly || undefined,
    places: standing.locations && [...standing.locations],
  })
}

async function show({ calls, next }: FoundCalls, { services, brand }: Visited) {
  const cards = [...new Set(calls.flatMap(({ card_id }) => (card_id === null ? [] : [card_id])))]
  const numbers = await findNumbers(services.pool, brand.id, cards)
  return defined({
    calls: calls.map((call) => showCall(call, numbers)),
    next,
    lookedUntil: next === undefined ? undefined : instantOf(next),
  })
}

/** When a reference was made: it begins with that. */
const instantOf = (ref: RequestRef) => Number.parseInt(ref.replaceAll('-', '').slice(0, 12), 16)
