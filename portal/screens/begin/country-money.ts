import { isCountry } from '../../../server/ground/kernel/country.ts'

/** What is paid with where; anything else is chosen by hand. */
const byCurrency = {
  EUR: 'AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA XK ME',
  USD: 'US PR EC SV GU VI AS',
  GBP: 'GB GG JE IM',
  CHF: 'CH LI',
  AUD: 'AU',
  NZD: 'NZ',
  CAD: 'CA',
  JPY: 'JP',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK FO GL',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  TRY: 'TR',
  AED: 'AE',
  SAR: 'SA',
  ILS: 'IL',
  ZAR: 'ZA',
  INR: 'IN',
  SGD: 'SG',
  HKD: 'HK',
  CNY: 'CN',
  KRW: 'KR',
  TWD: 'TW',
  THB: 'TH',
  MYR: 'MY',
  IDR: 'ID',
  PHP: 'PH',
  VND: 'VN',
  BRL: 'BR',
  MXN: 'MX',
  ARS: 'AR',
  CLP: 'CL',
  COP: 'CO',
  PEN: 'PE',
} as const

/** The currency of a country, where it is plain which one is meant. */
export const currencyOf = (country: string): string | undefined =>
  Object.entries(byCurrency).find(([, countries]) => countries.split(' ').includes(country))?.[0]

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

interface Choice {
  readonly value: string
  readonly label: string
}

/** Every country by its name in a language. */
export function countryChoices(language: string): readonly Choice[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
  return named(codes, new Intl.DisplayNames(language, { type: 'region' }), language)
}

/** Every currency by its name in a language, with its code. */
export function currencyChoices(language: string): readonly Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }))
}

function named(codes: readonly string[], names: Intl.DisplayNames, language: string): readonly Choice[] {
  const { compare } = new Intl.Collator(language)
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => compare(one.label, other.label))
}

/** Where the browser seems to be. */
export function countryHere(): string {
  const regions = navigator.languages.map((one) => new Intl.Locale(one).region ?? '')
  return regions.find((region) => isCountry(region)) ?? ''
}
