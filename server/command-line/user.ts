import { randomBytes } from 'node:crypto'
import { linkPath } from '../access/link/make-link.ts'
import { inviteLogin } from '../access/login/change-login.ts'
import { isLoginName } from '../access/login/login-name.ts'
import { isRole, roleNames } from '../access/permissions.ts'
import type { Grant } from '../access/visitor.ts'
import { urlOf } from '../api/url-of.ts'
import type { Config } from '../configuration/config.ts'
import type { FlagName } from '../configuration/options.ts'
import type { ConnectionPool } from '../database/connection.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { defined } from '../kernel/defined.ts'
import { findReachedAt } from '../store/outbox/reached-at.sql.ts'
import { type Command, type DatabaseContext, databaseCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { knownBrand } from './known-brand.ts'
import { withPool } from './pool.ts'

const userFlags = ['role', 'brand', 'group', 'location'] as const satisfies readonly FlagName[]

/** Who may use the portal. */
export const userCommands: readonly Command[] = [
  databaseCommand({
    words: ['user', 'create'],
    example: 'user create ana@shop.example --role cashier --brand 1001 --location L1',
    operands: ['NAME'],
    flags: ['host', 'port', 'public-url', ...userFlags],
    about: 'let somebody use the portal; prints the link by which they set their password, once',
    run: ([name], context) => userCreate(name, context),
  }),
]

const office = { now: Date.now, random: randomBytes }

/** Makes a login. The link to set its password is shown here, once. */
async function userCreate(name: string, { url, config, operator }: DatabaseContext): Promise<void> {
  if (!isLoginName(name)) throw new CommandFailed(['A name has 1 to 100 characters, none of them invisible.'])
  await withPool(url, async (pool) => {
    const grant = await readGrant(pool, config)
    const origin = { actor: operator }
    const made = await inTransaction(pool, (db) => inviteLogin({ ...office, db, origin }, name, grant))
    if (!made) throw new CommandFailed([`There is a user ${name} already.`])
    process.stdout.write(
      `${name} sets a password here, once, within 24 hours:\n${await linkTo(pool, config, made.link)}\n`,
    )
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
async function linkTo(pool: ConnectionPool, { publicUrl, host, port }: Config, token: string): Promise<string> {
  const reachedAt = publicUrl ?? (await findReachedAt(pool)) ?? urlOf({ address: host, port })
  return reachedAt + linkPath(token)
}
