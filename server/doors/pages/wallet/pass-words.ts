/** What a pass says in our own words. */
export interface PassWords {
  readonly level: string
  readonly until: string
  readonly cardNumber: string
  readonly next: (missing: string, name: string) => string
  readonly changed: string
  readonly ended: string
  readonly noLongerValid: string
  readonly passOf: (organization: string) => string
}

const english: PassWords = {
  level: 'Level',
  until: 'Kept until',
  cardNumber: 'Card number',
  next: (missing, name) => `${missing} more to ${name}`,
  changed: '%@',
  ended: 'This pass is no longer valid.',
  noLongerValid: 'Not valid',
  passOf: (organization) => `Card of ${organization}`,
}

const german: PassWords = {
  level: 'Stufe',
  until: 'Gilt bis',
  cardNumber: 'Kartennummer',
  next: (missing, name) => `Noch ${missing} bis ${name}`,
  changed: '%@',
  ended: 'Dieser Pass ist nicht mehr gültig.',
  noLongerValid: 'Ungültig',
  passOf: (organization) => `Karte von ${organization}`,
}

export const wordsOf = (language: string): PassWords => (/^de\b/.test(language) ? german : english)
