import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { OwnVisit } from '../route.ts'

/** Whoever is logged in, as the audit log names them. */
export const originOf = ({ visitor, address }: OwnVisit<unknown>): AuditOrigin => ({
  actor: { kind: 'user', name: visitor.name, from: address },
})
