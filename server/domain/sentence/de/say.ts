import type { GermanSay, Teller } from '../../brand/facts/say.ts'
import { unit } from './balances.ts'
import {
  andList,
  forEach,
  inflected,
  isDayWords,
  isWords,
  orList,
  own,
  perMoney,
  quantity,
  quoted,
  quotedIn,
  timesWords,
  who,
  withinWords,
} from './phrasing.ts'
import { productWords } from './products.ts'
import { hourWords, weekdayWords } from './times.ts'

/** What facts are said with in German. Clauses end with their verbs. */
export const german = (t: Teller): GermanSay => ({
  ...t,
  andList,
  orList,
  quoted,
  quotedIn,
  quantity,
  is: isWords,
  isDay: isDayWords,
  amountsTo: (asked) => isWords(asked, { verb: 'beträgt' }),
  isKnown: (asked, question) => `${isWords(asked)}, ${question}`,
  who,
  own: (about, noun, article = '') => own(about, article, noun),
  within: (within) => withinWords(within, t),
  forEach: (per, one, many) => forEach(per, one, many, t),
  perMoney: (per, on) => perMoney(per, on, t),
  unit: (valueType, isOne) => unit(valueType, isOne, t),
  products: (where) => productWords(where, t),
  weekdays: weekdayWords,
  hours: hourWords,
  inflected,
  times: (count) => timesWords(count, t),
})
