import { randomBytes } from 'node:crypto'
import { isRole, roleNames } from '../../../domain/judge/permissions.ts'
import { linkPath } from '../../../doors/access/link/make-link.ts'
import { inviteLogin } from '../../../doors/access/login/change-login.ts'
import {
  changeGrant,
  disableUser,
  endUserSessions,
  inviteUser,
  isUserFault,
  resetUser,
  type UserFault,
  type UserOffice,
} from '../../../doors/access/login/change-user.ts'
import { findLogin, listGrants } from '../../../doors/access/login/login.sql.ts'
import { isLoginName, nameKeyOf } from '../../../doors/access/login/login-name.ts'
import { listUsers, type User } from '../../../doors/access/login/user.sql.ts'
import { listSessions } from '../../../doors/access/session/session.sql.ts'
import { oldestSession } from '../../../doors/access/session/session-limits.ts'
import type { Grant } from '../../../doors/access/visitor.ts'
import { urlOf } from '../../../doors/api/url-of.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { ConnectionPool, Sql } from '../../../ground/database/connection.ts'
import { DatabaseClock } from '../../../ground/database/database-clock.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findReachedAt } from '../../../storage/store/outbox/reached-at.sql.ts'
import type { Config } from '../../configuration/config.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { makeFirstLink } from '../serve/first-link.ts'

/** Whatever ends in time ends by the database's. */
const officeOf = async (db: Sql) => ({ now: (await DatabaseClock.open(db)).now, random: randomBytes })

/** Makes a login. The link to set its password is shown here, once. */
export async function userCreate(name: string, { url, config, operator }: DatabaseContext): Promise<void> {
  if (!isLoginName(name)) throw new CommandFailed(['A name has 1 to 100 characters, none of them invisible.'])
  await withPool(url, async (pool) => {
    const grant = await readGrant(pool, config)
    const origin = { actor: operator }
    const office = await officeOf(pool)
    const made = await inTransaction(pool, (db) => inviteLogin({ ...office, db, origin }, name, grant))
    if (!made) throw new CommandFailed([`There is a user ${name} already.`])
    process.stdout.write(
      `${name} sets a password here, once, within 24 hours:\n${await linkTo(pool, config, made.link)}\n`,
    )
  })
}

/** The link of the first administrator, who may do everything in every brand. */
export async function userLink({ url, config, operator }: DatabaseContext): Promise<void> {
  const path = await makeFirstLink(operator, url)
  const reachedAt = await withPool(url, (pool) => reachedBy(pool, config))
  process.stdout.write(`admin sets a password here, once, within 24 hours:\n${reachedAt}${path}\n`)
}

export async function userList({ url, config }: DatabaseContext): Promise<void> {
  const users = await withPool(url, (pool) => listUsers(pool, config.userFlags.brand ?? ''))
  process.stdout.write(users.map((user) => `${lineOf(user)}\n`).join('') || 'Nobody may use the portal yet.\n')
}

function lineOf(user: User): string {
  const canEnter = user.passwordHash !== undefined || user.isLinked
  const state = user.isDisabled ? 'disabled' : canEnter ? 'active' : 'invited'
  const seen = user.loggedInAt === undefined ? 'never logged in' : `last logged in ${formatDateTime(user.loggedInAt)}`
  const factor = user.hasSecondFactor ? 'second factor' : 'no second factor'
  return [user.name, state, user.grants.map(grantText).join(', '), factor, seen].join('  ')
}

const grantText = ({ brand, role, group, location }: Grant) =>
  [`${role} of ${brand ?? 'every brand'}`, group && `in ${group}`, location && `at ${location}`]
    .filter(Boolean)
    .join(' ')

export async function userRole(name: string, context: DatabaseContext): Promise<void> {
  await withPool(context.url, async (pool) => {
    const grant = await readGrant(pool, context.config)
    await asOperator(pool, name, context, async (own, { id, grants }) => {
      const isChange = grants.some(({ brand }) => brand === grant.brand)
      return isChange ? changeGrant(own, id, grant) : inviteUser(own, name, grant)
    })
    process.stdout.write(`${name} is ${grantText(grant)} from now on.\n`)
  })
}

