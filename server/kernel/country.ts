const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that Unicode names although they are no countries of ISO 3166-1: unions, islands of others, and test codes. */
const noCountries = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '))

/** Whether the text is a country code of ISO 3166-1 alpha-2, in capitals; XK is taken for Kosovo, as everywhere. */
export function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || noCountries.has(text) || countryNames.of(text) === undefined) return false
  // Codes of the past, and UK for GB, are only other names of those of today.
  return new Intl.Locale(`und-${text}`).region === text
}
