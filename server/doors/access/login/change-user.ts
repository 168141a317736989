import { isDeepStrictEqual } from 'node:util'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { lockBrand } from '../../../storage/brand-store/brand.sql.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { deletePinsOf } from '../device/pin.sql.ts'
import { deleteFactorsOf } from '../factor/factor.sql.ts'
import { makeLink } from '../link/make-link.ts'
import { deleteLinks } from '../link/one-time-link.sql.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import type { Grant } from '../visitor.ts'
import { inviteLogin, type LoginOffice, shownGrant, tellBrands } from './change-login.ts'
import { isAdministration, mayGive, mayGovern } from './governing.ts'
import { findLogin, findLoginById, type Login, listGrants, putGrant } from './login.sql.ts'
import { nameKeyOf } from './login-name.ts'
import { deleteGrant, deleteLogin, hasOtherAdministrator, updateDisabled } from './user.sql.ts'

/** Somebody who manages users of a brand, in a transaction of theirs. */
export interface UserOffice extends LoginOffice {
  readonly brand: BrandId
  /** What they may do themselves: they cannot give more. */
  readonly own: readonly Grant[]
}

/** Why a user was not changed. */
export type UserFault = 'beyond' | 'unknown' | 'lastAdministrator' | 'known'

export const isUserFault = (outcome: object | UserFault | undefined): outcome is UserFault =>
  typeof outcome === 'string'

/** Lets somebody into the brand. A new login gets a link; one that exists already only gets the role. */
export async function inviteUser(
  office: UserOffice,
  name: string,
  grant: Grant,
): Promise<{ readonly link?: string } | UserFault> {
  if (!mayGive(office.own, grant)) return 'beyond'
  const known = await findLogin(office.db, nameKeyOf(name))
  if (!known) return (await inviteLogin(office, name, grant)) ?? 'known'
  const grants = await listGrants(office.db, known.id)
  if (grants.some(({ brand }) => brand === grant.brand || brand === undefined)) return 'known'
  await putGrant(office.db, known.id, grant)
  await endGoverned(office, known.id, grants)
  await tellBrands(office, [grant], { action: 'user.invited', subject: known.name, after: shownGrant(grant) })
  return {}
}

/** Gives a user another role, or another place for it. Nothing happens if it is as before. */
export async function changeGrant(office: UserOffice, userId: string, grant: Grant): Promise<UserFault | undefined> {
  const user = await loadUser(office, userId)
  const before = user?.grants.find(({ brand }) => brand === grant.brand)
  if (!user || !before) return 'unknown'
  if (!mayGive(office.own, before) || !mayGive(office.own, grant)) return 'beyond'
  if (!isAdministration(grant) && (await isLastAdministrator(office, user.login, before))) return 'lastAdministrator'
  if (isDeepStrictEqual(shownGrant(before), shownGrant(grant))) return undefined
  const { id, name } = user.login
  await putGrant(office.db, id, grant)
  await endGoverned(office, id, user.grants)
  await deletePinsOf(office.db, id, grant.brand)
  const change = { before: shownGrant(before), after: shownGrant(grant) }
  await tellBrands(office, [before, grant], { action: 'user.changed', subject: name, ...change })
  return undefined
}

/** Keeps a user out, or lets them in again. */
export async function disableUser(
  office: UserOffice,
  userId: string,
  isDisabled: boolean,
): Promise<UserFault | undefined> {
  const user = await loadGoverned(office, userId)
  if (isUserFault(user)) return user
  if (isDisabled && (await isAnyLastAdministrator(office, user))) return 'lastAdministrator'
  const { id, name } = user.login
  await updateDisabled(office.db, id, isDisabled)
  if (isDisabled) await endAll(office, id)
  const change = { before: { isDisabled: user.login.isDisabled }, after: { isDisabled } }
  await tellBrands(office, user.grants, { action: 'user.disabled', subject: name, ...change })
  return undefined
}

