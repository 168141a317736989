import type { UserChange } from '../../../domain/judge/one-hand.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface ChangeRow {
  readonly action: `user.${UserChange['kind']}`
  readonly at: Instant
  readonly by: string
  readonly subject: string
  readonly role_before: string | null
  readonly role_after: string | null
}

/** What users of the portal did with each other's logins since, in that order. What the operator does is in nobody's hand. */
export async function listUserChanges(db: Sql, brand: BrandId, since: Instant): Promise<UserChange[]> {
  const rows = await db.rows<ChangeRow>`
    select action, happened_at as at, actor_name as by, subject, before->>'role' as role_before, after->>'role' as role_after
    from audit_entry
    where brand_id = ${brand} and happened_at >= ${toTimestamp(since)} and actor_kind = 'user'
      and action in ('user.invited', 'user.changed', 'user.reset', 'user.disabled', 'user.removed')
      and subject <> actor_name
    order by happened_at, entry_id`
  return rows.map(({ action, at, by, subject, role_before, role_after }) => ({
    kind: action.slice('user.'.length) as UserChange['kind'],
    at,
    by,
    subject,
    roleBefore: role_before ?? undefined,
    roleAfter: role_after ?? undefined,
  }))
}
