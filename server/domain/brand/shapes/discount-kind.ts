import { foundOf } from '../faults/found.ts'
import { oneOf } from '../reading/scalars.ts'
import { distinct, type FileShape, shaped } from '../reading/shape.ts'

/** What a discount is taken off: some products, the whole order, or the shipping. */
export const discountKinds = ['product', 'order', 'shipping'] as const
export type DiscountKind = (typeof discountKinds)[number]

export function kindOf({ on }: { readonly on: string | object }): DiscountKind {
  if (on === 'checkout') return 'order'
  return on === 'shipping' ? 'shipping' : 'product'
}

/** Which kinds of other discounts a rule, or a campaign, stands beside. */
export type Combines = 'all' | 'none' | readonly DiscountKind[]

const word = oneOf('all', 'none')
const kinds = distinct(oneOf(...discountKinds), { min: 1 })

export const combines: FileShape<Combines> = shaped<Combines>(
  { schema: { anyOf: [word.schema, kinds.schema] }, example: 'none' },
  (value, at) => {
    if (Array.isArray(value)) return kinds(value, at)
    if (value === 'all' || value === 'none') return value
    return at.fault('notCombines', { found: foundOf(value) })
  },
)
