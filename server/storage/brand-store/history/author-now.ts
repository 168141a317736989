import type { AuditActor } from '../../../domain/audit/entry.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { Caller, KeptVerdict } from '../../../domain/judge/caller.ts'
import { earlierCaller } from '../../../domain/judge/judged.ts'
import type { Permission } from '../../../domain/judge/permissions.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { loadKeyInForce } from '../keys/api-key.sql.ts'
import { toRights } from '../keys/key-rights-row.ts'

/** What users of the portal may do now; undefined for those who are gone. */
export type StandingOf = (
  db: Sql,
  brand: BrandId,
  name: string,
) => Promise<{ readonly permissions: readonly Permission[]; readonly isRestricted: boolean } | undefined>

interface Kept {
  readonly brandId: BrandId
  readonly judged: KeptVerdict | null
  readonly actor: AuditActor
}

/**
 * Whoever had a change wait, with what they may do now that it is due. Undefined: they were removed or disabled meanwhile, or
 * their key was revoked.
 */
export async function authorNow(
  db: Sql,
  { brandId, judged, actor }: Kept,
  standingOf: StandingOf,
): Promise<Caller | undefined> {
  const caller = earlierCaller(judged, actor.kind)
  if (caller.kind !== 'earlier') return caller
  const { by, parts } = caller.judged
  if (actor.kind === 'user') {
    const now = await standingOf(db, brandId, actor.name)
    if (!now || by.kind !== 'user') return undefined
    // One whose verdict was not kept may do what needs no proof, and no more than they may now.
    const permissions = judged ? now.permissions : by.permissions.filter((one) => now.permissions.includes(one))
    const places = now.isRestricted ? { locations: [] } : {}
    return { kind: 'earlier', judged: { by: { ...by, permissions, ...places }, parts } }
  }
  if (actor.kind === 'key') {
    const key = await loadKeyInForce(db, brandId, actor.name)
    if (!key) return undefined
    return by.kind === 'key'
      ? { kind: 'earlier', judged: { by: { kind: 'key', rights: toRights(key) }, parts } }
      : caller
  }
  return caller
}

/** Without a name: webhooks and the log are told of it. */
export const authorGone: FileFault = { path: '', ...faultOf('authorGone') }
