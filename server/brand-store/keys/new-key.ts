import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../kernel/ids.ts'

export interface NewKey {
  readonly key: string
  /** Shown to whoever asked for the key, once; only its hash is kept. */
  readonly secret: string
  readonly secretSha256: Buffer
}

export const isKeyName = (key: string): boolean => /^[\w.-]{1,100}$/.test(key)

/** A key and its secret. Keys that are found lying about are recognised by their beginning. */
export function newKey(random: RandomBytes, given?: string, environment = 'api'): NewKey {
  const draw = (count: number) => Buffer.from(random(count)).toString('base64url')
  const key = given ?? `pk_${environment}_${draw(9)}`
  const secret = `purser_${environment}_${draw(32)}`
  return { key, secret, secretSha256: createHash('sha256').update(secret).digest() }
}
