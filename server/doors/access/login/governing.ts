import { type Role, roles } from '../../../domain/judge/permissions.ts'
import type { Grant } from '../visitor.ts'

const isWhole = ({ group, location }: Grant) => group === undefined && location === undefined

const includes = (one: Role, other: Role): boolean => {
  const own: readonly string[] = roles[one]
  return roles[other].every((permission) => own.includes(permission))
}

/** Whether somebody with these grants may give or take this one: only what they may do themselves, and only where. */
export function mayGive(own: readonly Grant[], { brand, role }: Grant): boolean {
  const here = own.find((grant) => grant.brand === brand) ?? own.find((grant) => grant.brand === undefined)
  if (!here || !isWhole(here)) return false
  const permissions: readonly string[] = roles[here.role]
  return permissions.includes('users.manage') && includes(here.role, role)
}

/**
 * Whether somebody with these grants decides over a login as a whole: its password, its sessions, whether it is there at
 * all. For that, everything that the login may do must be theirs to give.
 */
export const mayGovern = (own: readonly Grant[], grants: readonly Grant[]): boolean =>
  grants.every((grant) => mayGive(own, grant))

/** Whether it makes somebody an administrator of the brand, or of every brand, without limits. */
export const isAdministration = (grant: Grant): boolean => grant.role === 'administrator' && isWhole(grant)

/** Whether somebody is an administrator of every brand, without limits, also of those that are still to be made. */
export const governsAll = (own: readonly Grant[]): boolean =>
  own.some((grant) => grant.brand === undefined && isAdministration(grant))
