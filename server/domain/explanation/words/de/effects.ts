import type { ResultName } from '../../../brand/rules/results.ts'
import type { TraceReceiver } from '../../../campaign/trace.ts'
import { formulaWords } from '../reckoned.ts'
import type { EffectWords, ToldDiscount } from '../words.ts'
import { numberWords } from './amounts.ts'
import { channelWords } from './values.ts'

const receivers: Readonly<Record<TraceReceiver, readonly [whom: string, toWhom: string]>> = {
  root: ['die Hauptkarte', 'der Hauptkarte'],
  child: ['die Kinderkarte', 'der Kinderkarte'],
  referrer: ['den Werber', 'dem Werber'],
}

const an = (to: TraceReceiver | undefined) => (to === undefined ? '' : ` an ${receivers[to][0]}`)
const wem = (to: TraceReceiver | undefined) => (to === undefined ? '' : ` ${receivers[to][1]}`)

export const effects: EffectWords = {
  issued: (what, to) => `${what}${wem(to)} gutgeschrieben`,
  redeemed: (what) => `${what} eingelöst`,
  notRedeemed: (what) => `${what} sollten eingelöst werden, waren aber mit Zahlungen desselben Vorgangs verbraucht`,
  converted: (what, into) => `${what} in ${into} umgetauscht`,
  nothingConverted: 'nichts umgetauscht',
  added: (units, product, price, off) =>
    `${units} ${product} ${price === undefined ? 'gratis dazu' : `für je ${price} dazu`}${off === undefined ? '' : `: ${off} Rabatt`}`,
  discount: discountWords,
  blocked: (message) => `Kauf abgelehnt: „${message}“`,
  coupon: (set, to) => `ein Coupon aus ${set}${an(to)} ausgegeben`,
  directMessage: 'Nachricht an der Kasse',
  message: (channel, to, later) => {
    const [one, many] = later?.unit === 'hours' ? ['Stunde', 'Stunden'] : ['Tag', 'Tage']
    const then = later ? `, ${later.count} ${later.count === 1 ? one : many} später, falls sie dann noch zutrifft` : ''
    return `Nachricht per ${channelWords(channel)}${an(to)}${then}`
  },
  event: (type, to) => `Ereignis ${type}${to === undefined ? '' : ` für ${receivers[to][0]}`} festgehalten`,
  enrolled: (program) => `in ${program} angemeldet`,
  fieldSet: (name) => `Feld ${name} gesetzt`,
  offer: (discountType) => `persönliches Angebot gegeben (${offers[discountType] ?? discountType})`,
  nothing: ({ result, of }, to, why) => `${nothings[result ?? 'block'](to, of)}: ${why}`,
  reckoned: (words, how) =>
    `${words} = ${formulaWords(how, 'de', numberWords, {
      least: (list) => `das Kleinste von (${list})`,
      greatest: (list) => `das Größte von (${list})`,
    })}`,
  capped: (words, asked, by) =>
    asked === undefined ? `${words} (${by})` : `${words} (vorgesehen ${numberWords(asked)}: ${by})`,
  noReason: 'es war nicht möglich',
  reasons: {
    noCard: 'der Vorgang nennt keine solche Karte',
    noValueType: 'das Programm der Karte hat diese Art von Guthaben nicht, oder sie ist ausgeschaltet',
    noCheckout: 'der Vorgang ist kein Kauf',
    expired: 'es wäre schon abgelaufen',
    noReferrer: 'der Vorgang nennt keine werbende Karte',
    unevenStep: 'ein Schritt hat mehr Nachkommastellen als das Guthaben im Programm der Karte',
    locked: 'die Karte des Werbers ist durch einen Kauf gesperrt',
    lost: 'die Karte des Werbers kann nicht mehr benutzt werden',
    full: 'auf der Karte des Werbers ist kein Platz mehr dafür',
    notChosen: 'keines der Produkte wurde gewählt',
    tooManyChosen: 'mehr als eines der Produkte wurde gewählt',
    tooManyAdded: 'die Regeln haben diesem Einkauf schon so viele Produkte hinzugefügt, wie sie dürfen',
    totalTooHigh: 'der Einkauf käme auf mehr, als ein Einkauf kosten darf',
    depleted: 'der Couponsatz hat keine Coupons mehr, oder er ist ausgeschaltet',
    noAnswer: 'die Antwort auf diesen Vorgang kann keine Nachrichten tragen',
    nothingToTell: 'es gab nichts mitzuteilen: worum es in der Nachricht geht, hatte keine Wirkung',
  },
  bounds: {
    min: 'auf das Mindeste angehoben, das die Regel gibt',
    max: 'mehr gibt die Regel nicht',
    worth: 'mehr war nicht mehr abzuziehen',
    budget: 'vom Budget begrenzt',
    maxDiscount: 'gekürzt: mehr wird von einem Einkauf nicht abgezogen',
    minIssue: 'weniger, als von diesem Guthaben auf einmal gutgeschrieben wird',
    maxIssue: 'mehr wird von diesem Guthaben nicht auf einmal gutgeschrieben',
    maxBalance: 'mehr Guthaben darf die Karte nicht haben',
    minRedeem: 'weniger, als von diesem Guthaben auf einmal eingelöst wird',
    maxRedeem: 'mehr wird von diesem Guthaben nicht auf einmal eingelöst',
    switchedOff: 'diese Art von Guthaben ist ausgeschaltet',
    tooLittle: 'die Karte hat keine vollen Schritte mehr',
  },
  unformed: {
    budget: 'das Budget reicht nicht mehr',
    maxDiscount: 'es ist schon so viel abgezogen, wie von einem Einkauf abgezogen wird',
    noProducts: 'keines der nötigen Produkte wurde gekauft',
    notBought: 'von den Produkten, die dafür gekauft werden müssen, wurden zu wenige gekauft',
    noFullGroup: 'für eine volle Gruppe wurden zu wenige der Produkte gekauft',
    nothingToTake: 'von ihrem Preis ist nichts mehr übrig',
    noShipping: 'es fällt kein Versand an, oder davon ist nichts mehr übrig',
    missingProduct: 'ein Produkt des Angebots wurde nicht gekauft:',
    missingQualifier: 'ein Produkt, das dazu gekauft werden muss, fehlt:',
  },
  countAsBought: (products) => `von den nötigen Produkten ist keines mehr übrig: ${products} zählen schon als gekauft`,
}

