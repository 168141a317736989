import { type Document, isMap, isScalar, isSeq, type Scalar, visit, type YAMLMap } from 'yaml'
import type { FileData } from '../../../domain/brand/edits.ts'
import { languagesIn, listIn, type Raw, rawIn, spokenIn, textIn } from '../../../domain/brand/facts/draft.ts'
import { displayIn } from '../../../domain/brand/value-names.ts'
import type { Assumption, ReplacedNoun } from './assumption.ts'

/**
 * Recipes are written for the demo brand. Its points, levels and products become those of this brand: somebody who begins
 * with a recipe is to choose among their own things, not to find out what "BUN" was.
 */
export function replaceNames(document: Document, file: FileData): readonly Assumption[] {
  return [...replaceValueTypes(document, file), ...replaceLevels(document, file), ...replaceProducts(document, file)]
}

const campaignsIn = (document: Document) => {
  const campaigns = document.get('campaigns')
  return isSeq(campaigns) ? campaigns : undefined
}

function replaceValueTypes(document: Document, file: FileData): readonly Assumption[] {
  const own = listIn(file.programs).flatMap((program) => listIn(rawIn(program).valueTypes).map(rawIn))
  const { currency } = rawIn(file.brand)
  const found = new Map<string, Assumption>()
  const earned = own.find(({ balanceType }) => balanceType === 'Points' || balanceType === 'Custom')
  const needsPoints = earned !== undefined && !own.some(({ balanceType }) => balanceType === 'Points')
  const [campaigns] = [campaignsIn(document)]
  if (!campaigns || own.length === 0) return []
  visit(campaigns, {
    Map(_key, map) {
      const [type, code] = [map.get('balanceType'), map.get('balanceCode')]
      if (type === 'Currency' && textIn(currency) !== undefined && code !== currency) map.set('balanceCode', currency)
      if (type !== 'Points' || !needsPoints) return
      map.set('balanceType', earned.balanceType)
      map.set('balanceCode', earned.balanceCode)
      const to = displayIn(earned.display, languagesIn(file))?.other ?? String(earned.balanceCode)
      found.set('Points', { kind: 'replaced', noun: 'valueType', from: 'Points', to })
    },
  })
  return [...found.values()]
}

/** The highest level for gold, the first one for silver. */
function replaceLevels(document: Document, file: FileData): readonly Assumption[] {
  const levels = listIn(file.programs).flatMap((program) => listIn(rawIn(rawIn(program).tiers).levels).map(rawIn))
  const campaigns = campaignsIn(document)
  if (!campaigns || levels.length === 0) return []
  const known = new Set(levels.map(({ id }) => id))
  const replacements = new Map<string, Assumption>()
  const replace = (map: YAMLMap, key: string) => {
    const id = map.get(key)
    if (typeof id !== 'string' || known.has(id)) return
    const level = rawIn(id === 'silver' ? levels[0] : levels.at(-1))
    map.set(key, level.id)
    replacements.set(id, {
      kind: 'replaced',
      noun: 'level',
      from: capital(id),
      to: nameOf({ ...level, name: spokenIn(level.name, languagesIn(file)) }, 'id'),
    })
  }
  visit(campaigns, {
    Map(_key, map) {
      if (map.get('fact') === 'tier') replace(map, 'value')
      if (map.has('level')) replace(map, 'level')
    },
  })
  return [...replacements.values()]
}

const nouns: Readonly<Record<string, ReplacedNoun>> = { sku: 'product', category: 'category', parent: 'parent' }

function replaceProducts(document: Document, file: FileData): readonly Assumption[] {
  const campaigns = campaignsIn(document)
  if (!campaigns) return []
  const products = listIn(file.products).map(rawIn)
  const pools: Readonly<Record<string, readonly Choice[]>> = {
    sku: products.map((product) => ({ id: String(product.sku), name: nameOf(product, 'sku') })),
    category: distinct(products.flatMap(({ categories }) => listIn(categories))),
    parent: distinct(products.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))),
  }
  const known = new Set(Object.entries(pools).flatMap(([key, pool]) => pool.map(({ id }) => `${key} ${id}`)))
  const chosen = new Map<string, Assumption & { readonly id?: string }>()
  const replace = (key: string, scalar: Scalar, isExcept: boolean) => {
    const [name, noun] = [String(scalar.value), nouns[key]]
    if (noun === undefined || known.has(`${key} ${name}`)) return
    const used = new Set([...chosen.values()].map((one) => one.id))
    const choice = chosen.get(`${key} ${name}`) ?? choose(name, noun, { pool: pools[key] ?? [], used, isExcept })
    chosen.set(`${key} ${name}`, choice)
    if (choice.id !== undefined) scalar.value = choice.id
  }
  visit(campaigns, {
    Pair(_key, { key, value }, path) {
      if (!isScalar(key) || typeof key.value !== 'string' || !Object.hasOwn(nouns, key.value) || !isSeq(value)) return
      const isExcept = path.some((node) => isMap(node) && node.has('except')) || isBlocked(path)
      for (const item of value.items) if (isScalar(item)) replace(key.value, item, isExcept)
    },
  })
  return [...chosen.values()].map(({ id: _, ...assumption }) => assumption)
}

/** A rule that refuses a sale is about something in particular, as an exception is: no other product can stand for it. */
const isBlocked = (path: readonly unknown[]) =>
  path.some((node) => isMap(node) && node.has('trigger') && String(node.get('then')).includes('block'))

interface Choice {
  readonly id: string
  readonly name: string
}

interface ProductPool {
  readonly pool: readonly Choice[]
  readonly used: ReadonlySet<string | undefined>
  readonly isExcept: boolean
}

/** One of the brand's own that sounds alike, or else the next one that nothing else stands for. */
function choose(
  name: string,
  noun: ReplacedNoun,
  { pool, used, isExcept }: ProductPool,
): Assumption & { readonly id?: string } {
  const word = name.split(/[-_ ]/)[0]?.toLowerCase() ?? ''
  const alike = pool.find((one) => one.id.toLowerCase().includes(word) || one.name.toLowerCase().includes(word))
  const next = isExcept ? undefined : (pool.find((one) => !used.has(one.id)) ?? pool[0])
  const choice = alike ?? next
  const from = demoNames[name] ?? capital(name.replaceAll('-', ' '))
  return choice
    ? { kind: 'replaced', noun, from, to: choice.name, id: choice.id }
    : { kind: 'unknown', noun, name: from }
}

/** What the demo brand calls what its recipes name. */
const demoNames: Readonly<Record<string, string>> = {
  ESP: 'Espresso',
  LAT: 'Latte',
  TEA: 'Tea',
  BUN: 'Cinnamon bun',
  SND: 'Sandwich',
  MUG: 'Harbor mug',
  COFFEE: 'Coffee',
}

const distinct = (values: readonly unknown[]): readonly Choice[] =>
  [...new Set(values.map(String))].map((id) => ({ id, name: id }))
const nameOf = (row: Raw, key: string) => textIn(row.name) ?? String(row[key])
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
