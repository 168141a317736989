import { factNamed, isFactName } from '../../brand/facts/all.ts'
import { gap, isRaw, listIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import { unit } from './balances.ts'
import { withinWords } from './counts.ts'
import { productWords } from './products.ts'
import type { Voice } from './voice.ts'

const signs: Readonly<Record<string, string>> = { sum: ' + ', product: ' × ' }

/** An amount of several facts, rather than a rate of one. */
export const isReckoned = (amount: Raw): boolean => isRaw(amount.of)

/** `(amount spent on certain products (drinks) + shipping) × 0.05 − 2`. */
export function formulaWords(amount: Raw, voice: Voice): string {
  const of = isRaw(amount.of) ? amount.of : {}
  const [way = 'sum'] = Object.keys(of)
  const given = listIn(of[way])
  const terms = given.length === 0 ? [gap] : given.map((term) => termWords(term, voice))
  const after = (sign: string, value: unknown) => (value === undefined ? '' : ` ${sign} ${numberWords(value, voice)}`)
  const further = `${after('×', amount.times)}${after('+', amount.plus)}${after('−', amount.minus)}`
  const { least, greatest } = voice.words.amounts
  if (way === 'least' || way === 'greatest') return `${(way === 'least' ? least : greatest)(terms)}${further}`
  const whole = terms.join(signs[way] ?? ' + ')
  return terms.length > 1 && further !== '' ? `(${whole})${further}` : `${whole}${further}`
}

/** By currency where it is given so. */
const numberWords = (value: unknown, voice: Voice) => (isRaw(value) ? voice.money(value) : voice.number(value))

/** What a fact is called in forms, and what it is asked for with. */
function termWords(term: unknown, voice: Voice): string {
  if (!isRaw(term) || !Object.hasOwn(term, 'fact')) return numberWords(term, voice)
  const name = textIn(term.fact)
  if (name === undefined || !isFactName(name)) return gap
  const { name: called } = factNamed(name)[voice.language]
  const noun = voice.language === 'en' ? `${called.charAt(0).toLowerCase()}${called.slice(1)}` : called
  const details = [...detailsOf(term, name, voice)]
  return details.length === 0 ? noun : `${noun} (${details.join(', ')})`
}

function* detailsOf(term: Raw, name: string, voice: Voice): Generator<string> {
  if (name.startsWith('products.') || term.where !== undefined)
    yield productWords(term.where, voice.words.products, voice).all
  if (term.balanceType !== undefined) yield unit(term, false, voice)
  for (const key of ['key', 'name', 'type', 'categoryId', 'rule']) {
    const text = textIn(term[key])
    if (text !== undefined) yield voice.words.lists.quoted(text)
  }
  const within = withinWords(term.within, voice)
  if (within !== '') yield within.trim()
}
