import type { Micro } from './exact.ts'
import type { PartOnSale } from './portions.ts'

/** A line of the checkout. Its units are alike: a discount on some of them lowers what each is worth. */
export interface Line extends PartOnSale {
  readonly kind: 'line'
  /** Its place in the basket, from 0. */
  readonly index: number
  readonly sku: string
  readonly sequenceId: number
  readonly unitPrice: Micro
  readonly categories: ReadonlySet<string>
  readonly ancestors: ReadonlySet<string>
}
