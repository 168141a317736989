import type { Brand } from '../../../../domain/brand/brand.ts'
import { findValueType, programOf } from '../../../../domain/brand/value-types.ts'
import type { Card } from '../../../../domain/card/card.ts'
import type { RuleRun } from '../../../../domain/firing/rule-run.ts'
import type { Books } from '../../../../domain/firing/run-input.ts'
import { currencyScale } from '../../../../ground/kernel/currency.ts'
import { type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { CheckoutContext } from './contract.ts'
import type { Presented } from './coupons.ts'
import type { PaymentMethod, ReadPayment, Till } from './payments.ts'
import type { Referral } from './referrer.ts'

/** The cards of a checkout. An anonymous one has none. */
export interface SaleCards {
  readonly root?: Card
  readonly child?: Card
  readonly referrer?: Card
}

/** A checkout whose rules have run: what it would do, on books of its own. */
export interface Sale {
  readonly cards: SaleCards
  readonly books: Books
  readonly till: Till
  readonly presented: Presented
  readonly payments: readonly ReadPayment[]
  /** The mark of the device that the call names. */
  readonly device?: string
  /** Why nobody is thanked for the customer, and who would have been. */
  readonly bar?: Referral['bar']
  readonly run: RuleRun
}

/** A payment whose amount is found once the discounts are known. Rules that come before see it with an amount of 0. */
export interface LastPayment {
  readonly type: string
  readonly find: (run: RuleRun, till: Till) => PaymentMethod | Refusal | undefined
}

export function tillOf(brand: Brand, locationId: string): Till {
  const currency = brand.locations.get(locationId)?.currency ?? brand.currency
  return { currency, scale: currencyScale(currency) }
}

/** The numbers of the value types that a lock leaves open; 115 for one that the card's program does not have. */
export function excludedTypes(card: Card, { request, brand }: CheckoutContext): readonly number[] | Refusal {
  const program = programOf(brand, card)
  const found = (request.lockExcludedValueTypes ?? []).map((name) => findValueType(program, name)?.id)
  return found.includes(undefined) ? refuse(115) : found.filter((id) => id !== undefined)
}
