import { isEmail } from '../account/email.ts'
import { toE164 } from '../account/phone.ts'
import type { Brand } from '../brand/brand.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'

export const channelKinds = ['phone', 'email'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Whose channel: `key` is what is compared, however the user was written. */
export interface ChannelName {
  readonly channel: ChannelKind
  readonly key: string
}

/** A channel by one text. */
export const channelKey = ({ channel, key }: ChannelName): string => `${channel} ${key}`

/** A channel user as it is kept and shown. */
export interface ChannelUser extends ChannelName {
  /** A phone number in E.164, or an address whose domain is in lower case. */
  readonly user: string
}

/** Where a call comes from: its location's country decides how a phone number without a prefix is read. */
interface Origin {
  readonly brand: Brand
  readonly call: { readonly locationId: string }
}

/** Who is meant by what a caller wrote. An impossible phone number is 131, what is no address 100. */
export function toChannelUser(
  { channel, channelUser: given }: { readonly channel: ChannelKind; readonly channelUser: string },
  { brand, call }: Origin,
): ChannelUser | Refusal {
  if (channel === 'email') return toEmailUser(given.trim())
  const country = brand.locations.get(call.locationId)?.country ?? brand.country
  const number = toE164(given.trim(), country)
  if (number === undefined) return refuse(131, `channelUser: not a possible phone number for ${country}`)
  return { channel, key: number, user: number }
}

/** Domains have no case. That of the local part is kept, but makes no difference. */
function toEmailUser(address: string): ChannelUser | Refusal {
  if (!isEmail(address)) return refuse(100, 'channelUser: expected an e-mail address')
  const at = address.lastIndexOf('@')
  const user = address.slice(0, at) + address.slice(at).toLowerCase()
  return { channel: 'email', key: user.toLowerCase(), user }
}
