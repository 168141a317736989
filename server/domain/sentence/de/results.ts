import { gap } from '../../brand/facts/draft.ts'
import type { ResultPhrases } from '../grammar/phrases.ts'

export const results: ResultPhrases = {
  receivers: {
    referrer: ' für den werbenden Kunden',
    root: ' für die Hauptkarte',
    child: ' für die Kinderkarte',
  },
  asCredit: ' als Guthaben',
  channels: {
    direct: 'eine Meldung an der Kasse',
    email: 'eine E-Mail',
    sms: 'eine SMS',
    push: 'eine Push-Nachricht',
    webhook: 'eine Nachricht an ein anderes System',
  },
  unknownChannel: `eine Nachricht per ${gap}`,
  onReceipt: 'ein Hinweis auf dem Beleg',
  hours: ['Stunde', 'Stunden'],
  days: ['Tag', 'Tage'],
  later: (time) => ` ${time} später`,
  toReferrer: ' an den werbenden Kunden',
  toSubscribers: (list) => ` an Abonnenten von ${list}`,
  atMostAtATime: (amount) => `höchstens ${amount} auf einmal`,
  become: (from, to) => `je ${from} werden zu ${to}`,
  usableAfter: (days, isOne) => `nutzbar nach ${days} ${isOne ? 'Tag' : 'Tagen'}`,
  asRefund: 'als Erstattung',
  taken: (amount, isOne) => `${amount} ${isOne ? 'wird' : 'werden'} von der Karte abgezogen`,
  coupon: (set) => `ein Coupon ${set}`,
  notTransferable: 'nicht übertragbar',
  recorded: (event, isForReferrer) =>
    `das Ereignis ${event} wird${isForReferrer ? ' beim werbenden Kunden' : ''} festgehalten`,
  joins: (program) => `der Kunde wird Mitglied bei ${program}`,
  cleared: (field) => `das Feld ${field} wird geleert`,
  set: (field, value) => `das Feld ${field} wird auf ${value} gesetzt`,
  from: (day) => `ab ${day}`,
  offer: (what) => `ein persönliches Angebot: ${what}`,
  addedProduct: (benefit, isChosen, regular) => {
    const otherwise = regular === undefined ? '' : ` (sonst je ${regular})`
    return `${benefit}${otherwise} zum Einkauf dazu${isChosen ? ', nach Wahl des Kunden' : ''}`
  },
  refused: (message) => `der Kauf wird abgelehnt: ${message}`,
}
