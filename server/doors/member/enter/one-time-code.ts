import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { type ChannelName, type ChannelUser, toChannelUser } from '../../../domain/channel/channel-user.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { digits, type RandomBytes, randomText } from '../../../ground/kernel/ids.ts'
import { day, hour, minute } from '../../../ground/kernel/time.ts'
import { type MemberRefusal, turnAway } from '../refusal.ts'

const addressUse = 'purser member address'
const codeUse = 'purser member code'

/**
 * Of a million codes, guessers try sixty in a day, from wherever they come: three of each code that was sent. Only whoever asked
 * for a code can try it, so that nobody's guesses count against somebody else.
 */
export const codeRules = {
  digits: 6,
  validMs: 15 * minute,
  triesOfCode: { ms: 15 * minute, most: 3 },
  /** To an address, for all who are not known there together. */
  sends: { ms: hour, most: 10 },
  sendsOfDay: { ms: day, most: 20 },
  /** The same for one place, and for one browser in which somebody got in by the address before. */
  sendsFrom: { ms: hour, most: 5 },
  sendsFromOfDay: { ms: day, most: 8 },
  /** What a member tries who is in, to change their address. */
  tries: { ms: hour, most: 10 },
  triesOfDay: { ms: day, most: 30 },
  sendsOfBrand: { ms: hour, most: 2000 },
  joins: { ms: 90 * day, most: 1 },
} as const

/** How somebody names themselves: by one of both. */
export interface NamedBy {
  readonly email?: string
  readonly mobilePhone?: string
}

/** The address or number in the form in which it is compared. */
export function contactOf({ email, mobilePhone }: NamedBy, brand: Brand, locationId = ''): ChannelUser | MemberRefusal {
  if ((email === undefined) === (mobilePhone === undefined))
    return turnAway('invalid', 'Give either email or mobilePhone.')
  const channel = email === undefined ? 'phone' : 'email'
  const user = toChannelUser({ channel, channelUser: email ?? mobilePhone ?? '' }, { brand, call: { locationId } })
  const field = channel === 'email' ? 'email' : 'mobilePhone'
  return isRefusal(user) ? { ...turnAway('invalid', `${field}: not valid`), field } : user
}

/** What is kept of an address: nobody reads it back. */
export const addressHash = (pins: PinKeeper, brand: Pick<Brand, 'id'>, { channel, key }: ChannelName): Buffer =>
  markOf(pins, brand, `${channel}\0${key}`)

/** What is kept of anything that is counted. */
export function markOf(pins: PinKeeper, brand: Pick<Brand, 'id'>, about: string): Buffer {
  return createHmac('sha256', pins.keyFor(addressUse)).update(`${brand.id}\0${about}`).digest()
}

/** What an account says of where its customer is reached, as it is compared. */
export function contactsOf(email: string | null, mobilePhone: string | null): ChannelUser[] {
  return [
    ...(email ? [{ channel: 'email', key: email.toLowerCase(), user: email } as const] : []),
    ...(mobilePhone ? [{ channel: 'phone', key: mobilePhone, user: mobilePhone } as const] : []),
  ]
}

export const newCode = (random: RandomBytes): string => randomText(digits, codeRules.digits, random)

/** Bound to the address: the same code elsewhere has another hash. */
export function codeHash(pins: PinKeeper, address: Buffer, code: string): Buffer {
  return createHmac('sha256', pins.keyFor(codeUse)).update(address).update(code).digest()
}

/** Takes the same time whether there is a code or not. */
export function isCode(pins: PinKeeper, address: Buffer, given: string, kept: Buffer | undefined): boolean {
  const hash = codeHash(pins, address, given.replace(/[\s-]/g, ''))
  return timingSafeEqual(hash, kept ?? Buffer.alloc(hash.length)) && kept !== undefined
}
