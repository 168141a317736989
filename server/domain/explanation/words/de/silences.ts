import type { Silent } from '../../../campaign/judge.ts'
import type { Throttled } from '../../../campaign/limits.ts'
import type { SilentWords, ToldWindow } from '../words.ts'
import { amounts, momentWords, numberWords, orList, priceWords } from './amounts.ts'
import { valueWords } from './values.ts'

export const silent: SilentWords = {
  otherTrigger: {
    checkout: 'sie gilt nur bei Einkäufen',
    date: 'sie gilt nur an ihren Terminen',
    social: 'sie gilt nur bei Verknüpfungen und Ereignissen in sozialen Netzen',
    custom: 'sie gilt nur, wenn eigene Kampagnen ausgelöst werden',
    request: 'sie gilt nur nach anderen Vorgängen als Einkäufen',
    message: 'sie gilt nur, wenn ein Kunde schreibt',
    refer: 'sie gilt nur, wenn Empfehlungen belohnt werden',
    choice: 'sie gilt nur, wenn ein Kunde sie als Prämie wählt',
    segment: 'sie gilt nur, wenn eine Karte in ihr Segment kommt oder es verlässt',
    tier: 'sie gilt nur, wenn eine Karte eine Stufe erreicht, verliert oder behält',
  },
  otherTarget: { child: 'sie ist nur für Kinderkarten', root: 'sie ist nur für Hauptkarten' },
  notRunning: (from, until, timeZone) => {
    const end = until === undefined ? '' : `bis zum ${momentWords(until, timeZone)}`
    const begin = from === undefined ? '' : `${end === '' ? 'ab dem' : 'vom'} ${momentWords(from, timeZone)}`
    return `sie gilt nur ${`${begin} ${end}`.trim()} (${zoneWords(timeZone)})`
  },
  outsideWindow: (window) => `nur ${windowWords(window)}`,
  byClock: ({ brand, location }, owner) =>
    owner === 'location' && location !== undefined
      ? `nach der Uhr des Standorts (${zoneWords(location)})`
      : `nach der Uhr der Marke (${zoneWords(brand)})`,
  heldOut: (percent) => `Kontrollgruppe (${numberWords(String(percent))} % der Karten bekommen diese Kampagne nie)`,
  otherVariant: (expected, side) =>
    side === undefined
      ? `diese Regel ist für Variante ${expected}, und nur Karten haben Varianten`
      : `Variante ${side}, diese Regel ist für ${expected}`,
  firedAlready: 'sie hat in diesem Vorgang schon gegriffen',
  excluded: (by, group) => `${by} hat zuerst gegriffen, und beides zusammen geht nicht (Gruppe ${group})`,
  outbid: ({ group, best, crowd, difference }, by, more) => {
    const where = group === undefined ? '; beide gibt es nicht in einem Einkauf' : ` (Gruppe ${group})`
    if (crowd !== undefined) return `${by} kam zuerst${where}: zu viele treffen zu, um die beste zu finden`
    if (best === 'first' || more === undefined) return `${by} kam vor ihr${where}`
    if (Number(difference) === 0) return `sie gibt so viel wie ${by}, die zuerst kommt${where}`
    if (best === 'merchant') return `sie gibt ${more} mehr als ${by}, und die kleinste zählt${where}`
    return `sie unterlag ${by} um ${more}${where}`
  },
  tooManyCodes: (max) =>
    max === 1 ? 'in einem Einkauf gilt nur ein Code' : `in einem Einkauf gelten höchstens ${max} Codes`,
  notChosen: (option) => `ihre Option „${option}“ wurde nicht gewählt`,
  tooManyChosen: (chosen, most) =>
    `${chosen} Optionen ihrer Gruppe wurden gewählt, erlaubt ${most === 1 ? 'ist' : 'sind'} höchstens ${most}`,
  throttled: ({ times, per, every, count }) => {
    const period = typeof every === 'object' ? ` in ${every.days} Tagen` : since[every]
    return `Grenze erreicht: ${count} von ${times}${period} ${whose[per]}`
  },
  uncounted: {
    card: 'sie braucht eine Karte, denn sie hat eine Grenze je Karte',
    child: 'sie braucht eine Kinderkarte, denn sie hat eine Grenze je Kinderkarte',
    customer: 'sie braucht eine Karte, denn sie hat eine Grenze je Person',
    email: 'sie braucht die E-Mail-Adresse des Kunden, denn sie hat eine Grenze je E-Mail-Adresse',
    phone: 'sie braucht die Telefonnummer des Kunden, denn sie hat eine Grenze je Telefonnummer',
    device: 'sie braucht einen Aufruf, der das Gerät nennt, denn sie hat eine Grenze je Gerät',
    employee: 'sie braucht einen Aufruf, der den Mitarbeiter nennt, denn sie hat eine Grenze je Mitarbeiter',
  },
  barred: {
    card: 'niemand bekommt etwas dafür: der Code ist vom Kunden selbst',
    customer: 'niemand bekommt etwas dafür: beide haben denselben Namen und Geburtstag',
    email: 'niemand bekommt etwas dafür: beide haben dieselbe E-Mail-Adresse',
    phone: 'niemand bekommt etwas dafür: beide haben dieselbe Telefonnummer',
    device: 'niemand bekommt etwas dafür: beide haben mit demselben Gerät gekauft',
    noCard: 'niemand bekommt etwas dafür: der Einkauf hat keine Karte',
    unknownCustomer: 'niemand bekommt etwas dafür: vom Kunden ist nichts bekannt, was sich vergleichen ließe',
    unknownReferrer:
      'niemand bekommt etwas dafür: vom Kunden und von dem, der ihn geworben hat, ist nichts bekannt, was sich vergleichen ließe',
    notFirst: 'niemand bekommt etwas dafür: der Kunde hatte schon gekauft oder wurde schon geworben',
    perMonth:
      'niemand bekommt etwas dafür: wer ihn geworben hat, hat in diesem Monat schon so viele geworben wie erlaubt',
  },
  nothingToDiscount: (why) => `ihre Bedingungen treffen zu, aber es gab nichts abzuziehen: ${why}`,
  nothingToAdd: (why) => `ihre Bedingungen treffen zu, aber es konnte nichts hinzukommen: ${why}`,
  notApplied: (why, product) => [why, product].join(' ').trimEnd(),
  tooMuchWork: (limit, steps) =>
    `der Vorgang wurde abgelehnt: seine Regeln dürfen ${numberWords(String(limit))} Schritte brauchen, und diese brauchte ${numberWords(String(steps))}, die meisten von allen`,
  overBudget: (silent) => {
    const { of, amount, every, spent, asked } = silent
    const period = typeof every === 'object' ? ` in ${every.days} Tagen` : each[every]
    const which = `${of === 'rule' ? 'ihr Budget' : 'das Budget ihrer Kampagne'} (${worth(amount, silent)}${period})`
    if (asked === undefined) return `${which} ist aufgebraucht: bisher ${worth(spent, silent)}`
    return `${which} reicht nicht mehr (bisher ${worth(spent, silent)}): sie würde ${worth(asked, silent)} geben, ganz oder gar nicht, weil sie auch einlöst oder ein Produkt dazugibt`
  },
  nothingToConvert: (why, has) =>
    `ihre Bedingungen treffen zu, aber es gab nichts umzutauschen: ${why}${has === undefined ? '' : ` (zum Umtauschen vorhanden: ${has})`}`,
  short: (asked, available) => `sie würde ${asked} einlösen, aber die Karte hat ${available}`,
}

