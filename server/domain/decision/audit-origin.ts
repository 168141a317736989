import { defined } from '../../ground/kernel/defined.ts'
import type { AuditOrigin } from '../audit/entry.ts'
import type { Call } from './call.ts'

/** Who makes a call, as the audit log names them. The call's note stays out: it may name a person. */
export function originOf({ ref, key, user, from, employeeId: employee }: Call): AuditOrigin {
  if (user) return { actor: defined({ kind: 'user', name: user.name, from, employee }), ref }
  return { actor: defined({ kind: 'key', name: key?.name ?? '', from, employee }), ref }
}
