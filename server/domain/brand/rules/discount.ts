import type { Place } from '../reading/place.ts'
import { decimal, integer, oneOf } from '../reading/scalars.ts'
import { checked, type FileShape, object, optional, or, required, type Shaped, shaped } from '../reading/shape.ts'
import { localAmount } from './amounts.ts'
import { localProductFilter } from './arguments.ts'
import { type InOneCurrency, money } from './per-currency.ts'

const units = decimal({ above: 0, example: '1' })
const price = decimal({ min: 0 })

const pickedUnits = object(
  {
    where: optional(localProductFilter),
    pick: or(oneOf('all', 'cheapest', 'dearest'), 'all'),
    units: optional(units),
  },
  '{ where: { category: [drinks] }, pick: cheapest, units: 1 }',
)

const boughtUnits = object(
  { where: optional(localProductFilter), units: required(units) },
  '{ where: { sku: [ESP] }, units: 3 }',
)

const wholes = oneOf('checkout', 'shipping')
type Target = Shaped<typeof wholes> | Shaped<typeof pickedUnits>
const target: FileShape<Target> = shaped(
  { schema: { anyOf: [wholes.schema, pickedUnits.schema] }, example: 'checkout' },
  (value, at) => (typeof value === 'string' ? wholes(value, at) : pickedUnits(value, at)),
)

const count = integer(1, 1_000_000)
const times: FileShape<true | number> = shaped(
  { schema: { anyOf: [{ enum: [true] }, count.schema] }, example: 'true' },
  (value, at) => (value === true ? value : count(value, at)),
)

const kinds = ['percent', 'amount', 'unitPrice', 'groupPrice'] as const

const discountObject = object(
  {
    percent: optional(decimal({ above: 0, max: 100, example: '10' })),
    amount: optional(localAmount),
    unitPrice: optional(money(price)),
    groupPrice: optional(money(price)),
    on: or(target, 'checkout'),
    buy: optional(boughtUnits),
    repeat: or(times, 1),
    max: optional(money(decimal({ above: 0 }))),
    basis: or(oneOf('remaining', 'original'), 'remaining'),
  },
  '{ percent: 10, on: checkout }',
)
type DiscountInFile = Shaped<typeof discountObject>
/** A discount with its amounts in one currency. */
export type Discount = InOneCurrency<DiscountInFile>

/** A discount on the whole checkout, on its shipping, or on picked units. */
export const discount = checked(discountObject, checkDiscount)

function checkDiscount(value: DiscountInFile, at: Place): void {
  const given = kinds.filter((kind) => value[kind] !== undefined)
  if (given.length !== 1) at.fault('oneKindOf', { kinds, given })
  if (typeof value.on === 'string') {
    const needsUnits = value.unitPrice !== undefined || value.groupPrice !== undefined || value.buy !== undefined
    if (needsUnits) at.faultAt('on', 'unitsNeeded')
  } else if (value.groupPrice !== undefined && value.on.units === undefined) {
    at.faultAt('on.units', 'groupSizeNeeded')
  }
}
