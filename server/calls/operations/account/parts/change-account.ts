import type { Account } from '../../../../domain/account/account.ts'
import { type CustomerChanges, changeCustomer } from '../../../../domain/account/customer.ts'
import { changeDemographics, type DemographicChange } from '../../../../domain/account/demographics.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { isRefusal, type Refusal } from '../../../../ground/kernel/errors.ts'
import type { CardId } from '../../../../ground/kernel/ids.ts'

type Context = Pick<DecisionContext<unknown>, 'brand' | 'call' | 'now'>

/** One part of an update. It gets the account as the earlier parts left it. */
export type AccountStep = (account: Account) => Account | Refusal

/** Applies all parts in turn. Returns the changed account, or the first refusal. */
export function changeInTurn(account: Account, steps: readonly (AccountStep | undefined)[]): Account | Refusal {
  let changed = account
  for (const step of steps) {
    const next = step?.(changed) ?? changed
    if (isRefusal(next)) return next
    changed = next
  }
  return changed
}

/** The people that an account describes. */
type Person = 'customer' | 'alternate' | 'giver'

/** Updates one person. Phone numbers of a person without a country are read by the primary customer's country. */
export function personStep(
  person: Person,
  changes: CustomerChanges | undefined,
  path: string,
  { brand, call }: Context,
): AccountStep | undefined {
  if (!changes) return undefined
  return (account) => {
    const { country } = account.customer
    const countries = [
      person !== 'customer' && typeof country === 'string' ? country : undefined,
      brand.locations.get(call.locationId)?.country,
      brand.country,
    ]
    const changed = changeCustomer(account[person] ?? {}, changes, { path, countries })
    return isRefusal(changed) ? changed : { ...account, [person]: changed }
  }
}

export function demographicsStep(
  changes: readonly DemographicChange[] | undefined,
  { brand }: Context,
): AccountStep | undefined {
  if (!changes) return undefined
  return (account) => {
    const changed = changeDemographics(account.demographics, changes, brand.document.demographicFields)
    return isRefusal(changed) ? changed : { ...account, demographics: changed }
  }
}

/** Asks for the account of a card. */
export function needAccount(card: CardId): Needs {
  return { kind: 'needs', needs: [{ kind: 'facts', card, facts: [{ kind: 'account' }] }] }
}
