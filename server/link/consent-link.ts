import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { MessageName } from '../message/outbox-message.ts'

/** What a link in a message stands for. It names the message, so that no address and no card stands in the link. */
export interface ConsentTicket extends MessageName {
  readonly wish: 'unsubscribe' | 'confirm'
  readonly brand: BrandId
  /** Absent: the link has no end. */
  readonly expiresAt?: Instant
}

/** What the key of links is derived for. */
export const consentLinkUse = 'purser consent link'

export const unsubscribePath = (token: string) => `/unsubscribe/${token}`
export const confirmPath = (token: string) => `/confirm/${token}`

const version = 1
const macLength = 32
const wishes = ['unsubscribe', 'confirm'] as const
/** Version, wish, reference, line, expiry; the rest is the brand. */
const headLength = 1 + 1 + 16 + 4 + 6
/** Longer than any brand's. */
const longestToken = 400

/** A text for an address that only the server can make. */
export function toConsentToken(ticket: ConsentTicket, key: KeyObject): string {
  const head = Buffer.alloc(headLength)
  head.writeUInt8(version, 0)
  head.writeUInt8(wishes.indexOf(ticket.wish), 1)
  head.write(ticket.ref.replaceAll('-', ''), 2, 'hex')
  head.writeUInt32BE(ticket.line, 18)
  head.writeUIntBE(ticket.expiresAt ?? 0, 22, 6)
  const content = Buffer.concat([head, Buffer.from(ticket.brand)])
  return Buffer.concat([macOf(content, key), content]).toString('base64url')
}

/** Undefined for whatever this server did not make, or whose time is over. */
export function fromConsentToken(token: string, key: KeyObject, now: Instant): ConsentTicket | undefined {
  if (token.length > longestToken) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // Decoding is lenient: one ticket shall not have several tokens.
  if (bytes.length <= macLength + headLength || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(macLength)
  if (!timingSafeEqual(bytes.subarray(0, macLength), macOf(content, key))) return undefined
  const wish = wishes[content.readUInt8(1)]
  const expiresAt = content.readUIntBE(22, 6)
  if (content.readUInt8(0) !== version || !wish || (expiresAt !== 0 && expiresAt <= now)) return undefined
  return {
    wish,
    brand: content.toString('utf8', headLength),
    ref: content.toString('hex', 2, 18).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    line: content.readUInt32BE(18),
    ...(expiresAt !== 0 && { expiresAt }),
  }
}

const macOf = (content: Buffer, key: KeyObject) => createHmac('sha256', key).update(content).digest()
