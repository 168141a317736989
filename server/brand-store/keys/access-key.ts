import type { BlockList } from 'node:net'
import { toAddressList } from '../../brand/keys/addresses.ts'
import { isPublicSecret } from '../../brand/keys/public-secrets.ts'
import { endOf, type KeyRights } from '../../brand/keys/rights.ts'
import { operationsIn } from '../../brand/keys/scope.ts'
import { defined } from '../../kernel/defined.ts'
import type { KeyRow } from './api-key.sql.ts'
import { toRights } from './key-rights-row.ts'

/** A key as calls are judged by it. */
export interface AccessKey {
  /** One, or two while one is being replaced. */
  readonly secrets: readonly AccessSecret[]
  readonly rights: KeyRights
  /** Names of the operations that it may call; absent: all. */
  readonly operations?: ReadonlySet<string>
  /** Where calls may come from; absent: anywhere. */
  readonly addresses?: BlockList
  /** The instant from which it is refused. */
  readonly endsAt: number
}

interface AccessSecret {
  /** SHA-256: the secret itself is kept nowhere. */
  readonly digest: Buffer
  /** Whether everybody knows it. */
  readonly isPublic: boolean
}

/** A key in the form in which it is judged fastest, made once for each reading of it. */
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
