import type { Texts } from '../shape.ts'

export const segments: Texts['segments'] = {
  title: 'Segmente',
  one: 'Segment',
  about:
    'Kundengruppen, für die Kampagnen gelten können. Wer dazugehört, wird stündlich neu berechnet, und nach einer Änderung sofort. Wer eines öffnet, sieht, wie viele es in diesem Augenblick sind.',
  add: 'Neues Segment',
  newSegment: 'Neues Segment',
  draftOf: (segment: string) => `Segment: ${segment}`,
  name: 'Name',
  who: 'Wer dazugehört',
  everybody: 'Alle mit einer Karte, solange es keine Bedingung gibt.',
  members: 'Kunden',
  roughly: (count: string) => `etwa ${count}`,
  refreshed: 'Berechnet',
  notYet: 'Noch nicht',
  none: 'Noch keine Segmente',
  noneWhat: 'Legen Sie eines an, etwa alle, die diesen Monat dreimal da waren, und verwenden Sie es in einer Kampagne.',
  sample: 'Zum Beispiel',
  back: 'Alle Segmente',
  computedNever: 'Wer dazugehört, wird etwa innerhalb einer Minute berechnet.',
  countedNow: 'Gezählt',
  inForce: (members, count) =>
    members === 1
      ? 'Kampagnen und Listen richten sich nach dem einen Kunden vom'
      : `Kampagnen und Listen richten sich nach den ${count} Kunden vom`,
  showThem: 'Ihre Karten zeigen',
  usedBy: 'Kampagnen, die es verwenden',
  unused: 'Noch keine Kampagne verwendet es. Wählen Sie es in einer Kampagne unter „Nur bestimmte Kunden“.',
  gone: 'Dieses Segment gibt es nicht',
  goneWhat: 'Es wurde vielleicht entfernt oder umbenannt.',
}
