import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * A phone number as it is stored: E.164, with the plus sign. Without a country prefix it is read as a number of
 * `country`. Undefined if it is not a possible number.
 */
export function toE164(text: string, country: string): string | undefined {
  const defaults = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...defaults, extract: false })
  return number?.isPossible() ? number.number : undefined
}

const callingCodes: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)))

/** Whether nothing follows the country code. Forms that prefill the code send this for an empty field. */
export function isCountryCodeAlone(text: string): boolean {
  const [, code = ''] = /^\+(\d{1,3})$/.exec(text.replace(/[\s().-]/g, '')) ?? []
  return callingCodes.has(code)
}
