import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** The purpose from which the key of these tokens is derived. */
export const passTokenUse = 'purser wallet pass'

/** What a device says to prove that it has the pass. Only the server can make it, and no two passes have the same. */
export function passToken(brand: BrandId, passId: string, key: KeyObject): string {
  return macOf(brand, passId, key).toString('base64url')
}

/** Takes the same time for every token of the right length. While a key is being replaced, both count. */
export function isPassToken(given: string, brand: BrandId, passId: string, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(given, 'base64url')
  const equal = keys.map((key) => {
    const right = macOf(brand, passId, key)
    return bytes.length === right.length && timingSafeEqual(bytes, right)
  })
  return equal.includes(true) && bytes.toString('base64url') === given
}

const macOf = (brand: BrandId, passId: string, key: KeyObject) =>
  createHmac('sha256', key).update(passId).update('\0').update(brand).digest()
