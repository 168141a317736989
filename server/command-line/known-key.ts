import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupKey } from '../backup/backup-key.ts'
import { PinKeeper } from '../card/pin-keeper.ts'
import type { Config } from '../configuration/config.ts'
import { readKeyFile } from '../configuration/key-file.ts'
import { CommandFailed } from './command-failed.ts'

export const ownKeyFile = ({ dataFolder }: Config): string => join(dataFolder, 'secret.key')

/** What a backup is recognised by, if the secret key is at hand. None is made here: it would be another one. */
export async function findBackupKey(config: Config): Promise<BackupKey | undefined> {
  const key = await findSecretKey(config)
  return key && new BackupKey(new PinKeeper(key, randomBytes).keyFor('purser backup'))
}

async function findSecretKey(config: Config): Promise<Buffer | undefined> {
  const { secretKey, secretKeyFile } = config
  if (secretKey) return secretKey
  const path = secretKeyFile ?? (existsSync(ownKeyFile(config)) ? ownKeyFile(config) : undefined)
  if (path === undefined) return undefined
  const found = await readKeyFile(path)
  if (found.kind === 'fault') throw new CommandFailed([found.text])
  return found.key
}
