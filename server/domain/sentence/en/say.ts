import type { EnglishSay, Teller } from '../../brand/facts/say.ts'
import { unit } from './balances.ts'
import {
  andList,
  counted,
  forEach,
  isDayWords,
  isWords,
  ordinal,
  orList,
  perMoney,
  quantity,
  quoted,
  quotedIn,
  shortOrdinal,
  who,
  whose,
  withinWords,
} from './phrasing.ts'
import { productWords } from './products.ts'
import { hourWords, weekdayWords } from './times.ts'

/** What facts are said with in English. */
export const english = (t: Teller): EnglishSay => ({
  ...t,
  andList,
  orList,
  quoted,
  quotedIn,
  quantity,
  is: isWords,
  isDay: isDayWords,
  amountsTo: (asked) => isWords(asked),
  isKnown: (asked, question) => `it ${isWords(asked)} ${question}`,
  who,
  own: (about, noun) => `${whose(about)} ${noun}`,
  within: (within) => withinWords(within, t),
  forEach: (per, one, many) => forEach(per, one, many, t),
  perMoney: (per, on) => perMoney(per, on, t),
  unit: (valueType, isOne) => unit(valueType, isOne, t),
  products: (where) => productWords(where, t),
  weekdays: weekdayWords,
  hours: hourWords,
  ordinal,
  shortOrdinal,
  counted: (count, one, many) => counted(count, one, many, t),
})
