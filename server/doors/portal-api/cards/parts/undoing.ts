import { ownUndoMs } from '../../../../domain/judge/judge-outcome.ts'
import type { CallType } from '../../../../ground/kernel/call-type.ts'
import { isUuid } from '../../../../ground/kernel/ids.ts'
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
}

/** Whether a void is worth trying: the operation itself has the last word. */
export function mayBeVoided({ callType, isCheckout, isVoided }: Made): boolean {
  if (isVoided) return false
  return callType === 'CHECKOUT_SETUP' ? isCheckout : voidable.includes(callType)
}

type Visited = Pick<BrandVisit<unknown>, 'room' | 'brand' | 'standing'> & {
  readonly visitor: { readonly name: string }
}

/** Whether a call was made just now by the visitor, at one of their locations. */
export async function isOwnAndRecent(requestRef: string, visit: Visited): Promise<boolean> {
  const { room, brand, standing, visitor } = visit
  const ref = requestRef.toLowerCase()
  const found = isUuid(ref) ? await findRequest(readerOf({ room }), brand.id, ref) : undefined
  if (!found || found.detail?.user !== visitor.name || found.happenedAt < room.now() - ownUndoMs) return false
  return !standing.locations || standing.locations.has(found.shown.locationId ?? '')
}
