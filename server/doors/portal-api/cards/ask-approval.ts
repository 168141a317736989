import { startRepair } from '../../../calls/operations/repair/start-repair.ts'
import { toDecimalText } from '../../../domain/judge/sums.ts'
import { id, json, model, text } from '../../../ground/contract/field.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { day } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { countOpenApprovals, insertApproval } from '../../../storage/store/portal/approval.sql.ts'
import type { Lookups } from '../../api/guesses.ts'
import { slowDown } from '../access/logged-in.ts'
import { foresee } from '../foresee.ts'
import { foreseeRepair } from '../foresee-repair.ts'
import { lookupsIn } from '../guessing.ts'
import { type PreparedCall, prepareCall } from '../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { notAllowed } from '../run-route.ts'
import { moveCard, permissionFor, readAskedMove } from './move-card.ts'
import { lookUpCards } from './parts/look-up-cards.ts'
import { findNotNew, findUnseen, firstTransfer, moveRightOf } from './parts/move-steps.ts'
import { noSuchCard } from './parts/own-places.ts'
import { findWaitingPin } from './parts/waiting-secrets.ts'

interface ApprovalRequest {
  readonly operation: string
  readonly locationId?: string
  readonly terminalId?: string
  readonly reason: string
}

type Visited = BrandVisit<ApprovalRequest>

const anything = model('PortalRequest', 'What an operation is called with.', {})

/** How long a second person has. */
const waitMs = 7 * day
/** Nobody needs more at once, and a list of thousands would hide what matters. */
const openMax = 50

export const askApproval = brandRoute({
  name: 'askApproval',
  summary: 'Keep a change that its author may not make alone for a second person.',
  permission: 'terminal.use',
  orAny: ['cards.adjust', 'cards.repair', 'campaigns.change'],
  isConfirmed: false,
  reach: 'place',
  request: {
    operation: id('The operation.').required(),
    request: json('What it is to be called with.', anything),
    locationId: id('Where.'),
    terminalId: id('At which terminal.'),
    reason: text('Why.').max(1000).required(),
  },
  response: { approvalId: text('The request for approval.').required() },
  run: async (visit) => {
    const { request, services, brand, visitor, address, language } = visit
    const { operation: name, reason } = request
    const body = request.request
    if (!isObject(body)) return turnDown('invalid', 'request: must be an object')
    const lookups = lookupsIn(body, visit)
    const wait = lookups ? services.guesses.secondsToWait(lookups) : 0
    if (wait > 0) return slowDown(wait)
    const prepared = await prepare(body, visit)
    if (isTurnedDown(prepared)) return countMissed(prepared, lookups, visit)
    // Before it is tried: of a try, no wrong pin is counted.
    const pin = findWaitingPin(prepared, language)
    if (pin) return pin
    const isRepair = name === startRepair.name
    const { refusal, exceeds } = await (isRepair
      ? foreseeRepair(services, prepared)
      : foresee(services, prepared, lookups))
    if (!exceeds) return refusal ?? turnDown('invalid', 'This needs nobody else: you may do it yourself.')
    const { action, sums } = exceeds
    const { call } = prepared
    const { cardNumber }: { readonly cardNumber?: string } = prepared.request
    const now = services.now()
    if ((await countOpenApprovals(services.pool, brand.id, visitor.name, now)) >= openMax)
      return turnDown('slowDown', `You are waiting for ${openMax} approvals already. Let somebody decide them first.`)
    const approval = {
      id: call.ref,
      operation: name,
      request: JSON.stringify(body),
      cardNumber,
      limit: action,
      money: toDecimalText(sums.money),
      points: toDecimalText(sums.points),
      locationId: call.locationId,
      terminalId: call.terminalId,
      reason: reason.trim(),
      askedBy: visitor.name,
      askedAt: now,
      endsAt: now + waitMs,
    }
    await inTransaction(services.pool, async (db) => {
      await insertApproval(db, brand.id, approval)
      const actor = { kind: 'user', name: visitor.name, from: address } as const
      const after = defined({ operation: name, cardNumber, limit: action })
      await insertAuditEntries(db, brand.id, [{ action: 'approval.asked', subject: call.ref, actor, after }])
    })
    return { approvalId: call.ref }
  },
})

/** A card that is not there for them is told before anything is tried. */
function countMissed(refusal: PortalRefusal, lookups: Lookups | undefined, { services }: Visited): PortalRefusal {
  if (lookups && refusal === noSuchCard) services.guesses.count(lookups, { kind: 'done', response: { cards: [] } })
  return refusal
}

/** What is called first of what is asked for: of a move, what puts the value in motion. */
async function prepare(body: JsonObject, visit: Visited): Promise<PreparedCall | PortalRefusal> {
  const { request, services, brand, standing, visitor, address, language } = visit
  const { operation, locationId = '', terminalId = '', reason } = request
  const first = operation === moveCard.name ? await readMove(body, visit) : { name: operation, body }
  if (isTurnedDown(first)) return first
  const by = { locationId, terminalId, note: reason, from: address, language }
  const wanted = { ...first, ref: services.newRef(), ...by }
  return prepareCall(services, wanted, { brand, standing, visitor })
}

async function readMove(body: JsonObject, visit: Visited) {
  const right = moveRightOf(visit.standing.permissions)
  if (!right) return notAllowed
  const move = readAskedMove(body)
  if (isTurnedDown(move)) return move
  const tooMany = await lookUpCards([move.toCardNumber?.trim()], visit)
  if (tooMany) return tooMany
  const elsewhere = (await findUnseen(move, visit)) ?? (await findNotNew(move, right, visit))
  if (elsewhere) return elsewhere
  const transfer = await firstTransfer(move, visit)
  return isTurnedDown(transfer) ? transfer : { name: 'transfer', body: transfer, ...permissionFor('transfer', right) }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
