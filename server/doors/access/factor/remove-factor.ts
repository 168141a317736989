import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import type { AccessServices } from '../access-services.ts'
import { tellBrands } from '../login/change-login.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import type { Visitor } from '../visitor.ts'
import { deleteFactor, deleteFactorsOf, listFactors } from './factor.sql.ts'

/** Removes one of their own factors; recovery codes go with the last that they stand in for. */
export async function removeFactor(
  services: AccessServices,
  { loginId, name, sessionId, grants }: Visitor,
  id: string,
  origin: AuditOrigin,
): Promise<'removed' | 'unknown' | 'needed'> {
  if (!isUuid(id)) return 'unknown'
  const isDemanded = await services.demandsSecondFactor(grants)
  return inTransaction(services.pool, async (db) => {
    const factors = (await listFactors(db, loginId)).filter(({ kind }) => kind !== 'recoveryCode')
    if (!factors.some(({ factorId }) => factorId === id)) return 'unknown'
    if (factors.length === 1 && isDemanded) return 'needed'
    const kind = await deleteFactor(db, loginId, id)
    if (kind === undefined) return 'unknown'
    if (factors.length === 1) await deleteFactorsOf(db, loginId)
    await deleteSessionsOf(db, loginId, sessionId)
    await tellBrands({ db, origin }, grants, { action: 'user.factor', subject: name, before: { kind } })
    return 'removed'
  })
}
