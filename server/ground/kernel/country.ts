const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that Unicode names although they are not countries of ISO 3166-1: unions, dependent islands, test codes. */
const noCountries = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '))

/** Whether the text is a country code of ISO 3166-1 alpha-2, in capitals. XK is accepted for Kosovo, as is usual. */
export function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || noCountries.has(text) || countryNames.of(text) === undefined) return false
  // Former codes, and UK for GB, are only aliases of current ones.
  return new Intl.Locale(`und-${text}`).region === text
}
