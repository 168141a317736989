import type { Texts } from '../shape.ts'

const quoted = (names: readonly string[]) => names.map((name) => `„${name}“`).join(', ')

export const couponFlow: Texts['couponFlow'] = {
  title: 'Coupon mit Nachricht',
  about: 'Wer einen Coupon bekommt, was er dazu liest und was es dafür gibt. Daraus wird ein Entwurf.',
  name: 'Name',
  firstName: 'Rückgewinnung',
  occasion: 'Wer ihn bekommt',
  occasions: { away: 'Wer nicht gekauft hat', birthday: 'Vor dem Geburtstag', joined: 'Neue Kunden' },
  days: { away: 'Tage ohne Einkauf', birthday: 'Tage vor dem Geburtstag' },
  once: {
    away: 'Jeder Kunde bekommt ihn höchstens einmal im halben Jahr.',
    joined:
      'Jeder Kunde bekommt ihn einmal, wenn die Karte ausgegeben wird. Wer bis dahin keine E-Mail-Adresse hat, bekommt den Coupon, aber keine Nachricht.',
  },
  set: 'Coupon',
  newSet: 'Ein neuer Coupon',
  validDays: 'Gültig für Tage',
  gives: 'Was es für den Coupon gibt',
  worths: { percent: 'Prozent Rabatt', amount: 'Betrag Rabatt', already: 'Eine andere Kampagne löst ihn ein' },
  worth: 'Wie viel',
  already: 'Tut das keine, warnt der Entwurf vor dem Veröffentlichen.',
  honouredBy: (names) =>
    `${quoted(names)} ${names.length === 1 ? 'gibt' : 'geben'} etwas dafür. Achten Sie darauf, dass die Nachricht dasselbe verspricht.`,
  honouredTwice: (names) =>
    `${quoted(names)} ${names.length === 1 ? 'gibt' : 'geben'} für Coupons dieses Sets schon etwas, und ein Coupon gilt einmal: Es zählt die Kampagne, die zuerst kommt, was auch immer die Nachricht verspricht. Ist das die neue, ändert sich auch, was Coupons wert sind, die Kunden schon haben.`,
  alsoOut: 'Auch Coupons dieses Sets, die Kunden schon haben, sind dann so viel wert.',
  wrong: {
    days: 'Geben Sie eine ganze Zahl von 1 bis 3650 ein.',
    percent: 'Geben Sie eine Zahl über 0 und höchstens 100 ein.',
    amount: 'Geben Sie einen Betrag über 0 ein.',
  },
  subject: 'Betreff der E-Mail',
  firstSubject: 'Wir vermissen Sie',
  body: 'Nachricht',
  firstBody:
    'Guten Tag {{ customer.firstName }}, Ihr Coupon {{ coupon.id }} wartet bis {{ coupon.expirationDate }}. {{ brand.name }}',
  insert: 'Einsetzen:',
  placeholders: {
    'customer.firstName': 'Vorname',
    'coupon.id': 'Coupon-Code',
    'coupon.expirationDate': 'Gültig bis',
    'brand.name': 'Marke',
  },
  noCode: 'Die Nachricht nennt den Coupon nicht: ohne seinen Code kann ihn niemand einlösen.',
  make: 'Entwurf anlegen',
  missing: 'Bitte ausfüllen.',
  giveRule: (name) => `${name}: Coupon und Nachricht`,
  honourRule: (name) => `${name}: für den Coupon`,
  template: (name) => `${name}: E-Mail`,
}
