import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import { isEmail } from '../account/email.ts'
import { toE164 } from '../account/phone.ts'
import type { Brand } from '../brand/brand.ts'

export const channelKinds = ['phone', 'email'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Identifies a channel. `key` is the normalised form that is compared. */
export interface ChannelName {
  readonly channel: ChannelKind
  readonly key: string
}

/** A channel's name as one text. */
export const channelKey = ({ channel, key }: ChannelName): string => `${channel} ${key}`

/** A channel user as it is kept and shown. */
export interface ChannelUser extends ChannelName {
  /** A phone number in E.164, or an e-mail address with its domain in lower case. */
  readonly user: string
}

/** Where a call comes from. The country of its location decides how a phone number without a prefix is read. */
interface Origin {
  readonly brand: Brand
  readonly call: { readonly locationId: string }
}

/** The user that a caller named. An impossible phone number is refused with 131, an invalid address with 100. */
export function toChannelUser(
  { channel, channelUser: given }: { readonly channel: ChannelKind; readonly channelUser: string },
  { brand, call }: Origin,
): ChannelUser | Refusal {
  if (channel === 'email') return toEmailUser(given.trim())
  const country = brand.locations.get(call.locationId)?.country ?? brand.country
  const number = toE164(given.trim(), country)
  if (number === undefined) return refuseField(131, 'channelUser', `not a possible phone number for ${country}`)
  return { channel, key: number, user: number }
}

/** Domains are not case-sensitive. The case of the local part is kept, but ignored in comparisons. */
function toEmailUser(address: string): ChannelUser | Refusal {
  if (!isEmail(address)) return refuseField(100, 'channelUser', 'expected an e-mail address')
  const at = address.lastIndexOf('@')
  const user = address.slice(0, at) + address.slice(at).toLowerCase()
  return { channel: 'email', key: user.toLowerCase(), user }
}
