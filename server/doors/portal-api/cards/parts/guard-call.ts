import type { Brand } from '../../../../domain/brand/brand.ts'
import type { Permission } from '../../../../domain/judge/permissions.ts'
import { isUuid } from '../../../../ground/kernel/ids.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { findCallPlaces } from '../../../../storage/store/portal/card-places.sql.ts'
import type { Standing } from '../../../access/visitor.ts'
import type { PortalServices } from '../../portal-services.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'
import { notAllowed } from '../../run-route.ts'
import { findVisibleCard, noSuchCard } from './own-places.ts'
import { readerOf } from './reading.ts'
import { isOwnAndRecent } from './undoing.ts'

/** A call of an operation, read by its contract and not carried out yet. */
export interface ManualCall {
  readonly services: PortalServices
  readonly brand: Brand
  readonly standing: Standing
  readonly operation: string
  readonly permission: Permission
  readonly request: object
  readonly note: string
  readonly visitor: { readonly name: string }
  readonly askedAt: Instant
}

/** What the requests of the operations in question have, as far as it matters here. */
interface GuardedRequest {
  readonly cardNumber?: string
  readonly oldCardNumber?: string
  readonly action?: string
  readonly kind?: string
  readonly requestRef?: string
  readonly checkoutRequestRef?: string
  readonly isAccountingAdjustment?: boolean
  readonly isCashout?: boolean
  readonly adjustStatus?: object
  readonly updatedPin?: string
  readonly newCustomTags?: readonly string[]
  readonly newAllowedCards?: readonly string[]
}

/** Why a call by hand is not carried out: its author lacks a permission, a reason, or has no business there. */
export async function findObstacle(call: ManualCall): Promise<PortalRefusal | undefined> {
  const asked: GuardedRequest = call.request
  const lacking = permissionsOf(call).find((permission) => !call.standing.permissions.has(permission))
  if (lacking && call.operation !== 'voidTransaction') return notAllowed
  if (lacking && !(await isOwnUndo(call))) return onlyOwnUndo
  if (needsReason(call.operation, asked) && call.note.trim() === '')
    return turnDown('invalid', 'note: say why; a change by hand needs a reason')
  return call.standing.locations ? findOutside(call, asked) : undefined
}

/**
 * updateBalance is for everybody who serves customers; corrections of the books and of the status are for others.
 * Whoever sees coupons may look at one; using it, or saying who may, is a repair.
 */
function permissionsOf({ operation, permission, request, standing }: ManualCall): readonly Permission[] {
  const { action, adjustStatus, isAccountingAdjustment, kind }: GuardedRequest = request
  if (operation === 'couponDetails') return [changesCoupon(request) ? permission : 'coupons.see']
  // Whoever makes up a condition finds out for whom it holds.
  if (operation === 'startErrand') return kind === 'replay' ? [permission, 'customers.see'] : [permission]
  // Whoever wrote the campaign asks for it, whoever corrects balances does it within their limit.
  if (operation === 'startRepair') return [standing.permissions.has('cards.adjust') ? 'cards.adjust' : permission]
  if (operation !== 'updateBalance' || !isAccountingAdjustment) return [permission]
  return [
    ...(adjustStatus ? (['cards.repair'] as const) : []),
    ...(action === 'adjustOnly' ? [] : (['cards.adjust'] as const)),
  ]
}

const changesCoupon = ({ action, newCustomTags, newAllowedCards }: GuardedRequest): boolean =>
  action !== 'details' || newCustomTags !== undefined || newAllowedCards !== undefined

/** Whoever serves customers may undo what they did themselves a moment ago. */
function isOwnUndo(call: ManualCall): Promise<boolean> {
  const { requestRef = '' }: GuardedRequest = call.request
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
  'startRepair',
])

function needsReason(operation: string, asked: GuardedRequest): boolean {
  const { action, isAccountingAdjustment, isCashout } = asked
  if (alwaysWithReason.has(operation)) return true
  if (operation === 'couponDetails') return changesCoupon(asked)
  if (operation === 'updateAccount') return asked.updatedPin !== undefined
  return operation === 'updateBalance' && (action === 'issue' || Boolean(isAccountingAdjustment || isCashout))
}

const repairs: ReadonlySet<Permission> = new Set(['cards.repair', 'cards.replace', 'cards.adjust'])

/**
 * What somebody who is restricted may not touch: calls that were made elsewhere, and repairs of cards that are of another
 * location. Serving a customer is different: a till takes any card whose number it is given.
 */
async function findOutside(call: ManualCall, asked: GuardedRequest): Promise<PortalRefusal | undefined> {
  const { services, brand, standing } = call
  const ref = (asked.requestRef ?? asked.checkoutRequestRef)?.toLowerCase()
  if (ref !== undefined && isUuid(ref)) {
    const place = (await findCallPlaces(readerOf({ services }), brand.id, [ref])).get(ref)
    if (!standing.locations?.has(place ?? '')) return noSuchCall
  }
  // A void is of a call, which was made at their location: whichever card the customer had.
  const isRepair = permissionsOf(call).some((one) => repairs.has(one))
  if (!isRepair || call.operation === 'voidTransaction') return undefined
  const numbers = [asked.cardNumber, asked.oldCardNumber].filter((number) => number !== undefined)
  const found = await Promise.all(numbers.map((number) => findVisibleCard(number, { services, brand, standing })))
  return found.every((card) => card !== undefined) ? undefined : noSuchCard
}

const noSuchCall = turnDown('notFound', 'There is no such call, or it was made at another location.')
