import { createHmac, type KeyObject } from 'node:crypto'
import type { BrandId } from '../kernel/ids.ts'
import type { ChannelName } from './channel-user.ts'

/** What the key of marks is derived for. */
export const addressMarkUse = 'purser message address'

/** Half of the hash tells addresses apart, and says even less about them. */
const markBytes = 16

/**
 * What is kept of the address or number that a message went to: enough to see whether it is still the customer's, and
 * nothing that anybody without the key could try addresses against.
 */
export function markAddress(brand: BrandId, { channel, key: user }: ChannelName, key: KeyObject): string {
  const hash = createHmac('sha256', key).update(`${brand}\0${channel}\0${user}`).digest()
  return hash.subarray(0, markBytes).toString('base64url')
}
