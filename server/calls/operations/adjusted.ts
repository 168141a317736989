import type { NewAuditEntry } from '../../domain/audit/entry.ts'
import type { ValueType } from '../../domain/brand/brand.ts'
import { valueNameFor } from '../../domain/brand/value-names.ts'
import { findValueType, programOf } from '../../domain/brand/value-types.ts'
import type { Card } from '../../domain/card/card.ts'
import { originOf } from '../../domain/decision/audit-origin.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import { viewBalances } from '../../domain/view/balance-view.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type Decimal, formatMinor } from '../../ground/kernel/money.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'

type Context = Pick<DecisionContext<unknown>, 'brand' | 'call' | 'now'>

/** What the audit log says of an adjusted balance: all balances of the card, with what is held and what is delayed. */
export function balanceAdjusted(before: Card, after: Card, { brand, call, now }: Context): NewAuditEntry {
  const balancesOf = (card: Card) => ({
    balances: viewBalances(card, brand, now, { expirations: false, delayed: true }),
  })
  return {
    ...originOf(call),
    action: 'balance.adjusted',
    subject: subjectOf(after),
    before: balancesOf(before),
    after: balancesOf(after),
  }
}

interface GivenAmount {
  readonly amount?: Decimal | undefined
  readonly balanceType: ValueType['balanceType']
  readonly balanceCode?: string | undefined
}

/** What somebody loaded or gave by hand, and where. Why is in the note of the call: it may name a person. */
export function balanceGiven(
  card: Card,
  { amount, balanceType, balanceCode }: GivenAmount,
  { brand, call, isGoodwill }: Pick<Context, 'brand' | 'call'> & { readonly isGoodwill: boolean },
): NewAuditEntry {
  const shown = amount && formatMinor(amount.units, amount.scale)
  const valueType = findValueType(programOf(brand, card), { balanceType, balanceCode })
  // Names as they were then; a currency is called by its code.
  const isNamed = valueType?.display !== undefined && balanceType !== 'Currency'
  return {
    ...originOf(call),
    action: 'balance.given',
    subject: subjectOf(card),
    after: defined({
      amount: shown,
      balanceType,
      balanceCode,
      valueName: isNamed ? valueNameFor(valueType, shown ?? '') : undefined,
      location: call.locationId || undefined,
      locationName: brand.locations.get(call.locationId)?.name,
      isGoodwill: isGoodwill || undefined,
    }),
  }
}

export function statusAdjusted(before: Card, after: Card, call: Call): NewAuditEntry {
  const stateOf = ({ status, expiresAt }: Card) =>
    defined({ status, expires: expiresAt === undefined ? undefined : formatDateTime(expiresAt) })
  return {
    ...originOf(call),
    action: 'status.adjusted',
    subject: subjectOf(after),
    before: stateOf(before),
    after: stateOf(after),
  }
}

const subjectOf = ({ root, number }: Card) => (root ? `${root.number}/${number}` : number)
