import { gap, isRaw, type Raw, severalIn } from '../../brand/facts/draft.ts'
import type { GermanProductWords, Teller } from '../../brand/facts/say.ts'
import { andList, orList, quoted } from './phrasing.ts'

/** The products that a filter selects; all of them without one. */
export function productWords(where: unknown, t: Teller): GermanProductWords {
  const filter = isRaw(where) ? where : {}
  const main = mainWords(filter, t)
  const detail = detailWords(filter, t)
  return {
    some: `${main.some}${detail}`,
    all: `${main.all}${detail}`,
    each: `${main.each}${detail}`,
    count: (count) => `${main.count(count)}${detail}`,
    things: `${main.things}${detail}`,
    dative: `${main.dative}${detail}`,
    genitive: `${main.genitive}${detail}`,
    isSingle: main.isSingle,
  }
}

function mainWords(filter: Raw, t: Teller): GermanProductWords {
  const skus = severalIn(filter.sku).map((sku) => t.called('product', sku))
  const categories = severalIn(filter.category).map((name) => t.called('category', name))
  const parents = severalIn(filter.parent).map((name) => parentName(name, t))
  const from = [categories, parents].filter((names) => names.length > 0).map((names) => orList(names.map(quoted)))
  const which = from.length === 0 ? '' : ` aus ${from.join(' und zugleich ')}`
  if (skus.length > 0) {
    const only = which === '' ? '' : ` (nur${which})`
    const name = `${orList(skus)}${only}`
    return {
      some: name,
      all: `${andList(skus)}${only}`,
      each: name,
      count: (count) => `${count} ${name}`,
      things: `${andList(skus)}${only}`,
      dative: `${andList(skus)}${only}`,
      genitive: `von ${andList(skus)}${only}`,
      isSingle: skus.length === 1,
    }
  }
  return {
    some: `etwas${which}`,
    all: `alles${which}`,
    each: `Artikel${which}`,
    count: (count) => `${count} Artikel${which}`,
    things: `Artikel${which}`,
    dative: `Artikeln${which}`,
    genitive: `der Artikel${which}`,
    isSingle: false,
  }
}

/** A parent is a product of the catalogue, or only a name. */
const parentName = (id: unknown, t: Teller) => {
  const product = typeof id === 'string' ? t.nameOf('product', id) : undefined
  return product ?? t.called('parent', id)
}

function detailWords(filter: Raw, t: Teller): string {
  const { minUnitPrice: from, maxUnitPrice: to } = filter
  const prices = [
    from !== undefined && to !== undefined ? ` für je ${t.money(from)} bis ${t.money(to)}` : '',
    from !== undefined && to === undefined ? ` ab ${t.money(from)} je Stück` : '',
    from === undefined && to !== undefined ? ` bis ${t.money(to)} je Stück` : '',
  ]
  return `${prices.join('')}${exceptWords(filter.except, t)}`
}

function exceptWords(except: unknown, t: Teller): string {
  if (except === undefined || except === null) return ''
  if (!isRaw(except)) return ` außer ${gap}`
  const skus = severalIn(except.sku).map((sku) => t.called('product', sku))
  const categories = severalIn(except.category).map((name) => quoted(t.called('category', name)))
  const parents = severalIn(except.parent).map((name) => quoted(parentName(name, t)))
  // Whoever is excepted must match all keys, so several keys are told as one.
  const parts = [skus, categories, parents].filter((names) => names.length > 0).map((names) => andList(names))
  return ` außer ${parts.length === 0 ? gap : parts.join(' in ')}`
}
