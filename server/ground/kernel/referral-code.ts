import type { RandomBytes } from './ids.ts'

/** Read aloud and written down without doubt: no 0 and O, no 1, I and L, and no vowels, which make words. */
const letters = '23456789BCDFGHJKMNPQRSTVWXZ'
/** The largest multiple of their number that a byte can be below: so each is drawn equally often. */
const fairBelow = 256 - (256 % letters.length)
/** More than enough bytes, of which a few are left out. */
const bytesPerLetter = 3

/** Draws a code. */
export function newReferralCode(length: number, random: RandomBytes): string {
  let code = ''
  while (code.length < length) {
    for (const byte of random(length * bytesPerLetter)) {
      if (byte < fairBelow && code.length < length) code += letters[byte % letters.length]
    }
  }
  return code
}

/** What a code is compared by: people write it in small letters, and with gaps. */
export const referralKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.-]/gu, '')

/** A code as people are told it: in groups of four. */
export const printedReferralCode = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1-')

/** Whether it could be one. */
export const isReferralCode = (key: string): boolean => /^[2-9B-DF-HJKMNP-TV-XZ]{6,16}$/.test(key)

/** The page that shows a code of a brand. */
export const referralPath = (rest: string): string => `/r/${rest}`
