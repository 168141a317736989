import type { Texts } from '../shape.ts'

/** Counts come as they are written. */
const several = (count: string, one: string, more: string) => `${count} ${count === '1' ? one : more}`

export const home: Texts['home'] = {
  title: 'Übersicht',
  today: (day, zone) => `${day} · Zeitzone ${zone}`,
  value: 'Wert',
  checkouts: 'Einkäufe heute',
  given: (what) => `${what} heute gutgeschrieben`,
  taken: (what) => `${what} heute eingelöst`,
  outstanding: (what) => `${what} offen`,
  outstandingAbout: 'auf allen Karten, jetzt',
  onAverage: (amount) => `im Schnitt ${amount} am Tag`,
  trend: 'Die letzten 30 Tage',
  trendCheckouts: 'Einkäufe',
  trendGiven: 'Gutgeschrieben',
  trendTaken: 'Eingelöst',
  trendAbout: (what, days, sum) => `${what} an den letzten ${days} Tagen, zusammen ${sum}`,
  quiet: 'An den letzten 30 Tagen ist nichts geschehen',
  quietWhat: 'Sobald eine Kasse oder ein Shop den ersten Einkauf schickt, sehen Sie ihn hier.',
  attention: 'Braucht Aufmerksamkeit',
  attentionNone: 'Alles in Ordnung',
  attentionNoneWhat: 'Zustellungen kommen an, es gibt genug Karten und Coupons, und nichts fällt auf.',
  attentionNew: 'Bisher ist nichts schiefgegangen',
  attentionNewWhat: 'Es ist noch einzurichten: Die Liste oben sagt, was als Nächstes kommt.',
  attentionHidden:
    'Die Zahlen hier sind die aller Standorte, und Sie arbeiten für einige davon. Beginnen Sie mit Karten & Kunden.',
  lookAt: {
    receiverDisabled: (subject) =>
      `Nachrichten per ${subject} werden nicht mehr gesendet: der Empfänger wurde abgeschaltet`,
    receiverFailing: (subject) => `Nachrichten per ${subject} schlagen gerade fehl`,
    webhookDisabled: (subject, count) =>
      `Der Webhook ${subject} wurde abgeschaltet; ${several(count, 'Ereignis wartet', 'Ereignisse warten')}`,
    webhookFailing: (subject, count) =>
      `Der Webhook ${subject} schlägt fehl; ${several(count, 'Ereignis wartet', 'Ereignisse warten')}`,
    messagesGivenUp: (count) => `${several(count, 'Nachricht konnte', 'Nachrichten konnten')} nicht gesendet werden`,
    noSender: (subject, count) =>
      `${several(count, `Nachricht per ${subject} wurde`, `Nachrichten per ${subject} wurden`)} in den letzten 30 Tagen nicht gesendet: Es gibt noch keinen Absender dafür`,
    couponSetEmpty: (subject) => `${subject} hat keine Coupons: Kampagnen können keine daraus geben`,
    certificateEnds: (days) =>
      `Das Zertifikat für Pässe in Apple Wallet läuft ${days === '0' ? 'innerhalb eines Tages' : `in ${several(days, 'Tag', 'Tagen')}`} ab: Bitten Sie den Betreiber, es zu erneuern`,
    certificateEnded:
      'Das Zertifikat für Pässe in Apple Wallet ist abgelaufen, und kein Pass wird ausgestellt oder erneuert: Bitten Sie den Betreiber um ein neues',
    cardSetLow: (subject, count) => `Der Kartensatz ${subject} hat nur noch ${several(count, 'Karte', 'Karten')}`,
    couponSetLow: (subject, count) => `${subject} hat nur noch ${several(count, 'Coupon', 'Coupons')}`,
    budgetTight: (subject, percent) => `${percent} % des Budgets von ${subject} sind ausgegeben`,
    reportMailFailed: (subject, count) =>
      `Der Bericht „${subject}“ hat per E-Mail nicht alle erreicht: ${count} ${count === '1' ? 'hat' : 'haben'} den letzten nicht erhalten`,
    standsOut: (subject, what) => `${subject} fällt in den letzten 7 Tagen auf: ${what}`,
    errandFailed: (count) => `${several(count, 'Aufgabe ist', 'Aufgaben sind')} in den letzten 7 Tagen fehlgeschlagen`,
    draftRefused: (subject) => `Der Entwurf „${subject}“ konnte nicht zur vorgesehenen Zeit veröffentlicht werden`,
    scheduleRefused: (number) =>
      `Die geplante Änderung ${number} wurde nicht angewendet, als ihre Zeit kam; die Versionen sagen, warum`,
    draftsInReview: (count) => `Entwürfe, die auf eine Prüfung warten: ${count}`,
    loosenedAlone: (who) => `${who} hat ohne zweite Person erhöht, was von Hand erlaubt ist`,
    approvalsOff: 'Niemand muss freigeben, was über einer Grenze liegt: Freigaben sind abgeschaltet',
  },
}
