import { randomBytes } from 'node:crypto'
import { announceChange } from '../brand-store/brand.sql.ts'
import { brandExists } from '../brand-store/brand-list.sql.ts'
import { type ApiKeyRow, insertApiKey, listApiKeys, revokeApiKey } from '../brand-store/keys/api-key.sql.ts'
import { isKeyName, newKey } from '../brand-store/keys/new-key.ts'
import type { ConnectionPool } from '../database/connection.ts'
import { formatDateTime } from '../kernel/time.ts'
import { CommandFailed } from './command-failed.ts'
import { withPool } from './pool.ts'

/** Makes a key. Its secret is shown here and never again; only a hash of it is kept. */
export async function keyCreate(
  url: string,
  brand: string,
  given: string | undefined,
  environment: string,
): Promise<void> {
  const { key, secret, secretSha256 } = newKey(randomBytes, given, environment)
  if (!isKeyName(key)) throw new CommandFailed(['A key consists of letters, digits, dots, hyphens and underscores.'])
  await withBrand(url, brand, async (pool) => {
    const made = await insertApiKey(pool, brand, key, secretSha256)
    if (!made) throw new CommandFailed([`Brand ${brand} already has a key ${key}.`])
  })
  process.stdout.write(`key     ${key}\nsecret  ${secret}\n\nThe secret is not shown again.\n`)
}

export async function keyRevoke(url: string, brand: string, key: string): Promise<void> {
  await withBrand(url, brand, async (pool) => {
    if (!(await revokeApiKey(pool, brand, key))) throw new CommandFailed([`Brand ${brand} has no key ${key} in force.`])
  })
  process.stdout.write(`Key ${key} of brand ${brand} is revoked.\n`)
}

export async function keyList(url: string, brand: string): Promise<void> {
  const keys = await withBrand(url, brand, (pool) => listApiKeys(pool, brand))
  process.stdout.write(keys.map((row) => `${lineOf(row)}\n`).join('') || `Brand ${brand} has no keys.\n`)
}

function lineOf({ api_key: key, origin, created_at: created, revoked_at: revoked }: ApiKeyRow): string {
  const state = revoked === null ? 'in force' : `revoked ${formatDateTime(revoked)}`
  return `${key}  made ${formatDateTime(created)} by ${origin === 'file' ? 'a brand file' : 'hand'}  ${state}`
}

function withBrand<Result>(
  url: string,
  brand: string,
  use: (pool: ConnectionPool) => Promise<Result>,
): Promise<Result> {
  return withPool(url, async (pool) => {
    if (!(await brandExists(pool, brand))) throw new CommandFailed([`There is no brand ${brand}.`])
    const result = await use(pool)
    await announceChange(pool, brand)
    return result
  })
}
