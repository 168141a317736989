import type { Texts } from '../shape.ts'

export const calendar: Texts['calendar'] = {
  title: 'Kalender',
  about: 'Was läuft, beginnt und endet, Monat für Monat.',
  before: 'Voriger Monat',
  after: 'Nächster Monat',
  what: 'Was',
  days: 'Tage des Monats',
  nothing: 'In diesem Monat läuft nichts',
  nothingWhat: 'Kampagnen ohne Datum laufen immer; die anderen erscheinen in ihren Monaten.',
  kinds: {
    campaign: (_of: string) => 'Kampagne',
    rule: (of: string) => `Regel von ${of}`,
    code: (of: string) => `Code aus ${of}`,
    draft: (_of: string) => 'Entwurf',
  },
  paused: 'pausiert',
  always: 'immer',
  since: (from: string) => `ab ${from}`,
  until: (until: string) => `bis ${until}`,
  publishedAt: (moment) => `wird veröffentlicht ${moment}`,
  period: (from: string, until: string) => `${from} bis ${until}`,
}
