import { isOne, isOther } from './asked.ts'
import type { FactSay, FactSpeech } from './say.ts'

/** Forms of words that many facts have, in any language. */
type Form = FactSpeech<FactSay>

export const yesOrNo = (yes: string, no: string): Form => ({ clause: ({ isWanted }) => (isWanted ? yes : no) })

/** Of the customer: `is a member`, `is not a member`. */
export const flag = (yes: string, no: string): Form => ({
  clause: ({ isWanted }, say, about) => `${say.who(about)} ${isWanted ? yes : no}`,
})

/** Of the customer, kept as a letter. `ask` asks for it: `whether`, `ob`. */
export const letter = (wanted: string, yes: string, no: string, ask: string): Form => ({
  clause: (asked, say, about) => {
    if (!isOne(asked) && !isOther(asked)) return say.isKnown(asked, `${ask} ${say.who(about)} ${yes}`)
    const isYes = asked.given.length === 1 && (asked.given[0] === wanted) === isOne(asked)
    return `${say.who(about)} ${isYes ? yes : no}`
  },
})

export const number = (subject: string, one: string, many: string): Form => ({
  clause: (asked, say) => `${subject} ${say.amountsTo(asked)}`,
  each: (per, say) => say.forEach(per, one, many),
})

export const money = (subject: string, on: string): Form => ({
  clause: (asked, say) => `${subject} ${say.amountsTo(asked)}`,
  each: (per, say) => say.perMoney(per, on),
})

/** Of the customer: `the customer's city is Hamburg`, `der Ort des Kunden Hamburg ist`. */
export const field = (noun: string, article?: string): Form => ({
  clause: (asked, say, about) => `${say.own(about, noun, article)} ${say.is(asked)}`,
})

export const dayField = (noun: string, article?: string): Form => ({
  clause: (asked, say, about) => `${say.own(about, noun, article)} ${say.isDay(asked)}`,
})

export const numberField = (noun: string, [one, many]: readonly [string, string], article?: string): Form => ({
  clause: (asked, say, about) => `${say.own(about, noun, article)} ${say.amountsTo(asked)}`,
  each: (per, say) => say.forEach(per, one, many),
})

/** A German figure whose name says already that it is the customer's. */
export const figure = (noun: string, [one, many]: readonly [string, string], article: string): Form => ({
  clause: (asked, say, about) =>
    `${about === 'customer' ? `${article} ${noun}` : say.own(about, noun)} ${say.amountsTo(asked)}`,
  each: (per, say) => say.forEach(per, one, many),
})
