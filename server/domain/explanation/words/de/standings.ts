import type { StandingWords } from '../words.ts'

const noCoupon = 'Coupon nicht vorgelegt'
const noProduct = 'Produkt nicht gekauft'
const otherCards = 'für andere Karten'
const otherLocations = 'für andere Standorte'

export const standings: StandingWords = {
  alsoNear: 'auch hier fehlte nur eines',
  needCard: 'brauchen eine Karte',
  several: 'mehr als eine Bedingung traf nicht zu',
  far: 'weit von dem entfernt, was sie brauchen',
  kinds: {
    otherTrigger: 'für andere Auslöser',
    otherTarget: 'für andere Arten von Karten',
    notRunning: 'gelten gerade nicht',
    outsideWindow: 'außerhalb ihrer Tage und Zeiten',
    heldOut: 'Kontrollgruppe',
    otherVariant: 'für andere Varianten',
    firedAlready: 'haben in diesem Vorgang schon gegriffen',
    excluded: 'eine andere Regel, mit der sie nicht zusammengehen, hat zuerst gegriffen',
    notChosen: 'ihre Optionen wurden nicht gewählt',
    tooManyChosen: 'zu viele Optionen wurden gewählt',
    tooMuchWork: 'zu viel Rechenarbeit',
  },
  notLookedAt: 'nicht mehr angesehen, bevor der Vorgang abgelehnt wurde',
  notInFile: 'damals noch nicht in der Datei',
  buyMore: 'es müsste mehr gekauft werden',
  somethingMissing: 'etwas, das sie voraussetzen, fehlte',
  ofCustomer: 'was sie vom Kunden verlangt, traf nicht zu',
  dimensions: {
    couponSet: noCoupon,
    couponTag: noCoupon,
    coupon: noCoupon,
    keyValue: 'eine Angabe fehlte',
    sku: noProduct,
    parent: noProduct,
    category: noProduct,
    cardSet: otherCards,
    program: otherCards,
    location: otherLocations,
    locationGroup: otherLocations,
    callType: 'für andere Vorgänge',
  },
  notPresented: (what) => `${what.replace(/^ein /, '')} wurde nicht vorgelegt`,
  unseen: (missing) => `${missing}; ihre Bedingungen an den Kunden wurden nicht geprüft`,
  done: 'erledigt',
  // What the numbers of errors mean is said where they are shown.
  refused: (code, because) => `abgelehnt mit Fehler ${code}${because === undefined ? '' : `, wegen ${because}`}`,
}
