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
  /** Of the page behind a link. */
  readonly levelUntil: (until: string) => string
  readonly qrCode: string
  readonly barcode: string
  readonly toApple: string
  readonly toGoogle: string
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
  levelUntil: (until) => `, until ${until}`,
  qrCode: 'QR code of the card number',
  barcode: 'Barcode of the card number',
  toApple: 'Add to Apple Wallet',
  toGoogle: 'Add to Google Wallet',
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
  levelUntil: (until) => `, bis ${until}`,
  qrCode: 'QR-Code der Kartennummer',
  barcode: 'Strichcode der Kartennummer',
  toApple: 'Zu Apple Wallet hinzufügen',
  toGoogle: 'Zu Google Wallet hinzufügen',
}

export const wordsOf = (language: string): PassWords => (/^de\b/.test(language) ? german : english)
