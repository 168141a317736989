import { decimal, integer, oneOf, reference, text } from '../reading/scalars.ts'
import {
  checked,
  describe,
  type FileShape,
  isObject,
  list,
  object,
  optional,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { balanceCode, balanceTypes } from '../shapes/program-shape.ts'
import type { ArgumentName } from './facts.ts'

/** One text or a list of texts; read as a list in either case. */
const several = list(text(), { min: 1, max: 1000 })
const texts: FileShape<readonly string[]> = shaped(
  { schema: { anyOf: [text().schema, several.schema] }, example: several.example },
  (value, at) => (typeof value === 'string' ? list(text())([value], at) : several(value, at)),
)

/** Names of the catalogue, with a warning for those that no product has. */
function catalogued(noun: 'product' | 'category' | 'parent'): FileShape<readonly string[]> {
  return checked(texts, (names, at) => {
    for (const name of names) at.mentionCatalogued(noun, name)
  })
}

const names = {
  sku: optional(catalogued('product')),
  category: optional(catalogued('category')),
  parent: optional(catalogued('parent')),
}

const exception = checked(object(names, '{ category: [gift-cards] }'), (except, at) => {
  if (Object.keys(except).length === 0) at.fault('names no products; leave it out to except none')
})

/** Selects lines of a checkout: every key must match, by any of its values, and nothing of what is excepted. */
export const productFilter = checked(
  object({
    ...names,
    minUnitPrice: optional(decimal({ min: 0 })),
    maxUnitPrice: optional(decimal({ min: 0 })),
    except: optional(exception),
  }),
  (filter, at) => {
    if (Object.keys(filter).length === 0) at.fault('names no products; leave it out to mean all')
    if ((filter.minUnitPrice ?? 0) > (filter.maxUnitPrice ?? Number.POSITIVE_INFINITY)) {
      at.fault('minUnitPrice is above maxUnitPrice')
    }
  },
)
export type ProductFilter = Shaped<typeof productFilter>

/** A number of periods of 24 hours. */
export const days = object({ days: required(integer(0, 36_500)) }, '{ days: 30 }')
export type Days = Shaped<typeof days>

const periods = ['day', 'week', 'month', 'year'] as const
const calendar = object({ calendar: required(oneOf(...periods)) })
export type Within = Days | Shaped<typeof calendar>

const within: FileShape<Within> = shaped(
  { schema: { anyOf: [days.schema, calendar.schema] }, example: '{ days: 30 } or { calendar: month }' },
  (value, at) => {
    const keys = isObject(value) ? Object.keys(value) : []
    if (keys.includes('calendar')) return calendar(value, at)
    if (keys.includes('days')) return days(value, at)
    return at.fault(`expected { days: 30 } or { calendar: month }, found ${keys.join(' and ') || describe(value)}`)
  },
)

/** How each argument of a fact is read. */
export const argumentShapes = {
  where: productFilter,
  type: text(),
  set: reference('couponSet'),
  tag: text(),
  key: text(),
  balanceType: oneOf(...balanceTypes),
  balanceCode,
  subtrack: reference('subtrack'),
  within,
  name: reference('demographicField'),
  channel: text({ max: 64 }),
  /** The list's UUID or name. */
  list: text(),
  categoryId: reference('eventType'),
  eventType: text({ max: 64 }),
  rule: reference('rule'),
} as const satisfies Record<ArgumentName, FileShape<unknown>>

/** The arguments of a fact as a condition or an amount has them. */
export type FactArguments = { readonly [N in ArgumentName]?: Shaped<(typeof argumentShapes)[N]> }
