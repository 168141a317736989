import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { foresee } from '../../foresee.ts'
import { prepareCall } from '../../prepare-call.ts'
import { isTurnedDown, type PortalRefusal } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'

interface MadeCall {
  readonly requestRef: RequestRef
  readonly cardNumber?: string | undefined
  readonly childCardNumber?: string | undefined
  readonly locationId?: string | undefined
}

/** Whether an undo would work now, at least with a second person: it is decided as if it were asked for. */
export async function wouldUndo(made: MadeCall, visit: BrandVisit<unknown>): Promise<boolean> {
  const { services, brand, standing, visitor, language } = visit
  const { requestRef, cardNumber, childCardNumber, locationId = '' } = made
  const body = {
    requestRef,
    ...(cardNumber !== undefined && { cardNumber }),
    ...(childCardNumber !== undefined && { childCardNumber }),
  }
  const wanted = {
    name: 'voidTransaction',
    body,
    ref: services.newRef(),
    locationId,
    terminalId: '',
    note: 'undo',
    language,
  }
  const prepared = await prepareCall(services, wanted, { brand, standing, visitor })
  if (isTurnedDown(prepared)) return false
  const { refusal } = await foresee(services, prepared)
  return !refusal || isPassable(refusal)
}

/** What a second person, another proof, or a moment's patience gets over. */
const isPassable = ({ reason }: PortalRefusal): boolean =>
  reason === 'approvalNeeded' || reason === 'confirmNeeded' || reason === 'unavailable'