/** A link by which a user sets another password. Nobody else chooses it. */
export async function resetUser(
  office: UserOffice,
  userId: string,
  withFactors: boolean,
): Promise<{ readonly link: string } | UserFault> {
  const user = await loadGoverned(office, userId)
  if (isUserFault(user)) return user
  const { id, name } = user.login
  if (withFactors) await deleteFactorsOf(office.db, id)
  await deletePinsOf(office.db, id)
  await deleteSessionsOf(office.db, id, undefined)
  const link = await makeLink(office.db, office, id, 'reset')
  const change = withFactors ? { after: { factors: 0 } } : {}
  await tellBrands(office, user.grants, { action: 'user.reset', subject: name, ...change })
  return { link }
}

/** Takes a user's role in the brand away; whoever has none left is removed. */
export async function removeUser(office: UserOffice, userId: string): Promise<UserFault | undefined> {
  const user = await loadUser(office, userId)
  const before =
    user?.grants.find(({ brand }) => brand === office.brand) ?? user?.grants.find(({ brand }) => brand === undefined)
  if (!user || !before) return 'unknown'
  if (!mayGive(office.own, before)) return 'beyond'
  if (await isLastAdministrator(office, user.login, before)) return 'lastAdministrator'
  const { id, name } = user.login
  await deleteGrant(office.db, id, before.brand ?? '')
  await deletePinsOf(office.db, id, before.brand)
  await endGoverned(office, id, user.grants)
  if (user.grants.length === 1) await deleteLogin(office.db, id)
  await tellBrands(office, [before], { action: 'user.removed', subject: name, before: shownGrant(before) })
  return undefined
}

export async function endUserSessions(office: UserOffice, userId: string): Promise<UserFault | undefined> {
  const user = await loadGoverned(office, userId)
  if (isUserFault(user)) return user
  await deleteSessionsOf(office.db, user.login.id, undefined)
  await tellBrands(office, user.grants, { action: 'user.sessionsEnded', subject: user.login.name })
  return undefined
}

interface LoadedUser {
  readonly login: Login
  readonly grants: readonly Grant[]
}

/** A user of the brand. Whoever manages users waits for the others, in any brand, so that two cannot remove each other. */
async function loadUser({ db, brand }: UserOffice, userId: string): Promise<LoadedUser | undefined> {
  const [first = brand] = await listBrandIds(db)
  await lockBrand(db, first)
  const login = await findLoginById(db, userId)
  const grants = login ? await listGrants(db, login.id) : []
  const isHere = grants.some((grant) => grant.brand === undefined || grant.brand === brand)
  return login && isHere ? { login, grants } : undefined
}

export async function loadGoverned(office: UserOffice, userId: string): Promise<LoadedUser | UserFault> {
  const user = await loadUser(office, userId)
  if (!user) return 'unknown'
  return mayGovern(office.own, user.grants) ? user : 'beyond'
}

async function isLastAdministrator({ db }: UserOffice, { id }: Login, grant: Grant): Promise<boolean> {
  return isAdministration(grant) && !(await hasOtherAdministrator(db, grant.brand ?? '', id))
}

async function isAnyLastAdministrator(office: UserOffice, { login, grants }: LoadedUser): Promise<boolean> {
  for (const grant of grants) if (await isLastAdministrator(office, login, grant)) return true
  return false
}

/**
 * Ends the sessions of a login over which its manager decides as a whole. Of anybody else, who works in brands that are none
 * of the manager's, they go on: every request asks anew what they may do, so that a change counts at once either way.
 */
async function endGoverned({ db, own }: UserOffice, login: string, grants: readonly Grant[]): Promise<void> {
  if (mayGovern(own, grants)) await deleteSessionsOf(db, login, undefined)
}

async function endAll({ db, now }: UserOffice, login: string): Promise<void> {
  await deleteSessionsOf(db, login, undefined)
  await deletePinsOf(db, login)
  await deleteLinks(db, login, now())
}
