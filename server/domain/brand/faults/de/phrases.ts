import type { Advice } from '../advice.ts'
import type { FoundValue } from '../found.ts'
import type { Noun } from '../noun.ts'
import type { ExpectedForm, KnownForm } from '../reading-faults.ts'

export const nouns: Readonly<Record<Noun, string>> = {
  group: 'Gruppe',
  location: 'Standort',
  program: 'Programm',
  valueType: 'Art von Guthaben',
  valueCode: 'Code eines Guthabens',
  subtrack: 'Unterart von Stempeln',
  cardSet: 'Kartensatz',
  cardNumber: 'Kartennummer',
  couponSet: 'Couponsatz',
  couponId: 'Coupon',
  code: 'öffentlicher Code',
  codeSet: 'Satz öffentlicher Codes',
  demographicField: 'eigenes Feld',
  attribute: 'Merkmal',
  orderAttribute: 'Merkmal des Verkaufs (orderAttributes)',
  product: 'Produkt',
  list: 'Abonnementliste',
  listName: 'Name einer Abonnementliste',
  eventType: 'Ereignisart',
  template: 'Vorlage',
  segment: 'Segment',
  tierLevel: 'Stufe',
  webhook: 'Webhook',
  category: 'Kategorie',
  parent: 'Oberprodukt',
  apiKey: 'Schlüssel',
  campaign: 'Kampagne',
  rule: 'Regel (Kampagne/Regel)',
  promotionGroup: 'Gruppe von Aktionen (promotions.groups)',
}

/** With their verbs. */
export const textForms: Readonly<Record<ExpectedForm, string>> = {
  asciiWithoutColons: 'steht ASCII ohne Leerzeichen und Doppelpunkte',
  asciiWithoutSpaces: 'steht ASCII ohne Leerzeichen',
  balanceCode: 'steht ein Code aus Buchstaben und Ziffern',
  codeWithoutSpaces: 'steht ein Code ohne Leerzeichen ringsum',
  colour: 'steht eine Farbe als #rrggbb',
  digits: 'stehen Ziffern',
  fingerprint: 'steht ein Fingerabdruck, wie ihn ein Export schreibt: 12 Hexziffern',
  headerText: 'stehen druckbare ASCII-Zeichen ohne Leerzeichen am Anfang oder Ende',
  host: 'steht der Name eines Rechners wie card.shop.example',
  httpsAddress: 'steht eine Adresse, die mit https:// beginnt',
  image: 'steht ein Bild in Base64 ohne Zeilenumbrüche',
  language: 'steht eine Sprache wie en, de oder pt-BR',
  numberInQuotes: 'steht eine Zahl in Anführungszeichen',
  origin: 'steht eine Adresse wie https://shop.example, ohne Pfad',
  passType: 'steht ein Pass Type Identifier',
  pin: 'steht eine PIN aus höchstens 6 Ziffern',
  sha256: 'steht ein SHA-256 aus 64 Hexziffern in Kleinbuchstaben',
  shortName: 'steht ein kurzer Name ohne Leerzeichen',
  shortNameOrUuid: 'steht ein kurzer Name oder eine UUID, ohne Leerzeichen',
  singleWord: 'steht ein einzelnes Wort wie YES',
  team: 'stehen die zehn Buchstaben und Ziffern eines Teams',
  timeOfDay: 'steht eine Uhrzeit',
  uuid: 'steht eine UUID in Kleinbuchstaben',
}

export const knownForms: Readonly<Record<KnownForm, string>> = {
  country: 'ein Land nach ISO 3166',
  currency: 'eine Währung nach ISO 4217',
  date: 'ein Datum',
  dateTime: 'ein Datum mit Uhrzeit',
  timeOfDay: 'eine Uhrzeit',
  timeZone: 'eine Zeitzone',
}

export function found(value: FoundValue): string {
  switch (value.is) {
    case 'nothing':
      return 'nichts'
    case 'list':
      return 'eine Liste'
    case 'object':
      return 'ein Objekt'
    case 'longText':
      return 'ein langer Text'
    case 'neither':
      return 'keines von beiden'
    case 'text':
      return `der Text "${value.text}"`
    case 'value':
      return value.value
    case 'keys':
      return value.names.join(' und ')
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
  meant: ({ name }) => `meinten Sie "${name}"?`,
  meantBare: ({ name }) => `meinten Sie ${name}?`,
  known: ({ names }) => `bekannt: ${names.join(', ')}`,
  knownHere: ({ names }) => `hier bekannt: ${names.join(', ')}`,
  possible: ({ names }) => `möglich: ${names.join(' ')}`,
  define: ({ section }) => `legen Sie es in ${section} an`,
  addProduct: ({ noun, name, known }) => {
    const before = known.length > 0 ? `bekannt: ${known.join(', ')}; oder ` : ''
    if (noun === 'product') return `${before}nehmen Sie es in products auf`
    return `${before}geben Sie es einem Produkt: ${noun === 'category' ? `categories: [${name}]` : `parent: ${name}`}`
  },
  write: ({ text }) => `schreiben Sie ${text}`,
  example: ({ text }) => `schreiben Sie zum Beispiel ${text}`,
  facts: ({ kinds }) => `schreiben Sie zum Beispiel checkout.netTotal; es gibt Tatsachen zu ${kinds.join(', ')}`,
  fewerDigits: () => 'sie darf höchstens 15 Ziffern haben',
  withoutQuotes: ({ number }) => `schreiben Sie ${number} ohne Anführungszeichen`,
  withoutUnit: ({ number, hasComma }) => `schreiben Sie ${number} ohne ${hasComma ? 'Komma und ' : ''}Einheit`,
  dashes: () => 'setzen Sie vor jeden Eintrag einen Strich: "- "',
  moreUnknown: ({ count }) => `${count} weitere unbekannte Schlüssel dieses Objekts sind nicht aufgeführt`,
}
