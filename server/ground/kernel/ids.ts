import type { Instant } from './time.ts'

export type BrandId = string
/** Internal number of a card; never shown. */
export type CardId = number
/** A request's reference: a lower-case UUID of version 7. A transaction's id is the same text. */
export type RequestRef = string

/** Bytes from a cryptographic source. It is passed in, so that tests can be deterministic. */
export type RandomBytes = (count: number) => Uint8Array

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A UUID of version 7: 48 bits of time, then 74 random bits taken from ten bytes. */
export function uuidV7(at: Instant, random: Uint8Array): string {
  const time = at.toString(16).padStart(12, '0')
  const hex = (index: number) => hexOfByte[random[index] ?? 0]
  const version = hexOfByte[0x70 | ((random[0] ?? 0) & 0x0f)]
  const variant = hexOfByte[0x80 | ((random[2] ?? 0) & 0x3f)]
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-${version}${hex(1)}-${variant}${hex(3)}-` +
    `${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`
  )
}

/** The smallest UUID of version 7 for an instant: the lower bound of a time partition. */
export function uuidFloor(at: Instant): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** When a UUID of version 7 was made, by whoever made it. */
export function instantOf(uuid: string): Instant {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

/** `count` characters drawn evenly from an alphabet of at most 256. */
export function randomText(alphabet: string, count: number, random: RandomBytes): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < count) {
    for (const byte of random(count - text.length + 8)) {
      if (byte < limit && text.length < count) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

export const digits = '0123456789'
/** Letters and digits that are not mistaken for each other: without 0, O, 1 and I. */
export const couponAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** What generated numbers of a set look like: `length` characters in total, including the prefix. */
export interface NumberForm {
  readonly prefix: string
  readonly length: number
}

export function drawNumber({ prefix, length }: NumberForm, alphabet: string, random: RandomBytes): string {
  return prefix + randomText(alphabet, length - prefix.length, random)
}
