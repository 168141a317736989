import type { Texts } from '../shape.ts'

export const shell: Texts['shell'] = {
  product: 'Purser',
  sections: {
    home: 'Übersicht',
    cards: 'Karten & Kunden',
    campaigns: 'Kampagnen',
    coupons: 'Coupons & Codes',
    messages: 'Nachrichten',
    reports: 'Berichte',
    settings: 'Einstellungen',
    developers: 'Entwickler',
  },
  mainNavigation: 'Hauptnavigation',
  skipToContent: 'Zum Inhalt springen',
  openNavigation: 'Navigation öffnen',
  closeNavigation: 'Navigation schließen',
  switchBrand: 'Marke wechseln',
  yourBrands: 'Ihre Marken',
  environment: (name) =>
    name === 'demo'
      ? 'Demo: erfundene Kunden, nichts hier ist echt'
      : `${name[0]?.toUpperCase()}${name.slice(1)}: zum Ausprobieren, nichts hier ist echt`,
  environmentShort: (name) => `${name[0]?.toUpperCase()}${name.slice(1)}`,
  search: 'Suchen',
  searchHint: 'Karten, Personen, Kampagnen, Einstellungen suchen …',
  searchHintTill: 'Kartennummer …',
  openAtTerminal: (number) => `Karte ${number} öffnen`,
  searchShort: 'Strg K',
  searchPages: 'Gehe zu',
  searchActions: 'Ausführen',
  actions: {
    terminal: 'Einen Kunden an der Kasse bedienen',
    why: 'Einen Vorgang nachsehen: was geschah und warum',
    approvals: 'Änderungen anderer freigeben oder ablehnen',
    coupon: 'Einen Coupon oder Code nachsehen',
    importProducts: 'Produkte aus CSV importieren',
  },
  searchNothing:
    'Nichts gefunden. Versuchen Sie es mit einer Kartennummer, einem Namen, einer Telefonnummer oder dem Namen einer Seite.',
  account: (name) => `Ihr Konto: ${name}`,
  profile: 'Ihr Profil',
  language: 'Sprache',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie das System',
  logOut: 'Abmelden',
  lock: 'Sperren',
  lockOf: (name) => `Sperren, damit sich jemand anders als ${name} anmelden kann`,
  notThere: 'Hier ist nichts',
  notThereWhy: 'Die Adresse stimmt nicht, oder Sie dürfen nicht sehen, was dort ist.',
  toHome: 'Zur Übersicht',
  noBrand: 'Sie haben noch keinen Zugang zu einer Marke',
  noBrandWhy: 'Bitten Sie einen Administrator, Ihrem Zugang eine Rolle in einer Marke zu geben.',
}

export const roles: Texts['roles'] = {
  administrator: 'Administrator',
  marketer: 'Marketing',
  support: 'Kundendienst',
  cashier: 'Kasse',
  finance: 'Finanzen',
  developer: 'Entwicklung',
  readOnly: 'Nur lesen',
}
