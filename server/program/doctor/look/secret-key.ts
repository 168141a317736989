import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { brandSecretUse, SecretNotOpened } from '../../../storage/brand-store/document-secrets.ts'
import { openStoredSecrets } from '../../../storage/brand-store/stored-brand.ts'
import { findSealedPin } from '../../../storage/store/queries/card-view.sql.ts'
import type { Config } from '../../configuration/config.ts'
import { keyLength, readKeyFile } from '../../configuration/key-file.ts'
import type { KeySight, Opens } from '../judge/secret-key.ts'

type KeyPlace = Pick<Config, 'secretKey' | 'furtherSecretKeys' | 'secretKeyFile' | 'dataFolder'>

/** Without a database, whether the key is the right one stays open. */
export async function lookAtKey(config: KeyPlace, pool: ConnectionPool | undefined): Promise<KeySight> {
  const { secretKey, furtherSecretKeys = [], secretKeyFile, dataFolder } = config
  const path = secretKeyFile ?? join(dataFolder, 'secret.key')
  if (secretKey) {
    return {
      place: 'PURSER_SECRET_KEY',
      state: { kind: 'there' },
      opens: await opens(pool, [secretKey, ...furtherSecretKeys]),
    }
  }
  if (secretKeyFile === undefined && !existsSync(path)) {
    // A key that opens nothing finds out whether there is anything to open.
    return { place: path, state: { kind: 'missing' }, opens: await opens(pool, [randomBytes(keyLength)]) }
  }
  const read = await readKeyFile(path)
  if (read.kind === 'fault') return { place: path, state: read, opens: { kind: 'notLookedAt' } }
  return { place: path, state: { kind: 'there' }, opens: await opens(pool, [read.key, ...read.further]) }
}

async function opens(pool: ConnectionPool | undefined, keys: readonly Buffer[]): Promise<Opens> {
  if (!pool) return { kind: 'notLookedAt' }
  const pins = new PinKeeper(keys, randomBytes)
  const sealed = await findSealedPin(pool)
  if (sealed && !opensPin(pins, sealed)) return { kind: 'refused', what: 'the pins of cards' }
  try {
    await pool.withConnection((db) => openStoredSecrets(db, pins.sealerFor(brandSecretUse)))
  } catch (error) {
    if (!(error instanceof SecretNotOpened)) throw error
    return { kind: 'refused', what: 'the secrets of senders and webhooks' }
  }
  return { kind: sealed ? 'everything' : 'nothingSealed' }
}

type Sealed = NonNullable<Awaited<ReturnType<typeof findSealedPin>>>

function opensPin(pins: PinKeeper, { brand, cardNumber, pin }: Sealed): boolean {
  try {
    pins.open(brand, cardNumber, pin)
    return true
  } catch {
    return false
  }
}
