/** Each check costs 16 MB and some 40 ms: expensive for an attacker, acceptable at a till. */
export const passwordCost = { N: 2 ** 14, r: 8, p: 1 }

export const hashBytes = 32

/** Whether a text is a hash that this server could have made. Higher costs are not accepted. */
export function isPasswordHash(text: string): boolean {
  return parsePasswordHash(text) !== undefined
}

const pattern = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/

/** The parts of a hash; undefined for any other text, and for a hash with higher costs. */
export function parsePasswordHash(hash: string) {
  const [, N, r, p, salt = '', key = ''] = pattern.exec(hash) ?? []
  const parsed = {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
  const isPossible =
    parsed.cost.N >= 2 && parsed.cost.N <= passwordCost.N && (parsed.cost.N & (parsed.cost.N - 1)) === 0
  return isPossible &&
    parsed.cost.r === passwordCost.r &&
    parsed.cost.p === passwordCost.p &&
    parsed.key.length === hashBytes
    ? parsed
    : undefined
}
