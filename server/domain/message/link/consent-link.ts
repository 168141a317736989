import type { KeyObject } from 'node:crypto'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { fromSignedToken, hasExpired, type TokenKeys, toSignedToken } from '../../../ground/kernel/signed-token.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { MessageName } from '../outbox-message.ts'

/** What a link in a message stands for. It names the message, so that the link contains no address and no card. */
export interface ConsentTicket extends MessageName {
  readonly wish: 'unsubscribe' | 'confirm'
  readonly brand: BrandId
  /** Absent means that the link never expires. */
  readonly expiresAt?: Instant
}

/** The purpose from which the key of these links is derived. */
export const consentLinkUse = 'purser consent link'

export const unsubscribePath = (token: string) => `/unsubscribe/${token}`
export const confirmPath = (token: string) => `/confirm/${token}`

const wishes = ['unsubscribe', 'confirm'] as const
/** The wish, the message's reference and its line. */
const fieldBytes = 1 + 16 + 4

/** A text for a URL that only the server can make. */
export function toConsentToken({ wish, ref, line, ...ticket }: ConsentTicket, key: KeyObject): string {
  const fields = Buffer.alloc(fieldBytes)
  fields.writeUInt8(wishes.indexOf(wish), 0)
  fields.write(ref.replaceAll('-', ''), 1, 'hex')
  fields.writeUInt32BE(line, 17)
  return toSignedToken({ ...ticket, fields }, key)
}

/** Undefined for a token that this server did not make, or that has expired. */
export function fromConsentToken(token: string, keys: TokenKeys, now: Instant): ConsentTicket | undefined {
  const content = fromSignedToken(token, fieldBytes, keys)
  if (!content || hasExpired(content, now)) return undefined
  const { fields, ...ticket } = content
  const wish = wishes[fields.readUInt8(0)]
  if (!wish) return undefined
  const ref = fields.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { ...ticket, wish, ref, line: fields.readUInt32BE(17) }
}
