import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../kernel/ids.ts'

/** Costs 16 MB and some 40 ms for each check: dear to a guesser, bearable at a till. */
const cost = { N: 2 ** 14, r: 8, p: 1 }
const saltLength = 16
const keyLength = 32

/** Makes `scrypt$N$r$p$salt$hash`, which is all that is kept of a password. */
export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const salt = Buffer.from(random(saltLength))
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function passwordMatches(hash: string, password: string): Promise<boolean> {
  const parsed = parseHash(hash)
  if (!parsed) return false
  return timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.key)
}

/** Whether a text is a hash that this server made, or could have made: no larger costs are accepted. */
export function isPasswordHash(text: string): boolean {
  return parseHash(text) !== undefined
}

const pattern = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/

function parseHash(hash: string) {
  const [, N, r, p, salt = '', key = ''] = pattern.exec(hash) ?? []
  const parsed = {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
  const isPossible = parsed.cost.N >= 2 && parsed.cost.N <= cost.N && (parsed.cost.N & (parsed.cost.N - 1)) === 0
  return isPossible && parsed.cost.r === cost.r && parsed.cost.p === cost.p && parsed.key.length === keyLength
    ? parsed
    : undefined
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
