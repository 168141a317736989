import { gap, isRaw, type Raw, severalIn, spoken, textIn } from '../../brand/facts/draft.ts'
import type { ProductWords, Teller } from '../../brand/facts/say.ts'
import type { ProductPhrases } from './phrases.ts'
import type { Voice } from './voice.ts'

/** The products that a filter selects; all of them without one. */
export function productWords<W extends ProductWords>(where: unknown, p: ProductPhrases<W>, voice: Voice): W {
  const filter = isRaw(where) ? where : {}
  const { orList, quoted } = voice.words.lists
  const { skus, categories, parents } = namesIn(filter, voice)
  const detail = detailWords(filter, voice)
  const places = [categories, parents].filter((names) => names.length > 0).map((names) => orList(names.map(quoted)))
  const from = places.length === 0 ? '' : p.from(places)
  const within = from === '' ? '' : p.within(from)
  if (skus.length > 0) return p.named(skus, `${within}${detail}`)
  const plural = categories.length > 0 && parents.length === 0 ? p.plural(categories, detail) : undefined
  return plural ?? p.items(`${from}${detail}`, where === undefined)
}

const namesIn = ({ sku, category, parent }: Raw, t: Teller) => ({
  skus: severalIn(sku).map((one) => t.called('product', one)),
  categories: severalIn(category).map((one) => t.called('category', one)),
  parents: severalIn(parent).map((one) => parentName(one, t)),
})

/** A parent is a product of the catalogue, or only a name. */
const parentName = (id: unknown, t: Teller) => {
  const product = typeof id === 'string' ? t.nameOf('product', id) : undefined
  return product ?? t.called('parent', id)
}

function detailWords(filter: Raw, voice: Voice): string {
  return `${attributeWords(filter.attributes, voice).join(',')}${priceWords(filter, voice)}${exceptWords(filter.except, voice)}`
}

/** Each attribute that is asked for. */
function attributeWords(attributes: unknown, voice: Voice): readonly string[] {
  return isRaw(attributes) ? Object.entries(attributes).map(([name, test]) => attributeWord(name, test, voice)) : []
}

function attributeWord(id: string, test: unknown, { words, number }: Voice): string {
  const { attributes: p } = words.products
  const { orList, quoted } = words.lists
  const name = spoken(id)
  if (typeof test === 'boolean') return p.marked(name, test)
  if (!isRaw(test)) {
    const values = severalIn(test).map((one) => (typeof one === 'number' ? number(one) : quoted(textIn(one) ?? gap)))
    return p.is(name, values.length === 0 ? gap : orList(values))
  }
  const { min, max } = test
  if (min !== undefined && max !== undefined) return p.between(name, number(min), number(max))
  return min === undefined ? p.to(name, max === undefined ? gap : number(max)) : p.from(name, number(min))
}

function priceWords({ minUnitPrice: from, maxUnitPrice: to }: Raw, { words, money }: Voice): string {
  const { priceBetween, priceFrom, priceTo } = words.products
  if (from !== undefined && to !== undefined) return priceBetween(money(from), money(to))
  if (from !== undefined) return priceFrom(money(from))
  return to === undefined ? '' : priceTo(money(to))
}

function exceptWords(except: unknown, voice: Voice): string {
  const { products: p, lists } = voice.words
  if (except === undefined || except === null) return ''
  if (!isRaw(except)) return p.except(gap)
  const { skus, categories, parents } = namesIn(except, voice)
  // Whoever is excepted must match all keys, so several keys are told as one.
  const having = attributeWords(except.attributes, voice).map(p.attributes.those)
  const parts = [skus, categories.map(p.category), parents.map(lists.quoted), having].filter(
    (names) => names.length > 0,
  )
  return p.except(parts.length === 0 ? gap : parts.map(lists.andList).join(' in '))
}
