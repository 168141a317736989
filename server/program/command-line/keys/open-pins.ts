import { randomBytes } from 'node:crypto'
import { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { keyCheckOf, keyIdOf } from '../../../ground/kernel/key-ring.ts'
import { arrangeKeys } from '../../../storage/store/secrets/arrange-keys.ts'
import { forgetKeys, insertKnownKey, listKnownKeys } from '../../../storage/store/secrets/secret-key.sql.ts'
import { keyLength } from '../../configuration/key-file.ts'
import { type KeySettings, lacksKeys, makeOrReadSecretKeys } from '../../configuration/secret-keys.ts'
import { CommandFailed } from '../command-failed.ts'
import { advice, checkKey, checkPins } from './check-key.ts'

/**
 * The pins of this deployment, by the keys that the operator gave or that the data folder has. A new key is kept only
 * where nothing is sealed yet: beside a database whose key was lost it would hide the loss.
 */
export async function openPins(pool: ConnectionPool, config: KeySettings): Promise<PinKeeper> {
  if (lacksKeys(config)) await checkNothingSealed(pool)
  const found = await makeOrReadSecretKeys(config, randomBytes)
  if (found.kind === 'fault') throw new CommandFailed([found.text])
  const held = [found.key, ...found.further]
  const known = await listKnownKeys(pool)
  const { keys, missing } = arrangeKeys(held, known)
  if (known.length > 0 && missing.length === 0) {
    const pins = new PinKeeper(keys, randomBytes)
    await checkPins(pool, pins)
    return pins
  }
  return acquaint(pool, new PinKeeper(held, randomBytes), { missing, key: found.key })
}

/** A key that opens nothing finds out whether there is anything to open. */
const checkNothingSealed = (pool: ConnectionPool) => checkKey(pool, new PinKeeper(randomBytes(keyLength), randomBytes))

/** Tells a database about its key: one of an earlier version, a new one, or one in which nothing is sealed yet. */
async function acquaint(
  pool: ConnectionPool,
  pins: PinKeeper,
  { missing, key }: { readonly missing: readonly number[]; readonly key: Buffer },
): Promise<PinKeeper> {
  await checkKey(pool, pins)
  if (missing.length > 0) {
    await checkNothingSealed(pool).catch(() => {
      throw new CommandFailed([missingText(missing), advice])
    })
    await forgetKeys(pool)
  }
  await insertKnownKey(pool, { id: keyIdOf(key), check: keyCheckOf(key), state: 'sealing' })
  return pins
}

const missingText = (ids: readonly number[]) =>
  `The secret key number ${ids.join(' and ')} is missing: something in this database is still sealed with it.`
