import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PinKeeper } from '../card/pin-keeper.ts'
import type { Config } from '../configuration/config.ts'
import { keyLength, makeOrReadKeyFile, readKeyFile, type SecretKey } from '../configuration/key-file.ts'
import type { ConnectionPool } from '../database/connection.ts'
import { checkKey, checkPins } from './check-key.ts'
import { CommandFailed } from './command-failed.ts'

/**
 * The pins of this deployment, by the key that the operator gave or that the data folder has. A new key is kept only
 * where nothing is sealed yet: beside a database whose key was lost it would hide the loss.
 */
export async function openPins(pool: ConnectionPool, config: Config): Promise<PinKeeper> {
  const ownFile = join(config.dataFolder, 'secret.key')
  const isGiven = config.secretKey !== undefined || config.secretKeyFile !== undefined
  if (!isGiven && !existsSync(ownFile)) await checkKey(pool, new PinKeeper(randomBytes(keyLength), randomBytes))
  const found = await readKey(config, ownFile)
  if (found.kind === 'fault') throw new CommandFailed([found.text])
  const pins = new PinKeeper(found.key, randomBytes)
  await checkPins(pool, pins)
  return pins
}

async function readKey({ secretKey, secretKeyFile }: Config, ownFile: string): Promise<SecretKey> {
  if (secretKey) return { kind: 'key', key: secretKey }
  return secretKeyFile ? readKeyFile(secretKeyFile) : makeOrReadKeyFile(ownFile, randomBytes)
}
