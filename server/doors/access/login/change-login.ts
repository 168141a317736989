import type { AuditAction, AuditOrigin, AuditState } from '../../../domain/audit/entry.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { AccessServices } from '../access-services.ts'
import { makeLink } from '../link/make-link.ts'
import type { Grant } from '../visitor.ts'
import { insertLogin, putGrant } from './login.sql.ts'
import { nameKeyOf } from './login-name.ts'

/** Who changes logins, in a transaction that is theirs. */
export interface LoginOffice extends Pick<AccessServices, 'now' | 'random'> {
  readonly db: Sql
  readonly origin: AuditOrigin
}

/** Makes a login with a role, and the link by which they set their password. Undefined: somebody has this name already. */
export async function inviteLogin(
  office: LoginOffice,
  name: string,
  grant: Grant,
): Promise<{ readonly id: string; readonly link: string } | undefined> {
  const { db, now, random } = office
  const at = now()
  const id = uuidV7(at, random(10))
  if (!(await insertLogin(db, { id, name, nameKey: nameKeyOf(name), at }))) return undefined
  await putGrant(db, id, grant)
  const link = await makeLink(db, office, id, 'invitation')
  await tellBrands(office, [grant], { action: 'user.invited', subject: name, after: shownGrant(grant) })
  return { id, link }
}

/** A grant as the audit log shows it. */
export const shownGrant = ({ brand, role, group, location }: Grant): AuditState =>
  defined({ brand: brand ?? 'every brand', role, group, location })

interface LoginChange {
  readonly action: AuditAction
  readonly subject: string
  readonly before?: AuditState
  readonly after?: AuditState
}

/** Every brand that the login has anything to do with has the change in its own audit log. */
export async function tellBrands(
  { db, origin }: Pick<LoginOffice, 'db' | 'origin'>,
  grants: readonly Grant[],
  change: LoginChange,
): Promise<void> {
  const own = grants.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))
  const brands = own.length === grants.length ? new Set(own) : new Set(await listBrandIds(db))
  for (const brand of brands) await insertAuditEntries(db, brand, [{ ...origin, ...change }])
}
