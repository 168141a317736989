import { type CustomerFact, customerFacts } from '../brand/shapes/portal-shape.ts'
import type { WithLimits } from './limits.ts'
import type { Permission } from './permissions.ts'

/** By what somebody may look for a customer at a till: whoever sees people by everything, others by what the brand allows. */
export function findsBy({ document }: WithLimits, permissions: ReadonlySet<Permission>): readonly CustomerFact[] {
  return permissions.has('customers.see') ? customerFacts : (document.portal?.findCustomers ?? [])
}
