import { inTransaction } from '../../../../ground/database/in-transaction.ts'
import { isMailFault, type MailFault, type MailOffice } from '../../../report-mail/change-schedule.ts'
import { originOf } from '../../access/origin-of.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'

/** Changes reports by e-mail as whoever is logged in: all of it, or nothing. */
export async function inMailOffice(
  visit: BrandVisit<unknown>,
  change: (office: MailOffice) => Promise<MailFault | undefined>,
): Promise<PortalRefusal | undefined> {
  const { services, brand, visitor } = visit
  const office = { brand, now: services.now(), origin: originOf(visit), name: visitor.name }
  // Whatever is refused is refused before anything is written.
  const outcome = await inTransaction(services.pool, (db) => change({ ...office, db }))
  return isMailFault(outcome) ? turnDown(reasons[outcome.fault], outcome.text) : undefined
}

const reasons = { unknown: 'notFound', invalid: 'invalid', tooMany: 'conflict' } as const
