import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import type { AccessServices } from '../access-services.ts'
import { type Proof, prove } from '../prove.ts'
import { renewSession } from '../session/renew-session.ts'
import type { Visitor } from '../visitor.ts'
import { isPasswordOf } from './log-in.ts'
import { findLoginById } from './login.sql.ts'
import { findPasswordFault } from './password-rules.ts'
import { setPassword } from './set-password.ts'

interface PasswordChange {
  readonly current: string
  readonly password: string
}

type Changed =
  | { readonly kind: 'changed'; readonly token: string }
  | { readonly kind: 'unfit'; readonly text: string }
  | Proof

/** By somebody who knows the one of before. The session goes on with another token; the others end. */
export async function changePassword(
  services: AccessServices,
  { loginId, name, sessionId }: Visitor,
  { current, password }: PasswordChange,
  origin: AuditOrigin & { readonly isLocal: boolean },
): Promise<Changed> {
  const { isLocal, ...audit } = origin
  const login = await findLoginById(services.pool, loginId)
  const check = () => isPasswordOf(services, login, { password: current, isLocal })
  const proof = await prove(services, { name, address: audit.actor.from ?? '', tried: 'password' }, check)
  if (proof.kind !== 'right') return proof
  const fault = findPasswordFault(password, name)
  if (fault !== undefined) return { kind: 'unfit', text: fault }
  const passwordHash = await services.passwords.hash(password)
  return inTransaction(services.pool, async (db) => {
    await setPassword({ db, origin: audit }, { id: loginId, name }, passwordHash, sessionId)
    return { kind: 'changed', token: await renewSession(db, services, sessionId) }
  })
}
