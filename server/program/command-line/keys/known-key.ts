import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { BackupKey } from '../../../storage/backup/backup-key.ts'
import type { Config } from '../../configuration/config.ts'
import { lacksKeys, readSecretKeys } from '../../configuration/secret-keys.ts'
import { CommandFailed } from '../command-failed.ts'

export const ownKeyFile = ({ dataFolder }: Config): string => join(dataFolder, 'secret.key')

/** What a backup is recognised by, if the secret key is at hand. None is made here: it would be another one. */
export async function findBackupKey(config: Config): Promise<BackupKey | undefined> {
  if (lacksKeys(config)) return undefined
  const found = await readSecretKeys(config)
  if (found.kind === 'fault') throw new CommandFailed([found.text])
  const keyOf = (secret: Buffer) => new PinKeeper(secret, randomBytes).keyFor('purser backup')
  const others = found.further.map((secret) => new BackupKey(keyOf(secret)))
  return new BackupKey(keyOf(found.key), others)
}
