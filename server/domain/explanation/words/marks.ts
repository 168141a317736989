import type { Comparison } from '../../brand/rules/conditions.ts'
import type { ExplainedNoun, Names } from './names.ts'
import type { FactMark, Sign } from './phrases.ts'
import type { CustomerField, MarkFact } from './words.ts'

/** Facts whose values are ids of things that have names. */
const nouns: { readonly [F in MarkFact]?: ExplainedNoun } = {
  'location.id': 'location',
  'location.group': 'group',
  'program.id': 'program',
  'card.setId': 'cardSet',
  segment: 'segment',
}

export function markOf({ fact, key, name }: Comparison, names: Names): FactMark {
  const { marks } = names.words
  const show = (value: string) => marks.value(fact, value)
  if (isKeyOf(marks.named, fact)) {
    const noun = nouns[fact]
    if (noun) return { ...marks.named[fact], show: (value) => names.of(noun, value) }
    return { ...marks.named[fact], show: fact === 'card.number' ? lastDigits : show }
  }
  const noun = fact === 'keyValue' ? marks.keyValue(key) : fieldNoun(fact, name, names)
  return { ...marks.is(noun), show }
}

/** What is printed may be passed on. */
const lastDigits = (number: string) => `…${number.slice(-4)}`

/** `customer.firstName` is `the customer's first name`. */
function fieldNoun(fact: string, name: string | undefined, { words: { marks } }: Names): string {
  if (fact === 'demographic') return marks.ownField(name)
  if (fact === 'order') return marks.ofSale(name)
  const field = fact.replace(/^customer\./, '')
  return isKeyOf<CustomerField>(marks.customer, field) ? marks.customer[field] : fact.replaceAll('.', ' ')
}

/** Undefined for facts that are not true or false. */
export function signOf({ fact, set, tag, channel = '', list }: Comparison, names: Names): Sign | undefined {
  const { presented, consent, signs } = names.words.marks
  if (fact === 'coupon' || fact === 'code')
    return presented(fact, set === undefined ? undefined : names.of('couponSet', set), tag)
  if (fact === 'optIn') return consent(channel, list === undefined ? undefined : names.of('list', list))
  return isKeyOf(signs, fact) ? signs[fact] : undefined
}

export function isKeyOf<K extends string>(table: Readonly<Record<K, unknown>>, key: string): key is K {
  return Object.hasOwn(table, key)
}
