import type { Advice } from '../advice.ts'
import type { FoundValue } from '../found.ts'
import type { Noun } from '../noun.ts'
import type { ExpectedForm, KnownForm } from '../reading-faults.ts'

export const nouns: Readonly<Record<Noun, string>> = {
  group: 'group',
  location: 'location',
  program: 'program',
  valueType: 'value type',
  valueCode: 'balance code',
  subtrack: 'punch subtrack',
  cardSet: 'card set',
  cardNumber: 'card number',
  couponSet: 'coupon set',
  couponId: 'coupon',
  code: 'public code',
  codeSet: 'set of public codes',
  demographicField: 'demographic field',
  attribute: 'attribute',
  orderAttribute: 'attribute of the sale (orderAttributes)',
  product: 'product',
  list: 'subscription list',
  listName: 'name of a subscription list',
  eventType: 'event type',
  template: 'template',
  segment: 'segment',
  tierLevel: 'tier level',
  webhook: 'webhook',
  category: 'category',
  parent: 'parent',
  apiKey: 'API key',
  campaign: 'campaign',
  rule: 'rule (campaign/rule)',
  promotionGroup: 'group of promotions (promotions.groups)',
}

export const textForms: Readonly<Record<ExpectedForm, string>> = {
  asciiWithoutColons: 'ASCII without spaces and colons',
  asciiWithoutSpaces: 'ASCII without spaces',
  balanceCode: 'a code of letters and digits',
  codeWithoutSpaces: 'a code without spaces around it',
  colour: 'a colour as #rrggbb',
  digits: 'digits',
  fingerprint: 'a fingerprint as an export prints it: 12 hex digits',
  headerText: 'printable ASCII characters without spaces at either end',
  host: 'the name of a host, such as card.shop.example',
  httpsAddress: 'an address that begins with https://',
  image: 'an image in base64 without line breaks',
  language: 'a language such as en, de or pt-BR',
  numberInQuotes: 'a number in quotes',
  origin: 'an address such as https://shop.example, without a path',
  passType: 'a pass type identifier',
  pin: 'a pin of at most 6 digits',
  sha256: 'a SHA-256 of 64 digits in lower-case hex',
  shortName: 'a short name without spaces',
  shortNameOrUuid: 'a short name or a UUID, without spaces',
  singleWord: 'a single word such as YES',
  team: 'the ten letters and digits of a team',
  timeOfDay: 'a time of day',
  uuid: 'a UUID in lower case',
}

export const knownForms: Readonly<Record<KnownForm, string>> = {
  country: 'a country code of ISO 3166',
  currency: 'a currency code of ISO 4217',
  date: 'a date',
  dateTime: 'a date and time',
  timeOfDay: 'a time of day',
  timeZone: 'a time zone',
}

export function found(value: FoundValue): string {
  switch (value.is) {
    case 'nothing':
      return 'nothing'
    case 'list':
      return 'a list'
    case 'object':
      return 'an object'
    case 'longText':
      return 'a long text'
    case 'neither':
      return 'neither'
    case 'text':
      return `the text "${value.text}"`
    case 'value':
      return value.value
    case 'keys':
      return value.names.join(' and ')
  }
}

/** A text as it is, anything else as what it is. */
export const quoted = (value: FoundValue): string => (value.is === 'text' ? `"${value.text}"` : found(value))

/** As the end of a sentence. */
export function advice(given: Advice | undefined): string {
  return given ? `; ${(words[given.advice] as (one: Advice) => string)(given)}` : ''
}

type AdviceWords = { readonly [Kind in Advice['advice']]: (one: Extract<Advice, { readonly advice: Kind }>) => string }

const words: AdviceWords = {
  meant: ({ name }) => `did you mean "${name}"?`,
  meantBare: ({ name }) => `did you mean ${name}?`,
  known: ({ names }) => `known: ${names.join(', ')}`,
  knownHere: ({ names }) => `known here: ${names.join(', ')}`,
  possible: ({ names }) => `possible: ${names.join(' ')}`,
  define: ({ section }) => `define it in ${section}`,
  addProduct: ({ noun, name, known }) => {
    const before = known.length > 0 ? `known: ${known.join(', ')}; or ` : ''
    if (noun === 'product') return `${before}add it to products`
    return `${before}add it to a product: ${noun === 'category' ? `categories: [${name}]` : `parent: ${name}`}`
  },
  write: ({ text }) => `write ${text}`,
  example: ({ text }) => `write for example ${text}`,
  facts: ({ kinds }) => `write for example checkout.netTotal; there are facts of ${kinds.join(', ')}`,
  fewerDigits: () => 'it may have at most 15 digits',
  withoutQuotes: ({ number }) => `write ${number} without quotes`,
  withoutUnit: ({ number, hasComma }) => `write ${number} without ${hasComma ? 'a comma or ' : ''}a unit`,
  dashes: () => 'put a dash before each entry: "- "',
  moreUnknown: ({ count }) => `${count} more unknown keys of this object are not shown`,
}
