import { isDeepStrictEqual } from 'node:util'
import type { AuditOrigin, NewAuditEntry } from '../../../domain/audit/entry.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { isSubnet } from '../../../domain/brand/keys/addresses.ts'
import { findExcess, type KeyRights } from '../../../domain/brand/keys/rights.ts'
import { isScopeWord, scopeWords } from '../../../domain/brand/keys/scope.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuseField } from '../../../ground/kernel/errors.ts'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { announceChange } from '../brand.sql.ts'
import {
  type ApiKeyRow,
  insertApiKey,
  loadKeyInForce,
  revokeApiKey,
  updateKeyRights,
  updateSecondSecret,
  updateToSecondSecret,
} from './api-key.sql.ts'
import { toRights } from './key-rights-row.ts'
import { isKeyName, newKey, newSecret } from './new-key.ts'

/** Who changes keys, and where. */
export interface KeyOffice {
  readonly db: Sql
  readonly brand: Pick<Brand, 'id' | 'locations'>
  readonly random: RandomBytes
  /** Part of the prefix of keys and secrets. */
  readonly environment: string
  /** The rights of the calling key, which cannot grant more than it has. Absent for the operator, who may do anything. */
  readonly caller?: KeyRights
  /** Who asks, as the audit log names them. */
  readonly origin: AuditOrigin
}

export interface ShownOnce {
  readonly key: string
  /** Shown once to whoever asked for it. Only its hash is kept. */
  readonly secret: string
}

/** An empty list or an empty text removes a limit. Absent fields stay as they are. */
export type RightsChange = Omit<KeyRights, 'expires'> & { readonly expires?: string }

/** Most keys are for tills. In the demo environment unknown fields are refused, so that typos are noticed. */
const usualRights = (environment: string): KeyRights => ({ scope: ['merchant'], strict: environment === 'demo' })

export async function createKey(
  office: KeyOffice,
  given: string | undefined,
  asked: RightsChange,
): Promise<ShownOnce | Refusal> {
  const { db, brand, random, environment } = office
  if (given !== undefined && !isKeyName(given))
    return refuseField(100, 'key', 'expected letters, digits, dots, hyphens and underscores')
  const rights = changed(usualRights(environment), asked)
  const fault = findFault(rights, office) ?? findLimit(rights, office)
  if (fault) return fault
  const { key, secret, secretSha256 } = newKey(random, given, environment)
  if (!(await insertApiKey(db, brand.id, { key, secretSha256 }, rights)))
    return refuseField(100, 'key', `the key ${key} already exists, in force or revoked; choose another name`)
  await tell(office, { action: 'key.created', subject: key, after: { ...rights } })
  return { key, secret }
}

export async function changeKey(office: KeyOffice, key: string, asked: RightsChange): Promise<KeyRights | Refusal> {
  const found = await loadChangeable(office, key)
  if (isRefusal(found)) return found
  const before = toRights(found)
  const rights = changed(before, asked)
  const fault = findFault(rights, office) ?? findLimit(rights, office)
  if (fault || isDeepStrictEqual(before, rights)) return fault ?? rights
  await updateKeyRights(office.db, office.brand.id, key, rights)
  await tell(office, { action: 'key.changed', subject: key, before: { ...before }, after: { ...rights } })
  return rights
}

/** Gives the key a second secret. Both work until `finishRotation`. */
export async function rotateKey(office: KeyOffice, key: string): Promise<ShownOnce | Refusal> {
  const found = await loadChangeable(office, key)
  if (isRefusal(found)) return found
  if (found.has_two_secrets) return refuseField(100, 'key', `${key} already has two secrets; finish the rotation first`)
  const { secret, secretSha256 } = newSecret(office.random, office.environment)
  await updateSecondSecret(office.db, office.brand.id, key, secretSha256)
  await tell(office, { action: 'key.rotated', subject: key, before: { secrets: 1 }, after: { secrets: 2 } })
  return { key, secret }
}

/** Ends a rotation: the older secret is refused from now on. */
export async function finishRotation(office: KeyOffice, key: string): Promise<Refusal | undefined> {
  const found = await loadChangeable(office, key)
  if (isRefusal(found)) return found
  if (!found.has_two_secrets) return refuseField(100, 'key', `${key} has only one secret; there is nothing to finish`)
  await updateToSecondSecret(office.db, office.brand.id, key)
  await tell(office, { action: 'key.rotated', subject: key, before: { secrets: 2 }, after: { secrets: 1 } })
  return undefined
}

/**
 * Keys of a brand file can be revoked too: it is the quickest way to stop a thief. One of some locations stops no till
 * elsewhere.
 */
export async function revokeKey(office: KeyOffice, key: string): Promise<Refusal | undefined> {
  const { locations } = office.caller ?? {}
  const found = locations && (await loadKeyInForce(office.db, office.brand.id, key))
  if (found && findExcess(toRights(found), { locations }))
    return refuseField(104, 'key', `${key} is for other locations, too; a key of all of them revokes it`)
  if (!(await revokeApiKey(office.db, office.brand.id, key)))
    return refuseField(100, 'key', 'there is no such key in force')
  await tell(office, { action: 'key.revoked', subject: key })
  return undefined
}

/** Tells the servers, which must judge by it at once, and the audit log. */
async function tell({ db, brand, origin }: KeyOffice, change: Omit<NewAuditEntry, keyof AuditOrigin>): Promise<void> {
  await announceChange(db, brand.id)
  await insertAuditEntries(db, brand.id, [{ ...origin, ...change }])
}

async function loadChangeable(office: KeyOffice, key: string): Promise<ApiKeyRow | Refusal> {
  const found = await loadKeyInForce(office.db, office.brand.id, key)
  if (!found) return refuseField(100, 'key', 'there is no such key in force')
  const limit = findLimit(toRights(found), office)
  if (limit) return limit
  // Exports would not show the change, and the next apply would undo it.
  if (found.origin === 'file') return refuseField(100, 'key', `${key} is part of the brand file; change it there`)
  return found
}

function changed(before: KeyRights, asked: RightsChange): KeyRights {
  const all = { ...before, ...defined(asked) }
  return defined({
    scope: all.scope?.length ? all.scope : undefined,
    locations: all.locations?.length ? all.locations : undefined,
    addresses: all.addresses?.length ? all.addresses : undefined,
    expires: all.expires || undefined,
    strict: all.strict ?? false,
  })
}

function findFault(rights: KeyRights, { brand }: KeyOffice): Refusal | undefined {
  const word = rights.scope?.find((one) => !isScopeWord(one))
  if (word !== undefined) return refuseField(100, 'scope', `expected ${scopeWords.join(', ')}; found ${word}`)
  const place = rights.locations?.find((one) => !brand.locations.has(one))
  if (place !== undefined) return refuseField(100, 'locations', `there is no location ${place}`)
  const address = rights.addresses?.find((one) => !isSubnet(one))
  if (address !== undefined)
    return refuseField(100, 'addresses', `expected an address or a network such as 10.0.0.0/8; found ${address}`)
  return undefined
}

/** A key that could create another with more rights, or learn its secret, would have those rights itself. */
function findLimit(rights: KeyRights, { caller }: KeyOffice): Refusal | undefined {
  const excess = caller && findExcess(rights, caller)
  return (
    excess &&
    refuseField(
      104,
      excess,
      'nobody gives a key more rights than they have; in the portal, administrators make keys of tills and shops',
    )
  )
}
