import type { Texts } from '../shape.ts'

export const offers: Texts['offers'] = {
  title: 'Persönliche Angebote',
  about: 'Preise für einzelne Kunden: was angeboten wird, wie vielen, und wie oft es genutzt wurde.',
  toCampaigns: 'Kampagnen',
  what: 'Was angeboten wird',
  campaign: 'Von',
  elsewhere: 'Ein anderes System oder eine Kampagne, die es nicht mehr gibt',
  cards: 'Kunden',
  given: 'Angeboten',
  taken: 'Genutzt',
  share: 'Genutzt, %',
  open: 'Noch offen',
  partial: 'Es gibt sehr viele Angebote. Es sind mindestens so viele.',
  none: 'Noch wurde nichts angeboten',
  noneWhat:
    'Eine Kampagne macht persönliche Angebote, etwa nach dem dritten Besuch. Wählen Sie „Persönliches Angebot“ als das, was sie bekommen.',
  states: {
    open: 'Nutzbar',
    later: 'Später nutzbar',
    used: 'Genutzt',
    expired: 'Abgelaufen',
    withdrawn: 'Zurückgezogen',
  },
  used: (uses, of) => `${uses} von ${of} genutzt`,
  until: (day) => `bis ${day}`,
  fromDay: (day) => `ab ${day}`,
  older: 'Ältere sind nicht gezeigt.',
}
