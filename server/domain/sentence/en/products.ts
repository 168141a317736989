import { gap, isRaw, type Raw, severalIn } from '../../brand/facts/draft.ts'
import type { ProductWords, Teller } from '../../brand/facts/say.ts'
import { andList, orList, quoted } from './phrasing.ts'

/** The products that a filter selects; all of them without one. */
export function productWords(where: unknown, t: Teller): ProductWords {
  if (where === undefined) return { ...items('', 'anything', 'everything'), isSingle: false }
  const filter = isRaw(where) ? where : {}
  const main = mainWords(filter, t)
  const detail = detailWords(filter, t)
  return {
    some: `${main.some}${detail}`,
    all: `${main.all}${detail}`,
    each: `${main.each}${detail}`,
    count: (count) => `${main.count(count)}${detail}`,
    isSingle: main.isSingle,
  }
}

function mainWords(filter: Raw, t: Teller): ProductWords {
  const skus = severalIn(filter.sku).map((sku) => t.called('product', sku))
  const categories = severalIn(filter.category).map((name) => t.called('category', name))
  const parents = severalIn(filter.parent).map((name) => parentName(name, t))
  const isWithin = skus.length > 0 && categories.length + parents.length > 0
  const more = isWithin ? ` (only from ${orList([...categories, ...parents].map(quoted))})` : ''
  if (skus.length > 0) {
    const name = `${orList(skus)}${more}`
    return {
      some: name,
      all: `${andList(skus)}${more}`,
      each: name,
      count: (count) => `${count} ${name}`,
      isSingle: skus.length === 1,
    }
  }
  if (categories.length > 0 && parents.length === 0 && categories.every(isPlural)) return plural(categories)
  if (categories.length + parents.length > 0) {
    const from = [categories, parents].filter((names) => names.length > 0).map((names) => orList(names.map(quoted)))
    return { ...items(` from ${from.join(' and at the same time ')}`, 'something', 'everything'), isSingle: false }
  }
  return { ...items('', 'something', 'everything'), isSingle: false }
}

function items(which: string, some: string, all: string): Omit<ProductWords, 'isSingle'> {
  return {
    some: `${some}${which}`,
    all: `${all}${which}`,
    each: `item${which}`,
    count: (count) => `${count} ${count === '1' ? 'item' : 'items'}${which}`,
  }
}

function plural(names: readonly string[]): ProductWords {
  const all = andList(names)
  const either = orList(names)
  return {
    some: either,
    all,
    each: `of the ${all}`,
    count: (count) => (count === '1' ? `one of the ${all}` : `${count} ${either}`),
    isSingle: false,
  }
}

/** `drinks` and `gift cards` can be bought; `bakery` is where something is from. */
const isPlural = (name: string) => /[a-z]s$/.test(name) && !/(ss|us|is)$/.test(name)

/** A parent is a product of the catalogue, or only a name. */
const parentName = (id: unknown, t: Teller) => {
  const product = typeof id === 'string' ? t.nameOf('product', id) : undefined
  return product ?? t.called('parent', id)
}

function detailWords(filter: Raw, t: Teller): string {
  const { minUnitPrice: from, maxUnitPrice: to } = filter
  const prices = [
    from !== undefined && to !== undefined ? ` costing ${t.money(from)} to ${t.money(to)} each` : '',
    from !== undefined && to === undefined ? ` costing at least ${t.money(from)} each` : '',
    from === undefined && to !== undefined ? ` costing at most ${t.money(to)} each` : '',
  ]
  return `${prices.join('')}${exceptWords(filter.except, t)}`
}

function exceptWords(except: unknown, t: Teller): string {
  if (except === undefined || except === null) return ''
  if (!isRaw(except)) return ` except ${gap}`
  const skus = severalIn(except.sku).map((sku) => t.called('product', sku))
  const categories = severalIn(except.category).map((name) => t.called('category', name))
  const parents = severalIn(except.parent).map((name) => parentName(name, t))
  // Whoever is excepted must match all keys, so several keys are told as one.
  const named = [skus, categories.map((name) => (isPlural(name) ? name : quoted(name))), parents.map(quoted)]
  const parts = named.filter((names) => names.length > 0).map((names) => andList(names))
  return ` except ${parts.length === 0 ? gap : parts.join(' in ')}`
}
