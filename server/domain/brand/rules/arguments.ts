import type { ArgumentName, FactShape } from '../facts/fact-shape.ts'
import { foundKeys } from '../faults/found.ts'
import type { Place } from '../reading/place.ts'
import { decimal, integer, oneOf, reference, text } from '../reading/scalars.ts'
import {
  checked,
  type FileShape,
  isObject,
  list,
  object,
  optional,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { attributeTests } from '../shapes/attribute-shape.ts'
import { balanceCode, balanceTypes } from '../shapes/balance-type.ts'
import { faultOfBounds, type Money, money } from './per-currency.ts'

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
  attributes: optional(attributeTests),
}

const exception = checked(object(names, '{ category: [gift-cards] }'), (except, at) => {
  if (Object.keys(except).length === 0) at.fault('exceptsNothing')
})

const price = decimal({ min: 0 })

/** Selects lines of a checkout: every key must match, by any of its values, and nothing of what is excepted. */
const productFilter = checked(
  object({
    ...names,
    minUnitPrice: optional(price),
    maxUnitPrice: optional(price),
    except: optional(exception),
  }),
  checkFilter,
)
export type ProductFilter = Shaped<typeof productFilter>

/** The same of the current checkout, whose prices are in the currency of its location. */
export const localProductFilter = checked(
  object({
    ...names,
    minUnitPrice: optional(money(price)),
    maxUnitPrice: optional(money(price)),
    except: optional(exception),
  }),
  checkFilter,
)
type ProductFilterInFile = Shaped<typeof localProductFilter>

function checkFilter(filter: { readonly minUnitPrice?: Money; readonly maxUnitPrice?: Money }, at: Place): void {
  if (Object.keys(filter).length === 0) at.fault('namesNoProducts')
  const wrong = faultOfBounds(['minUnitPrice', filter.minUnitPrice], ['maxUnitPrice', filter.maxUnitPrice])
  if (wrong !== undefined) at.report(wrong)
}

/** A number of periods of 24 hours. */
export const days = object({ days: required(integer(0, 36_500)) }, '{ days: 30 }')
export type DaysArgument = Shaped<typeof days>

const periods = ['day', 'week', 'month', 'year'] as const
const calendar = object({ calendar: required(oneOf(...periods)) })
export type Within = DaysArgument | Shaped<typeof calendar>

const within: FileShape<Within> = shaped(
  { schema: { anyOf: [days.schema, calendar.schema] }, example: '{ days: 30 } or { calendar: month }' },
  (value, at) => {
    const keys = isObject(value) ? Object.keys(value) : []
    if (keys.includes('calendar')) return calendar(value, at)
    if (keys.includes('days')) return days(value, at)
    return at.fault('notWithin', { found: foundKeys(keys, value) })
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
  /** Whether the checkout that is being judged counts as well. */
  including: oneOf('current'),
  name: reference('demographicField'),
  channel: text({ max: 64 }),
  /** The list's UUID or name. */
  list: text(),
  categoryId: reference('eventType'),
  eventType: text({ max: 64 }),
  rule: reference('rule'),
  program: reference('program'),
} as const satisfies Record<ArgumentName, FileShape<unknown>>

/** Prices of the current checkout are in the currency of its location. */
export function argumentShapeOf(
  { of, named }: Pick<FactShape, 'of' | 'named'>,
  name: ArgumentName,
): FileShape<unknown> {
  if (name === 'name' && named !== undefined) return reference(named)
  return name === 'where' && of === 'call' ? localProductFilter : argumentShapes[name]
}

/** The arguments of a fact as a condition or an amount has them. */
export type FactArguments = { readonly [N in ArgumentName]?: Shaped<(typeof argumentShapes)[N]> }

/** The same as a file has them: prices of the current checkout may be given by currency. */
export type ArgumentsInFile = Omit<FactArguments, 'where'> & { readonly where?: ProductFilterInFile }
