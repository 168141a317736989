import type { FactSay } from '../../brand/facts/say.ts'
import { unit } from './balances.ts'
import { isDayWords, isWords, quantity } from './comparisons.ts'
import { forEach, perMoney, withinWords } from './counts.ts'
import { hourWords, weekdayWords } from './times.ts'
import type { Voice } from './voice.ts'

/** What a fact is said with in every language; the rest of it each language has by itself. */
type CommonSay = Omit<FactSay, 'amountsTo' | 'isKnown' | 'own' | 'products'>

export function commonSay(voice: Voice): CommonSay {
  const { words, spoken: _, ...teller } = voice
  return {
    ...teller,
    ...words.lists,
    quantity: (asked) => quantity(asked, voice),
    is: (asked, manner) => isWords(asked, voice, manner),
    isDay: (asked) => isDayWords(asked, voice),
    who: (about) => words.clauses.who[about],
    within: (within) => withinWords(within, voice),
    forEach: (per, one, many) => forEach(per, one, many, voice),
    perMoney: (per, on) => perMoney(per, on, voice),
    unit: (valueType, isOne) => unit(valueType, isOne, voice),
    weekdays: (days) => weekdayWords(days, voice),
    hours: (op, given) => hourWords(op, given, voice),
  }
}