/** Discounts are counted in a currency alone, balances by their value type. */
function worth(amount: string, { unit }: Extract<Silent, { kind: 'overBudget' }>): string {
  return /^[A-Z]{3}$/.test(unit) ? priceWords(amount, unit) : amounts.balance(amount, unit)
}

const whose: Readonly<Record<Throttled['per'], string>> = {
  card: 'für diese Karte',
  child: 'für diese Kinderkarte',
  customer: 'für alle Karten dieses Kunden',
  email: 'für diese E-Mail-Adresse',
  phone: 'für diese Telefonnummer',
  device: 'für dieses Gerät',
  employee: 'für diesen Mitarbeiter',
  location: 'an diesem Standort',
  terminal: 'an dieser Kasse',
  code: 'für diesen Code',
  brand: 'in der ganzen Marke',
}

type Every = Extract<Throttled['every'], string>

const since: Readonly<Record<Every, string>> = {
  ever: '',
  day: ' heute',
  week: ' in dieser Woche',
  month: ' in diesem Monat',
  year: ' in diesem Jahr',
}

const each: Readonly<Record<Every, string>> = {
  ever: '',
  day: ' am Tag',
  week: ' pro Woche',
  month: ' im Monat',
  year: ' im Jahr',
}

const zoneWords = (timeZone: string) => timeZone.replaceAll('_', ' ')

function windowWords(window: ToldWindow | undefined): string {
  if (!window) return 'an ihren Tagen und zu ihren Zeiten'
  const { days, from, to } = window
  const named = days.length === 7 ? '' : orList(days.map((day) => valueWords('request.dayOfWeek', day)))
  const hours = from === '00:00' && to === '24:00' ? '' : `von ${from} bis ${to} Uhr`
  return [named, hours].filter((part) => part !== '').join(' ')
}
