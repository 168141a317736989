import { balanceFacts } from './balance.ts'
import { cardFacts } from './card.ts'
import { checkoutFacts } from './checkout.ts'
import { customerFacts } from './customer.ts'
import { customerFieldFacts } from './customer-fields.ts'
import { eventFacts } from './events.ts'
import type { Fact } from './fact.ts'
import { firingFacts } from './firing.ts'
import { historyFacts } from './history.ts'
import { messageFacts } from './message.ts'
import { orderFacts } from './order.ts'
import { paymentFacts } from './payments.ts'
import { placeFacts } from './place.ts'
import { productFacts } from './products.ts'
import { requestFacts } from './request.ts'
import { standingFacts } from './standing.ts'
import { tierFacts } from './tier.ts'

/** Everything that conditions can ask for and amounts can count, in the order of the reference. */
const table = {
  ...checkoutFacts,
  ...productFacts,
  ...paymentFacts,
  ...orderFacts,
  ...cardFacts,
  ...placeFacts,
  ...balanceFacts,
  ...customerFieldFacts,
  ...customerFacts,
  ...historyFacts,
  ...eventFacts,
  ...standingFacts,
  ...tierFacts,
  ...requestFacts,
  ...messageFacts,
  ...firingFacts,
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof table

/** Facts that segments can ask for: they are read in SQL as well (storage/segment). */
export type CardFactName = {
  [Name in FactName]: (typeof table)[Name]['of'] extends 'card' ? Name : never
}[FactName]

export const facts: Readonly<Record<string, Fact>> = table

export const isFactName = (name: string): name is FactName => Object.hasOwn(table, name)

export const factNamed = (name: FactName): Fact => table[name]
