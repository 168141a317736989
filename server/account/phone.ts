import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * A phone number as it is kept: E.164, with the plus sign. Undefined for a text that is no possible number; one
 * without a country prefix is read as a number of `country`.
 */
export function toE164(text: string, country: string): string | undefined {
  const defaults = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...defaults, extract: false })
  return number?.isPossible() ? number.number : undefined
}

const callingCodes: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)))

/** Whether nothing follows the country's code: so forms that begin every number with it send an empty one. */
export function isCountryCodeAlone(text: string): boolean {
  const [, code = ''] = /^\+(\d{1,3})$/.exec(text.replace(/[\s().-]/g, '')) ?? []
  return callingCodes.has(code)
}
