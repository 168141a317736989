import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** What a link to a pass stands for. */
export interface PassTicket {
  readonly brand: BrandId
  readonly card: CardId
  /** Absent: the link has no end. */
  readonly expiresAt?: Instant
}

/** What the key of links is derived for. */
export const passLinkUse = 'purser pass link'

export const passPath = (token: string) => `/pass/${token}`

const version = 1
const macLength = 32
/** Version, card, expiry; the rest is the brand. */
const headLength = 1 + 6 + 6
/** Longer than any brand's. */
const longestToken = 400

/** A text for an address that only the server can make. It has the card's row number in it, not the card's number. */
export function toToken(ticket: PassTicket, key: KeyObject): string {
  const head = Buffer.alloc(headLength)
  head.writeUInt8(version, 0)
  head.writeUIntBE(ticket.card, 1, 6)
  head.writeUIntBE(ticket.expiresAt ?? 0, 7, 6)
  const content = Buffer.concat([head, Buffer.from(ticket.brand)])
  return Buffer.concat([macOf(content, key), content]).toString('base64url')
}

/** Undefined for whatever this server did not make, or no longer makes. */
export function fromToken(token: string, key: KeyObject): PassTicket | undefined {
  if (token.length > longestToken) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // Decoding is lenient: one ticket shall not have several tokens.
  if (bytes.length <= macLength + headLength || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(macLength)
  if (!timingSafeEqual(bytes.subarray(0, macLength), macOf(content, key))) return undefined
  if (content.readUInt8(0) !== version) return undefined
  const expiresAt = content.readUIntBE(7, 6)
  return {
    brand: content.toString('utf8', headLength),
    card: content.readUIntBE(1, 6),
    ...(expiresAt !== 0 && { expiresAt }),
  }
}

const macOf = (content: Buffer, key: KeyObject) => createHmac('sha256', key).update(content).digest()
