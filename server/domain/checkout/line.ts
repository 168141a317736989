import type { Attributes } from '../brand/attributes.ts'
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
  /** Those of the catalogue, and over them what the till says. */
  readonly attributes?: Attributes | undefined
  /** Absent for lines of the till. */
  readonly addedBy?: AddedBy
}

/** What put a line into a sale that the till did not send. */
export interface AddedBy {
  /** campaignId/ruleId */
  readonly rule: string
  /** The option by which the product was chosen. */
  readonly choice?: string
}
