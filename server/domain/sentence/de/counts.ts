import { gap } from '../../brand/facts/draft.ts'
import type { AmountPhrases, BalancePhrases, CountPhrases, LimitPhrases } from '../grammar/phrases.ts'

export const counts: CountPhrases = {
  times: ['einmal', 'zweimal', 'dreimal'],
  manyTimes: (count) => `${count}-mal`,
  calendar: { day: ' heute', week: ' in dieser Woche', month: ' in diesem Monat', year: ' in diesem Jahr' },
  lastHours: ' in den letzten 24 Stunden',
  lastDays: (days) => ` in den letzten ${days} Tagen`,
  unknownTime: ` in ${gap}`,
  each: (one) => `je ${one}`,
  every: (many) => `für je ${many}`,
  perUnit: (currency) => `pro ${currency}`,
  currencies: {
    USD: 'Dollar',
    CAD: 'Dollar',
    AUD: 'Dollar',
    NZD: 'Dollar',
    SGD: 'Dollar',
    EUR: 'Euro',
    GBP: 'Pfund',
    CHF: 'Franken',
    SEK: 'Krone',
    NOK: 'Krone',
    DKK: 'Krone',
    PLN: 'Zloty',
    JPY: 'Yen',
    INR: 'Rupie',
  },
}

export const balances: BalancePhrases = {
  points: ['Punkt', 'Punkte'],
  punches: (subtrack) => {
    if (subtrack === undefined) return 'Stempel'
    return /\s/.test(subtrack) ? `Stempel für ${subtrack}` : `${subtrack}-Stempel`
  },
  credit: (money) => `${money} Guthaben`,
}

export const amounts: AmountPhrases = {
  forEvery: `für je ${gap}`,
  share: (percent, each) => `${percent} % ${each.replace(/^(pro \S+|für je \S+( \S+)?)/, 'vom Betrag')}`,
  fractions: 'auch Bruchteile zählen',
  least: (terms) => `das Kleinste von (${terms.join('; ')})`,
  greatest: (terms) => `das Größte von (${terms.join('; ')})`,
  atLeast: (amount) => `mindestens ${amount}`,
  atMostAtATime: (amount) => `höchstens ${amount} auf einmal`,
  roundedUp: 'aufgerundet',
  roundedToNearest: 'kaufmännisch gerundet',
}

export const limits: LimitPhrases = {
  periods: { day: ' am Tag', week: ' pro Woche', month: ' im Monat', year: ' im Jahr' },
  unknownPeriod: ` in ${gap}`,
  inDays: (days, isOneDay) => ` in ${days} ${isOneDay ? 'Tag' : 'Tagen'}`,
  inAll: ' insgesamt',
  atMost: (what) => `höchstens ${what}`,
  discounts: (money) => `${money} Rabatt`,
  heldOut: (percent) => `${percent} % der Kunden bekommen sie nie (Kontrollgruppe)`,
  split: (variants, areSomeHeldOut) =>
    `${areSomeHeldOut ? 'die übrigen' : 'die Kunden'} verteilen sich auf Varianten: ${variants}`,
}
