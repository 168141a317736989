import { timingSafeEqual } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import { minute } from '../../../ground/kernel/time.ts'
import { mayAgain } from '../counting.ts'
import { markOf } from '../enter/one-time-code.ts'
import type { MemberServices } from '../member-services.ts'

type Means = Pick<MemberServices, 'pool' | 'pins' | 'random' | 'now'>

const validMs = 5 * minute
const [randomBytes, timeBytes] = [16, 8]

/**
 * What a passkey is to sign, for one purpose. It is marked by the server and nothing is kept of it, so that strangers who
 * ask for many fill no table; whichever is used is counted, and never works again.
 */
export function newChallenge({ pins, random, now }: Means, brand: Brand, purpose: string): Buffer {
  const body = Buffer.alloc(randomBytes + timeBytes)
  body.set(random(randomBytes))
  body.writeBigUInt64BE(BigInt(now() + validMs), randomBytes)
  return Buffer.concat([body, markOf(pins, brand, nameOf(body, purpose))])
}

/** Whether the server made it for this purpose, not long ago. */
export function isChallenge({ pins, now }: Means, brand: Brand, purpose: string, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url')
  const body = bytes.subarray(0, randomBytes + timeBytes)
  const mark = markOf(pins, brand, nameOf(body, purpose))
  if (bytes.length !== body.length + mark.length || !timingSafeEqual(bytes.subarray(body.length), mark)) return false
  return Number(body.readBigUInt64BE(randomBytes)) > now()
}

/** False: it was used before. */
export const useChallenge = (means: Means, brand: Brand, given: string): Promise<boolean> =>
  mayAgain(means, brand, `passkey challenge ${given}`, { ms: validMs, most: 1 })

const nameOf = (body: Buffer, purpose: string) => `passkey\0${purpose}\0${body.toString('hex')}`
