import type { KeyObject } from 'node:crypto'
import type { BrandId, CardId } from '../kernel/ids.ts'
import { fromSignedToken, toSignedToken } from '../kernel/signed-token.ts'
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

/** The card's row number. */
const fieldBytes = 6

/** A text for an address that only the server can make. It has the card's row number in it, not the card's number. */
export function toPassToken({ card, ...ticket }: PassTicket, key: KeyObject): string {
  const fields = Buffer.alloc(fieldBytes)
  fields.writeUIntBE(card, 0, fieldBytes)
  return toSignedToken({ ...ticket, fields }, key)
}

/** Undefined for whatever this server did not make, or no longer makes. */
export function fromPassToken(token: string, key: KeyObject): PassTicket | undefined {
  const content = fromSignedToken(token, fieldBytes, key)
  if (!content) return undefined
  const { fields, ...ticket } = content
  return { ...ticket, card: fields.readUIntBE(0, fieldBytes) }
}
