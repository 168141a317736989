import { gap } from '../../brand/facts/draft.ts'
import type { AmountPhrases, BalancePhrases, CountPhrases, LimitPhrases } from '../grammar/phrases.ts'

export const counts: CountPhrases = {
  times: ['once', 'twice'],
  manyTimes: (count) => `${count} times`,
  calendar: { day: ' today', week: ' this week', month: ' this month', year: ' this year' },
  lastHours: ' in the last 24 hours',
  lastDays: (days) => ` in the last ${days} days`,
  unknownTime: ` in ${gap}`,
  each: (one) => `for each ${one}`,
  every: (many) => `for every ${many}`,
  perUnit: (currency) => `per ${currency}`,
  currencies: {
    USD: 'dollar',
    CAD: 'dollar',
    AUD: 'dollar',
    NZD: 'dollar',
    SGD: 'dollar',
    EUR: 'euro',
    GBP: 'pound',
    CHF: 'franc',
    SEK: 'krona',
    NOK: 'krone',
    DKK: 'krone',
    PLN: 'zloty',
    JPY: 'yen',
    INR: 'rupee',
  },
}

export const balances: BalancePhrases = {
  points: ['point', 'points'],
  punches: (subtrack, isOne) => `${subtrack === undefined ? '' : `${subtrack} `}${isOne ? 'punch' : 'punches'}`,
  credit: (money) => `${money} credit`,
}

export const amounts: AmountPhrases = {
  forEvery: `for every ${gap}`,
  share: (percent, each) => `${percent} % of ${each.replace(/^(per \S+|for every \S+)/, 'the amount')}`,
  fractions: 'fractions count too',
  least: (terms) => `the least of (${terms.join('; ')})`,
  greatest: (terms) => `the greatest of (${terms.join('; ')})`,
  atLeast: (amount) => `at least ${amount}`,
  atMostAtATime: (amount) => `at most ${amount} at a time`,
  roundedUp: 'rounded up',
  roundedToNearest: 'rounded to the nearest',
}

export const limits: LimitPhrases = {
  periods: { day: ' a day', week: ' a week', month: ' a month', year: ' a year' },
  unknownPeriod: ` in ${gap}`,
  inDays: (days, isOneDay, isOnce) => ` ${isOnce ? 'every' : 'in'} ${days} ${isOneDay ? 'day' : 'days'}`,
  inAll: ' in all',
  atMost: (what) => `at most ${what}`,
  discounts: (money) => `${money} of discounts`,
  heldOut: (percent) => `${percent} % of customers never get it, as a control group`,
  split: (variants, areSomeHeldOut) =>
    `${areSomeHeldOut ? 'the others' : 'customers'} are split into variants: ${variants}`,
}
