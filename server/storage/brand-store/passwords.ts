import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { passwordCost as cost, hashBytes, parsePasswordHash } from '../../domain/brand/password-hash.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'

const saltBytes = 16

/** Makes `scrypt$N$r$p$salt$hash`, which is all that is kept of a password. */
export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const salt = Buffer.from(random(saltBytes))
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function passwordMatches(hash: string, password: string): Promise<boolean> {
  const parsed = parsePasswordHash(hash)
  if (!parsed) return false
  return timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.key)
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
