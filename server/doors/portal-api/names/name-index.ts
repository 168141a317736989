import { languagesIn, spokenIn } from '../../../domain/brand/facts/draft.ts'
import { valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import { displayIn } from '../../../domain/brand/value-names.ts'

/** What forms let somebody choose: everything that rules can name. */
export const namedNouns = [
  'product',
  'category',
  'parent',
  'location',
  'group',
  'terminal',
  'employee',
  'program',
  'cardSet',
  'tierLevel',
  'valueType',
  'subtrack',
  'couponSet',
  'codeSet',
  'segment',
  'template',
  'demographicField',
  'attribute',
  'orderAttribute',
  'eventType',
  'list',
  'campaign',
  'rule',
  'promotionGroup',
] as const
export type NamedNoun = (typeof namedNouns)[number]

/** Something of the brand, as people call it. */
export interface Named {
  readonly id: string
  readonly name: string
  /** What one of it is called, of value types. */
  readonly one?: string
  /** What tells it from others: the categories of a product, the channel of a template, the program of a level. */
  readonly about?: string
  /** What the values of an attribute are, and what they can be. */
  readonly type?: string
  readonly values?: readonly string[]
}

type Row = Readonly<Record<string, unknown>>
type File = Readonly<Record<string, unknown>>
export type NameIndex = Readonly<Record<NamedNoun, readonly Named[]>>

/** Everything that has a name in a brand file, by what it is. */
export function nameIndex(file: File): NameIndex {
  const languages = languagesIn(file)
  const inWords = (row: Row): Row => ({ ...row, name: spokenIn(row.name, languages) })
  const programs = rowsOf(file.programs)
  const locations = rowsOf(file.locations)
  const sets = rowsOf(file.couponSets)
  return {
    product: productNames(rowsOf(file.products)),
    category: distinct(rowsOf(file.products).flatMap(({ categories }) => textsOf(categories))),
    parent: distinct(rowsOf(file.products).flatMap(({ parent }) => textsOf([parent]))),
    location: named(locations, 'id'),
    group: named(rowsOf(file.groups), 'id'),
    terminal: within(locations, ({ terminals }) => textsOf(terminals).map((id) => ({ id, name: id }))),
    employee: within(locations, ({ employees }) => named(rowsOf(employees), 'id')),
    program: named(programs, 'id'),
    cardSet: within(programs, ({ cardSets }) => named(rowsOf(cardSets), 'id')),
    tierLevel: within(programs, ({ tiers }) => named(rowsOf(rowOf(tiers).levels).map(inWords), 'id')),
    valueType: byId(
      programs.flatMap(({ valueTypes }) => rowsOf(valueTypes).map((row) => valueTypeNamed(row, languages))),
    ),
    subtrack: distinct(
      programs.flatMap(({ valueTypes }) => rowsOf(valueTypes).flatMap(({ subtracks }) => textsOf(subtracks))),
    ),
    couponSet: named(
      sets.filter(({ codes }) => codes === undefined),
      'id',
    ),
    codeSet: named(
      sets.filter(({ codes }) => codes !== undefined),
      'id',
    ),
    segment: named(rowsOf(file.segments), 'id'),
    template: named(rowsOf(file.templates), 'id', ({ channel }) => channel),
    demographicField: named(rowsOf(file.demographicFields), 'name', ({ type }) => type),
    attribute: rowsOf(file.attributes).flatMap(attributeNamed),
    orderAttribute: rowsOf(file.orderAttributes).flatMap(attributeNamed),
    eventType: named(rowsOf(file.eventTypes), 'categoryId'),
    list: named(rowsOf(file.subscriptionLists), 'uuid', ({ channel }) => channel),
    campaign: named(rowsOf(file.campaigns), 'id'),
    rule: rowsOf(file.campaigns).flatMap(ruleNames),
    promotionGroup: named(rowsOf(rowOf(file.promotions).groups), 'id', ({ best }) => best),
  }
}

/** Those whose id, name or description has all words of the text in it; the ones that begin with it come first. */
export function searchNames(names: readonly Named[], text: string): readonly Named[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return names
  const [first = ''] = words
  const found = names.filter(({ id, name, about = '' }) => {
    const whole = `${id} ${name} ${about}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
  const isBeginning = ({ id, name }: Named) => [id, name].some((one) => one.toLowerCase().startsWith(first))
  return [...found.filter(isBeginning), ...found.filter((one) => !isBeginning(one))]
}

/** An attribute of lines or of sales, with its type and what it can be. */
function attributeNamed({ name, type, values }: Row): readonly Named[] {
  if (typeof name !== 'string' || typeof type !== 'string') return []
  const texts = textsOf(values)
  return [{ id: name, name, type, ...(texts.length > 0 && { values: texts, about: texts.join(', ') }) }]
}

function productNames(products: readonly Row[]): readonly Named[] {
  return named(products, 'sku', ({ categories }) => textsOf(categories).join(', '))
}

function ruleNames(campaign: Row): readonly Named[] {
  const called = nameIn(campaign, 'id')
  return named(rowsOf(campaign.rules), 'id').map(({ id, name }) => ({
    id: `${String(campaign.id)}/${id}`,
    name: name === called ? name : `${called}: ${name}`,
  }))
}

function valueTypeNamed(row: Row, languages: readonly string[]): Named {
  const { balanceType, balanceCode, display } = row
  const id = valueTypeName({
    balanceType: String(balanceType),
    ...(typeof balanceCode === 'string' && { balanceCode }),
  })
  const { one, other } = displayIn(display, languages) ?? {}
  return { id, name: other ?? String(balanceCode ?? balanceType), ...(one !== undefined && one !== other && { one }) }
}

function named(rows: readonly Row[], key: string, about?: (row: Row) => unknown): readonly Named[] {
  return rows.flatMap((row) => {
    const id = row[key]
    if (typeof id !== 'string') return []
    const more = about?.(row)
    return [{ id, name: nameIn(row, key), ...(typeof more === 'string' && more !== '' && { about: more }) }]
  })
}

/** What belongs to a program or a location says which one, once there are several. */
function within(owners: readonly Row[], inner: (owner: Row) => readonly Named[]): readonly Named[] {
  const all = owners.flatMap((owner) =>
    inner(owner).map((one) => (owners.length > 1 ? { ...one, about: nameIn(owner, 'id') } : one)),
  )
  return byId(all)
}

const nameIn = (row: Row, key: string) => String(typeof row.name === 'string' && row.name !== '' ? row.name : row[key])
const byId = (names: readonly Named[]) => [...new Map(names.map((one) => [one.id, one])).values()]
const distinct = (texts: readonly string[]) => [...new Set(texts)].map((id) => ({ id, name: id }))
const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.map(rowOf) : [])
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