export async function userReset(name: string, context: DatabaseContext): Promise<void> {
  const { config, url } = context
  await withPool(url, async (pool) => {
    const reset = (own: UserOffice, { id }: KnownUser) => resetUser(own, id, config.userFlags.removeFactors)
    const { link } = await asOperator(pool, name, context, reset)
    process.stdout.write(
      `${name} sets another password here, once, within 24 hours:\n${await linkTo(pool, config, link)}\n`,
    )
  })
}

export async function userDisable(name: string, isDisabled: boolean, context: DatabaseContext): Promise<void> {
  await withPool(context.url, (pool) =>
    asOperator(pool, name, context, (own, { id }) => disableUser(own, id, isDisabled)),
  )
  process.stdout.write(`${name} is ${isDisabled ? 'disabled' : 'enabled'}.\n`)
}

export async function userSessions(name: string, { url }: DatabaseContext): Promise<void> {
  const sessions = await withPool(url, async (pool) => {
    const { id } = await knownUser(pool, name)
    return listSessions(pool, id, oldestSession(await readNow(pool)))
  })
  const lines = sessions.map(({ beganAt, seenAt, address, browser }) =>
    [`since ${formatDateTime(beganAt)}`, `seen ${formatDateTime(seenAt)}`, `from ${address}`, browser].join('  '),
  )
  process.stdout.write(lines.map((line) => `${line}\n`).join('') || `${name} is not logged in.\n`)
}

export async function userEndSessions(name: string, context: DatabaseContext): Promise<void> {
  await withPool(context.url, (pool) => asOperator(pool, name, context, (own, { id }) => endUserSessions(own, id)))
  process.stdout.write(`${name} is logged out everywhere.\n`)
}

interface KnownUser {
  readonly id: string
  readonly grants: readonly Grant[]
}

async function knownUser(db: Sql, name: string): Promise<KnownUser> {
  const login = await findLogin(db, nameKeyOf(name))
  if (!login) throw new CommandFailed([`There is no user ${name}.`])
  return { id: login.id, grants: await listGrants(db, login.id) }
}

const faults: { readonly [Fault in UserFault]: string } = {
  beyond: 'This is more than may be given.',
  unknown: 'The user has no such role.',
  lastAdministrator: 'This is the last administrator: make somebody else one first.',
  known: 'The user has a role in every brand: change that one, without --brand.',
}

/** Changes a user as the operator, who may give anything; what is refused fails the command, and nothing is changed. */
function asOperator<Outcome extends object | undefined>(
  pool: ConnectionPool,
  name: string,
  { operator }: DatabaseContext,
  change: (own: UserOffice, user: KnownUser) => Promise<Outcome | UserFault>,
): Promise<Outcome> {
  return inTransaction(pool, async (db) => {
    const user = await knownUser(db, name)
    const brand = user.grants[0]?.brand ?? ''
    const own = {
      ...(await officeOf(db)),
      db,
      brand,
      origin: { actor: operator },
      own: [{ role: 'administrator' }] as const,
    }
    const outcome = await change(own, user)
    if (isUserFault(outcome)) throw new CommandFailed([faults[outcome]])
    return outcome
  })
}

async function readGrant(pool: ConnectionPool, { userFlags: { role = '', ...reach } }: Config): Promise<Grant> {
  if (!isRole(role)) throw new CommandFailed([`There is no role ${role}: it is one of ${roleNames.join(', ')}.`])
  const { brand: brandId, group, location } = reach
  if (brandId === undefined) {
    if (group !== undefined || location !== undefined)
      throw new CommandFailed(['Groups and locations are those of a brand: name it with --brand.'])
    return { role }
  }
  const brand = await knownBrand(pool, brandId)
  if (location !== undefined && !brand.locations.has(location))
    throw new CommandFailed([`Brand ${brandId} has no location ${location}.`])
  if (group !== undefined && !brand.document.groups.some(({ id }) => id === group))
    throw new CommandFailed([`Brand ${brandId} has no group ${group}.`])
  return defined({ brand: brandId, role, group, location })
}

/** Where the link leads: to the server that the settings name, or else to the one that was started last. */
async function reachedBy(pool: ConnectionPool, { publicUrl, host, port }: Config): Promise<string> {
  return publicUrl ?? (await findReachedAt(pool)) ?? urlOf({ address: host, port })
}

const linkTo = async (pool: ConnectionPool, config: Config, token: string): Promise<string> =>
  (await reachedBy(pool, config)) + linkPath(token)
