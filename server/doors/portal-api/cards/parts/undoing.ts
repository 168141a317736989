import { ownUndoMs } from '../../../../domain/judge/judge-outcome.ts'
import type { CallType } from '../../../../ground/kernel/call-type.ts'
import { isUuid } from '../../../../ground/kernel/ids.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { findRequest } from '../../../../storage/store/queries/request-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import { readerOf } from './reading.ts'

const voidable: readonly CallType[] = [
  'UPDATE_BALANCE',
  'CHECKOUT_COMPLETE',
  'CHECKOUT_SETUP',
  'ALLOCATE',
  'RETURN_MERCHANDISE',
  'TRIGGER_ONLY',
  'UPDATE_ACCOUNT',
]

interface Made {
  readonly callType: CallType
  /** Whether it is a checkout or a return. */
  readonly isCheckout: boolean
  readonly isVoided: boolean
  /** Whether it found a card that its customer had already. */
  readonly isFinding: boolean
}

/** Whether a void is worth trying: the operation itself has the last word. */
export function mayBeVoided({ callType, isCheckout, isVoided, isFinding }: Made): boolean {
  if (isVoided || isFinding) return false
  return callType === 'CHECKOUT_SETUP' ? isCheckout : voidable.includes(callType)
}

type Visited = Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'> & {
  readonly visitor: { readonly name: string }
  /** When they wanted to undo it; absent: now. */
  readonly askedAt?: Instant
}

/** Whether a call was made just then by the visitor, at one of their locations. */
export async function isOwnAndRecent(requestRef: string, visit: Visited): Promise<boolean> {
  const { services, brand, standing, visitor, askedAt = services.now() } = visit
  const ref = requestRef.toLowerCase()
  const found = isUuid(ref) ? await findRequest(readerOf({ services }), brand.id, ref) : undefined
  if (!found || found.detail?.user !== visitor.name || found.happenedAt < askedAt - ownUndoMs) return false
  return !standing.locations || standing.locations.has(found.shown.locationId ?? '')
}
