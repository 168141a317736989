import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number as it is kept: E.164, with the plus sign. Undefined for a text that is no possible number; one
 * without a country prefix is read as a number of `country`.
 */
export function toE164(text: string, country: string): string | undefined {
  const defaults = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...defaults, extract: false })
  return number?.isPossible() ? number.number : undefined
}
