import type { CustomerRecord } from '../account/account.ts'
import { isEmail } from '../account/email.ts'
import type { ChannelKind, ChannelUser } from './channel-user.ts'

/** The address or number that reaches a customer: the mobile phone, if they have two. */
export function userOfCustomer(channel: ChannelKind, customer: CustomerRecord): ChannelUser | undefined {
  const { email, mobilePhone, phone } = customer
  return toKnownUser(channel, channel === 'email' ? email : mobilePhone || phone)
}

/** The user of a stored address or number; undefined if nothing can be sent to it. */
export function toKnownUser(channel: ChannelKind, kept: unknown): ChannelUser | undefined {
  if (typeof kept !== 'string') return undefined
  if (channel === 'email') return isEmail(kept) ? { channel, key: kept.toLowerCase(), user: kept } : undefined
  return /^\+\d{4,15}$/.test(kept) ? { channel, key: kept, user: kept } : undefined
}
