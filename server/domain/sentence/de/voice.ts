import type { GermanSay, Teller } from '../../brand/facts/say.ts'
import { isWords } from '../grammar/comparisons.ts'
import { timesWords } from '../grammar/counts.ts'
import { commonSay } from '../grammar/fact-say.ts'
import type { Phrases } from '../grammar/phrases.ts'
import { productWords } from '../grammar/products.ts'
import { spokenBy, type Voice } from '../grammar/voice.ts'
import { choices } from './choices.ts'
import { clauses, comparisons } from './clauses.ts'
import { amounts, balances, counts, limits } from './counts.ts'
import { lists } from './lists.ts'
import { inflected } from './ordinals.ts'
import { discounts, products } from './products.ts'
import { results } from './results.ts'
import { happenings, rules } from './rules.ts'
import { dates, recurrence, times } from './times.ts'

const words: Phrases = {
  lists,
  choices,
  comparisons,
  counts,
  balances,
  amounts,
  products,
  discounts,
  results,
  limits,
  times,
  dates,
  recurrence,
  happenings,
  rules,
  clauses,
}

export function german(t: Teller): Voice {
  const voice: Voice = { ...t, words, spoken: (fact) => spokenBy(fact.de, say) }
  const say: GermanSay = {
    ...commonSay(voice),
    amountsTo: (asked) => isWords(asked, voice, { verb: 'beträgt' }),
    isKnown: (asked, question) => `${isWords(asked, voice)}, ${question}`,
    own: (about, noun, article = '') => (about === 'customer' ? `${article} ${noun} des Kunden` : `wessen ${noun}`),
    products: (where) => productWords(where, products, voice),
    inflected,
    times: (count) => timesWords(count, voice),
  }
  return voice
}