function discountWords({ kind, percent = '', price, isPlain, onShipping }: ToldDiscount): string {
  const off = `${numberWords(percent)} % Rabatt`
  if (onShipping) return kind === 'percent' ? `${off} auf den Versand: ${price}` : `${price} Rabatt auf den Versand`
  if (kind === 'percent') return isPlain ? off : `${off}: ${price}`
  if (kind === 'unitPrice') return `Stückpreis: ${price} Rabatt`
  return kind === 'groupPrice' ? `Gruppenpreis: ${price} Rabatt` : `${price} Rabatt`
}

const offers: Readonly<Record<string, string>> = {
  percentageDiscount: 'Prozent Rabatt',
  newGroupPrice: 'ein Preis für alle zusammen',
  bogo: 'zwei zum Preis von einem',
  absoluteDiscount: 'fester Rabatt',
}

const nothings: Readonly<Record<ResultName, (to: TraceReceiver | undefined, of: string | undefined) => string>> = {
  issue: (to) => `${`${wem(to)} nichts`.trim()} gutgeschrieben`,
  redeem: () => 'nichts eingelöst',
  convert: () => 'nichts umgetauscht',
  discount: () => 'nichts abgezogen',
  addProduct: () => 'kein Produkt hinzugefügt',
  allocateCoupon: (to, of) => `kein Coupon${of === undefined ? '' : ` aus ${of}`}${an(to)} ausgegeben`,
  notify: (to) => `keine Nachricht${an(to)}`,
  logEvent: () => 'kein Ereignis festgehalten',
  enroll: () => 'nicht angemeldet',
  setDemographic: () => 'kein Feld gesetzt',
  personalOffer: () => 'kein persönliches Angebot gegeben',
  block: () => 'nicht abgelehnt',
}
