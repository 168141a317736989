/** What keys are called that mean something else in some sections. */
export const keysOf = {
  brand: { id: 'ID der Marke' },
  programs: { type: 'Art des Programms', name: 'Name' },
  demographicFields: { type: 'Art des Werts', list: 'Mehrere Werte' },
  attributes: { type: 'Art des Werts' },
  orderAttributes: { type: 'Art des Werts' },
  senders: { from: 'Absender', url: 'Adresse des Gateways' },
  segments: { where: 'Welche Karten dazugehören' },
  referrals: {
    codes: 'Neue Codes',
    length: 'Buchstaben und Ziffern',
  },
  accounts: {
    issue: 'Aufgeladen oder gegeben',
    redeem: 'Eingelöst',
    return: 'Rückgaben',
    void: 'Stornos',
    adjust: 'Korrigiert',
    other: 'Alles andere',
  },
}
