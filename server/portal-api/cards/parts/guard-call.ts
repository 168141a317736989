import type { Standing } from '../../../access/visitor.ts'
import type { Brand } from '../../../brand/brand.ts'
import type { Permission } from '../../../judge/permissions.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Decimal } from '../../../kernel/money.ts'
import { findCallPlaces } from '../../../store/portal/card-places.sql.ts'
import { listPostings } from '../../../store/queries/request-view.sql.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'
import type { PortalRoom } from '../../room.ts'
import { notAllowed } from '../../run-route.ts'
import { type Limit, type LimitedAction, limitOf, type Part, type Sums, sumUp, widest } from './limits.ts'
import { findVisibleCard, noSuchCard } from './own-places.ts'
import { readerOf } from './reading.ts'
import { isOwnAndRecent } from './undoing.ts'

/** A call of an operation, read by its contract and not carried out yet. */
export interface ManualCall {
  readonly room: PortalRoom
  readonly brand: Brand
  readonly standing: Standing
  readonly operation: string
  readonly permission: Permission
  readonly request: object
  readonly note: string
  readonly visitor: { readonly name: string }
}

/** What the requests of the operations in question have, as far as it matters here. */
interface Asked {
  readonly cardNumber?: string
  readonly oldCardNumber?: string
  readonly action?: string
  readonly requestRef?: string
  readonly checkoutRequestRef?: string
  readonly isAccountingAdjustment?: boolean
  readonly isCashout?: boolean
  readonly adjustStatus?: object
  readonly amount?: { readonly balanceType: string; readonly balanceCode?: string; readonly amount?: Decimal }
}

/** A change that has a limit, and what it comes to. */
export interface Measured {
  readonly action: LimitedAction
  readonly sums: Sums
  readonly limit: Limit
  readonly cardNumber?: string
}

/** Why a call by hand is not carried out: its author lacks a permission, a reason, or has no business there. */
export async function findObstacle(call: ManualCall): Promise<PortalRefusal | undefined> {
  const asked: Asked = call.request
  const lacking = permissionsOf(call).find((permission) => !call.standing.permissions.has(permission))
  if (lacking && call.operation !== 'voidTransaction') return notAllowed
  if (lacking && !(await isOwnUndo(call))) return onlyOwnUndo
  if (needsReason(call.operation, asked) && call.note.trim() === '')
    return turnDown('invalid', 'note: say why; a change by hand needs a reason')
  return call.standing.locations ? findOutside(call, asked) : undefined
}

/** updateBalance is for everybody who serves customers; corrections of the books and of the status are for others. */
function permissionsOf({ operation, permission, request }: ManualCall): readonly Permission[] {
  const { action, adjustStatus, isAccountingAdjustment }: Asked = request
  if (operation !== 'updateBalance' || !isAccountingAdjustment) return [permission]
  return [
    ...(adjustStatus ? (['cards.repair'] as const) : []),
    ...(action === 'adjustOnly' ? [] : (['cards.adjust'] as const)),
  ]
}

/** Whoever serves customers may undo what they did themselves a moment ago. */
function isOwnUndo(call: ManualCall): Promise<boolean> {
  const { requestRef = '' }: Asked = call.request
  return call.standing.permissions.has('terminal.use') ? isOwnAndRecent(requestRef, call) : Promise.resolve(false)
}

const onlyOwnUndo = turnDown('forbidden', 'You may undo only what you did yourself in the last 15 minutes.')

const alwaysWithReason: ReadonlySet<string> = new Set([
  'voidTransaction',
  'transfer',
  'reactivate',
  'allocateCoupon',
  'addPersonalOffer',
  'triggerCampaignRule',
])

function needsReason(operation: string, { action, isAccountingAdjustment, isCashout }: Asked): boolean {
  if (alwaysWithReason.has(operation)) return true
  return operation === 'updateBalance' && (action === 'issue' || Boolean(isAccountingAdjustment || isCashout))
}

/**
 * What somebody who is restricted may not touch: calls that were made elsewhere, and repairs of cards that were never
 * at their locations. Serving a customer is different: a till takes any card whose number it is given.
 */
async function findOutside(call: ManualCall, asked: Asked): Promise<PortalRefusal | undefined> {
  const { room, brand, standing } = call
  const ref = (asked.requestRef ?? asked.checkoutRequestRef)?.toLowerCase()
  if (ref !== undefined && isUuid(ref)) {
    const place = (await findCallPlaces(readerOf({ room }), brand.id, [ref])).get(ref)
    if (!standing.locations?.has(place ?? '')) return noSuchCall
  }
  const isRepair = permissionsOf(call).some((one) => one === 'cards.repair' || one === 'cards.adjust')
  const number = call.operation === 'transfer' ? (asked.oldCardNumber ?? asked.cardNumber) : asked.cardNumber
  if (!isRepair || number === undefined) return undefined
  return (await findVisibleCard(number, { room, brand, standing })) ? undefined : noSuchCard
}

const noSuchCall = turnDown('notFound', 'There is no such call, or it was made at another location.')

/** What the change comes to, and what the author's role may do; undefined if it has no limit. */
export async function measure(call: ManualCall): Promise<Measured | undefined> {
  const action = limitedActionOf(call)
  if (!action) return undefined
  const { brand } = call
  const { cardNumber }: Asked = call.request
  const sums = sumUp(await partsOf(call), brand)
  const limit = await limitFor(action, call)
  return { action, sums, limit, ...(cardNumber !== undefined && { cardNumber }) }
}

/** What somebody may give alone they may also take back alone, as long as it was they who gave it. */
async function limitFor(action: LimitedAction, call: ManualCall): Promise<Limit> {
  const { brand, standing } = call
  const usual = limitOf(brand, standing.role, action)
  if (action !== 'void' || !(await isOwnUndo(call))) return usual
  return widest(usual, limitOf(brand, standing.role, 'issue'))
}

function limitedActionOf({ operation, request }: ManualCall): LimitedAction | undefined {
  const { action, isAccountingAdjustment, isCashout }: Asked = request
  if (operation === 'voidTransaction') return 'void'
  if (operation !== 'updateBalance' || action === 'adjustOnly') return undefined
  if (isAccountingAdjustment) return 'adjust'
  if (isCashout) return 'cashOut'
  return action === 'issue' ? 'issue' : undefined
}

async function partsOf(call: ManualCall): Promise<Part[]> {
  const { amount, requestRef }: Asked = call.request
  if (call.operation === 'voidTransaction') return partsOfCall(requestRef ?? '', call)
  return amount?.amount ? [{ ...amount, amount: amount.amount }] : []
}

/** What a void would reverse. */
async function partsOfCall(requestRef: string, { room, brand }: ManualCall): Promise<Part[]> {
  const ref = requestRef.toLowerCase()
  const postings = isUuid(ref) ? await listPostings(readerOf({ room }), brand.id, [ref]) : []
  return postings.flatMap(({ valueType, amount }) => {
    const type = brand.valueTypes.get(valueType)
    return type ? [{ ...type, amount: { units: amount, scale: type.scale } }] : []
  })
}
