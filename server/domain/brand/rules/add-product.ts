import type { Place } from '../reading/place.ts'
import { decimal, text } from '../reading/scalars.ts'
import { checked, distinct, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { faultOfBounds, type InOneCurrency, money } from './per-currency.ts'

/** Whoever wants more of a product than this has a till for it. */
const unitsMax = 1000
const priceMax = 1_000_000
/** Each choice is an entry of the answer. */
const choicesMax = 16

const sku = checked(text({ max: 100 }), (name, at) => at.mentionAdded(name))
const price = decimal({ min: 0, max: priceMax, example: '0' })

const choose = object(
  {
    of: required(distinct(sku, { min: 1, max: choicesMax })),
    group: optional(text({ max: 64 })),
  },
  '{ of: [A, B, C], group: gift }',
)

const addProductObject = object(
  {
    sku: optional(sku),
    units: or(decimal({ above: 0, max: unitsMax, example: '1' }), 1),
    unitPrice: or(money(price), 0),
    regularPrice: optional(money(price)),
    choose: optional(choose),
  },
  '{ sku: MUG, unitPrice: "0" }',
)
type AddProductInFile = Shaped<typeof addProductObject>
/** The result with its prices in one currency. */
export type AddProduct = InOneCurrency<AddProductInFile>

/** A line that the till did not send: one product, or whichever of several is chosen. */
export const addProduct = checked(addProductObject, checkProduct)

function checkProduct({ sku: name, choose: choice, unitPrice, regularPrice }: AddProductInFile, at: Place): void {
  if (name === undefined && choice === undefined) at.fault('skuOrChoose')
  const wrong = faultOfBounds(['unitPrice', unitPrice], ['regularPrice', regularPrice])
  if (wrong !== undefined) at.report(wrong)
}

/** What may be added: the product, or those of which one is chosen, each once. With `choose`, `sku` is the first of them. */
export function addableOf({ sku: name, choose: choice }: Pick<AddProductInFile, 'sku' | 'choose'>): readonly string[] {
  return [...new Set([...(name === undefined ? [] : [name]), ...(choice?.of ?? [])])]
}
