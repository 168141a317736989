import type { Minor } from '../kernel/money.ts'
import type { Micro } from './exact.ts'

/** A line of the checkout. Its units are alike: a discount on some of them lowers what each is worth. */
export interface Line extends Worth {
  readonly kind: 'line'
  /** Its place in the basket, from 0. */
  readonly index: number
  readonly sku: string
  readonly sequenceId: number
  readonly unitPrice: Micro
  readonly quantity: Micro
  readonly categories: ReadonlySet<string>
  readonly ancestors: ReadonlySet<string>
}

/** Something that discounts can take from. */
export interface Worth {
  /** Of the checkout's total, before every discount. */
  readonly value: Minor
  /** Of that, what discounts have left. */
  readonly left: Minor
}
