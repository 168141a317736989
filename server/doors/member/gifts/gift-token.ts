import type { KeyObject } from 'node:crypto'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { fromSignedToken, type TokenKeys, toSignedToken } from '../../../ground/kernel/signed-token.ts'

/** The purpose from which the key of these links is derived. */
export const giftLinkUse = 'purser gift link'

const uuidBytes = 16

/** A text for a URL that only the server can make: whoever has it can take the gift, as long as it waits. */
export function toGiftToken(brand: BrandId, giftId: string, key: KeyObject): string {
  return toSignedToken({ brand, fields: Buffer.from(giftId.replaceAll('-', ''), 'hex') }, key)
}

/** The gift of a token; undefined if this server did not make it, or not for this brand. */
export function fromGiftToken(token: string, brand: BrandId, keys: TokenKeys): string | undefined {
  const content = fromSignedToken(token, uuidBytes, keys)
  if (content?.brand !== brand) return undefined
  return content.fields.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
