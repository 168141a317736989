import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { isUserFault, type UserFault, type UserOffice } from '../../access/login/change-user.ts'
import { originOf } from '../access/origin-of.ts'
import { type PortalRefusal, turnDown } from '../refusal.ts'
import type { BrandVisit } from '../route.ts'

/** Changes users as whoever is logged in: all of it, or nothing. */
export async function inUserOffice<Outcome extends object | undefined>(
  visit: BrandVisit<unknown>,
  change: (office: UserOffice) => Promise<Outcome | UserFault>,
): Promise<Outcome | PortalRefusal> {
  const { services, visitor, brand } = visit
  const { now, random } = services
  const office = { now, random, origin: originOf(visit), brand: brand.id, own: visitor.grants }
  try {
    return await inTransaction(services.pool, async (db) => {
      const outcome = await change({ ...office, db })
      if (isUserFault(outcome)) throw new Refused(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Refused) return refusals[error.fault]
    throw error
  }
}

/** Takes back what the transaction has changed already. */
class Refused extends Error {
  readonly fault: UserFault

  constructor(fault: UserFault) {
    super(fault)
    this.fault = fault
  }
}

const refusals: { readonly [Fault in UserFault]: PortalRefusal } = {
  beyond: turnDown('forbidden', 'You can neither give nor take away more than you may do yourself, here or elsewhere.'),
  unknown: turnDown('notFound', 'There is no such user in this brand.'),
  lastAdministrator: turnDown('conflict', 'This is the last administrator. Make somebody else one first.'),
  known: turnDown('conflict', 'There is a user with this name already.'),
}
