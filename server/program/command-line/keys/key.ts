import { randomBytes } from 'node:crypto'
import type { KeyRights } from '../../../domain/brand/keys/rights.ts'
import { isRefusal, type Refusal } from '../../../ground/kernel/errors.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { type ApiKeyRow, listApiKeys } from '../../../storage/brand-store/keys/api-key.sql.ts'
import {
  changeKey,
  createKey,
  finishRotation,
  type KeyOffice,
  revokeKey,
  rotateKey,
  type ShownOnce,
} from '../../../storage/brand-store/keys/key-changes.ts'
import { toRights } from '../../../storage/brand-store/keys/key-rights-row.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { toRightsChange } from './key-flags.ts'

/** A key as a command line names it. */
export interface NamedKey {
  readonly brand: string
  readonly key: string
}

/** What it is told, and by whom. */
type KeyOrder = Pick<DatabaseContext, 'url' | 'config' | 'operator'>

/** Makes a key. Its secret is shown here, once; only a hash of it is kept. */
export async function keyCreate(brand: string, given: string | undefined, order: KeyOrder): Promise<void> {
  const asked = toRightsChange(order.config.keyFlags)
  const made = await inOffice(brand, order, (office) => createKey(office, given, asked))
  process.stdout.write(shownOnce(made))
}

export async function keyChange({ brand, key }: NamedKey, order: KeyOrder): Promise<void> {
  const asked = toRightsChange(order.config.keyFlags)
  const rights = await inOffice(brand, order, (office) => changeKey(office, key, asked))
  process.stdout.write(`Key ${key} of brand ${brand}: ${rightsText(rights)}\n`)
}

export async function keyRotate({ brand, key }: NamedKey, order: KeyOrder): Promise<void> {
  if (order.config.keyFlags.finish) {
    await inOffice(brand, order, (office) => finishRotation(office, key))
    process.stdout.write(`The older secret of key ${key} is refused from now on.\n`)
    return
  }
  const made = await inOffice(brand, order, (office) => rotateKey(office, key))
  const next = `Both secrets work. When nothing uses the older one any more: purser key rotate ${brand} ${key} --finish\n`
  process.stdout.write(shownOnce(made) + next)
}

export async function keyRevoke({ brand, key }: NamedKey, order: KeyOrder): Promise<void> {
  await inOffice(brand, order, (office) => revokeKey(office, key))
  process.stdout.write(`Key ${key} of brand ${brand} is revoked.\n`)
}

export async function keyList(url: string, brand: string): Promise<void> {
  const keys = await withPool(url, async (pool) => {
    await knownBrand(pool, brand)
    return listApiKeys(pool, brand)
  })
  process.stdout.write(keys.map((row) => `${lineOf(row)}\n`).join('') || `Brand ${brand} has no keys.\n`)
}

const shownOnce = ({ key, secret }: ShownOnce) =>
  `key     ${key}\nsecret  ${secret}\n\nThe secret is not shown again.\n`

function lineOf(row: ApiKeyRow): string {
  const { api_key: key, origin, created_at: created, revoked_at: revoked, last_used_at: used } = row
  const state = revoked === null ? 'in force' : `revoked ${formatDateTime(revoked)}`
  return [
    key,
    `made ${formatDateTime(created)} by ${origin === 'file' ? 'a brand file' : 'hand'}`,
    state,
    used === null ? 'never used' : `last used ${formatDateTime(used)}`,
    ...(row.has_two_secrets ? ['has two secrets'] : []),
    rightsText(toRights(row)),
  ].join('  ')
}

function rightsText({ scope, locations, addresses, expires, strict }: KeyRights): string {
  return [
    `scope ${scope?.join(',') ?? 'any'}`,
    ...(locations ? [`locations ${locations.join(',')}`] : []),
    ...(addresses ? [`addresses ${addresses.join(',')}`] : []),
    ...(expires === undefined ? [] : [`expires ${expires}`]),
    ...(strict ? ['strict'] : []),
  ].join('  ')
}

/** Changes keys as the operator, in one transaction; what is refused fails the command, and nothing is changed. */
function inOffice<Result>(
  brandId: string,
  { url, config, operator }: KeyOrder,
  use: (office: KeyOffice) => Promise<Result | Refusal>,
): Promise<Exclude<Result, Refusal>> {
  const { environment } = config
  const origin = { actor: operator }
  return withPool(url, async (pool) => {
    const brand = await knownBrand(pool, brandId)
    return pool.withConnection(async (db) => {
      await db.rows`begin`
      const done = await use({ db, brand, random: randomBytes, environment, origin })
      if (isRefusal(done)) throw new CommandFailed([withoutKey(done as Refusal)])
      await db.rows`commit`
      return done as Exclude<Result, Refusal>
    })
  })
}

/** Who names the key on the command line need not hear that it is the key that is wrong. */
const withoutKey = ({ field, detail, text }: Refusal) => (field === 'key' && detail !== undefined ? detail : text)
