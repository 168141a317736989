import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RandomBytes } from '../../ground/kernel/ids.ts'
import type { Config } from './config.ts'
import { makeOrReadKeyFile, readKeyFile, type SecretKey } from './key-file.ts'

/** Where the keys are. */
export type KeySettings = Pick<Config, 'secretKey' | 'furtherSecretKeys' | 'secretKeyFile' | 'dataFolder'>

/** The file that holds the keys; undefined if they are in a variable. */
export function keyFileOf({ secretKey, secretKeyFile, dataFolder }: KeySettings): string | undefined {
  return secretKey ? undefined : (secretKeyFile ?? join(dataFolder, 'secret.key'))
}

/** Whether the keys are yet to be made: only in the data folder, never where the operator said that there are some. */
export function lacksKeys(config: KeySettings): boolean {
  const isGiven = config.secretKey !== undefined || config.secretKeyFile !== undefined
  return !isGiven && !existsSync(keyFileOf(config) ?? '')
}

/** The keys as they are at this moment. Changes nothing. */
export async function readSecretKeys(config: KeySettings): Promise<SecretKey> {
  const { secretKey: key, furtherSecretKeys: further = [] } = config
  return key ? { kind: 'key', key, further } : readKeyFile(keyFileOf(config) ?? '')
}

/** The same, and makes the file of the data folder if there is none yet. */
export async function makeOrReadSecretKeys(config: KeySettings, random: RandomBytes): Promise<SecretKey> {
  return lacksKeys(config) ? makeOrReadKeyFile(keyFileOf(config) ?? '', random) : readSecretKeys(config)
}
