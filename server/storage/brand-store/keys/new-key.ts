import { createHash } from 'node:crypto'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'

export interface NewSecret {
  /** Shown once to whoever asked for the key. Only its hash is kept. */
  readonly secret: string
  readonly secretSha256: Buffer
}

export interface NewKey extends NewSecret {
  readonly key: string
}

export const isKeyName = (key: string): boolean => /^[\w.-]{1,100}$/.test(key)

/** A key and its secret. Their prefix makes leaked keys recognisable. */
export function newKey(random: RandomBytes, given: string | undefined, environment: string): NewKey {
  return { key: given ?? `pk_${environment}_${draw(random, 9)}`, ...newSecret(random, environment) }
}

export function newSecret(random: RandomBytes, environment: string): NewSecret {
  const secret = `purser_${environment}_${draw(random, 32)}`
  return { secret, secretSha256: createHash('sha256').update(secret).digest() }
}

const draw = (random: RandomBytes, count: number) => Buffer.from(random(count)).toString('base64url')
