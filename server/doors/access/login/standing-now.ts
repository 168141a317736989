import { type Permission, roles } from '../../../domain/judge/permissions.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { findLogin, listGrants } from './login.sql.ts'
import { nameKeyOf } from './login-name.ts'

/** What somebody may do in a brand, as far as a change of it is concerned. */
export interface StandingNow {
  readonly permissions: readonly Permission[]
  /** Whether they are there for some locations only. */
  readonly isRestricted: boolean
}

/** Undefined if they were removed or disabled, or never were a user of the brand. */
export async function standingNow(db: Sql, brand: BrandId, name: string): Promise<StandingNow | undefined> {
  const login = await findLogin(db, nameKeyOf(name))
  if (!login || login.isDisabled) return undefined
  const grants = await listGrants(db, login.id)
  const grant = grants.find((one) => one.brand === brand) ?? grants.find((one) => one.brand === undefined)
  if (!grant) return undefined
  const isRestricted = grant.group !== undefined || grant.location !== undefined
  return { permissions: roles[grant.role], isRestricted }
}
