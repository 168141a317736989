import { hash } from 'node:crypto'
import type { RandomBytes } from './ids.ts'

/** What somebody holds, and what is kept of it. */
export interface Token {
  readonly token: string
  readonly sha256: Buffer
}

/** 256 random bits: nobody guesses them, so a plain hash of them is enough. */
export function newToken(random: RandomBytes): Token {
  const token = Buffer.from(random(32)).toString('base64url')
  return { token, sha256: tokenSha256(token) }
}

export const tokenSha256 = (token: string) => Buffer.from(hash('sha256', token, 'hex'), 'hex')
