import { createHmac, type KeyObject } from 'node:crypto'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { ChannelName } from './channel-user.ts'

/** The purpose from which the key of address marks is derived. */
export const addressMarkUse = 'purser message address'

/** Half of the hash is enough to tell addresses apart, and reveals even less about them. */
const markBytes = 16

/**
 * What is kept of the address or number that a message went to. It is enough to see whether the customer still has that
 * address, but nobody without the key can test guesses against it.
 */
export function markAddress(brand: BrandId, { channel, key: user }: ChannelName, key: KeyObject): string {
  const hash = createHmac('sha256', key).update(`${brand}\0${channel}\0${user}`).digest()
  return hash.subarray(0, markBytes).toString('base64url')
}

/** Whether a mark is that of an address. While a key is being replaced, it may have been made with either of two. */
export function isMarkOf(mark: string, brand: BrandId, user: ChannelName, keys: readonly KeyObject[]): boolean {
  return keys.some((key) => markAddress(brand, user, key) === mark)
}
