import type { BlockList } from 'node:net'
import { toAddressList } from '../../../domain/brand/keys/addresses.ts'
import { isPublicSecret } from '../../../domain/brand/keys/public-secrets.ts'
import { endOf, type KeyRights } from '../../../domain/brand/keys/rights.ts'
import { operationsIn } from '../../../domain/brand/keys/scope.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { KeyRow } from './api-key.sql.ts'
import { toRights } from './key-rights-row.ts'

/** A key in the form that calls are checked against. */
export interface AccessKey {
  /** One, or two while one is being replaced. */
  readonly secrets: readonly AccessSecret[]
  readonly rights: KeyRights
  /** Names of the operations that it may call. Absent means all. */
  readonly operations?: ReadonlySet<string>
  /** Where calls may come from. Absent means anywhere. */
  readonly addresses?: BlockList
  /** The instant from which it is refused. */
  readonly endsAt: number
}

interface AccessSecret {
  /** SHA-256 of the secret, which itself is not stored anywhere. */
  readonly digest: Buffer
  /** Whether the secret ships with the program, so that everybody knows it. */
  readonly isPublic: boolean
}

/** Made once whenever a key is read, because this form is the fastest to check. */
export function toAccessKey(digests: readonly Buffer[], rights: KeyRights = {}): AccessKey {
  return defined({
    secrets: digests.map((digest) => ({ digest, isPublic: isPublicSecret(digest.toString('hex')) })),
    rights,
    operations: operationsIn(rights.scope),
    addresses: rights.addresses && toAddressList(rights.addresses),
    endsAt: endOf(rights),
  })
}

export function accessKeysOf(rows: readonly KeyRow[]): Map<string, AccessKey> {
  const keys = new Map<string, AccessKey>()
  for (const row of rows) {
    const { api_key, secret_sha256, second_secret_sha256 } = row
    if (api_key === null || !secret_sha256) continue
    const secrets = second_secret_sha256 ? [secret_sha256, second_secret_sha256] : [secret_sha256]
    keys.set(api_key, toAccessKey(secrets, toRights(row)))
  }
  return keys
}
