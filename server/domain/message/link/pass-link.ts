import type { KeyObject } from 'node:crypto'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import { fromSignedToken, type TokenKeys, toSignedToken } from '../../../ground/kernel/signed-token.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** What a link to a pass stands for. */
export interface PassTicket {
  readonly brand: BrandId
  readonly card: CardId
  /** Absent means that the link never expires. */
  readonly expiresAt?: Instant
}

/** The purpose from which the key of these links is derived. */
export const passLinkUse = 'purser pass link'

export const passPath = (token: string) => `/pass/${token}`

/** The card's row number. */
const fieldBytes = 6

/** A text for a URL that only the server can make. It contains the internal id of the card, not the card number. */
export function toPassToken({ card, ...ticket }: PassTicket, key: KeyObject): string {
  const fields = Buffer.alloc(fieldBytes)
  fields.writeUIntBE(card, 0, fieldBytes)
  return toSignedToken({ ...ticket, fields }, key)
}

/** Undefined for a token that this server did not make, or of a version that it no longer accepts. */
export function fromPassToken(token: string, keys: TokenKeys): PassTicket | undefined {
  const content = fromSignedToken(token, fieldBytes, keys)
  if (!content) return undefined
  const { fields, ...ticket } = content
  return { ...ticket, card: fields.readUIntBE(0, fieldBytes) }
}
