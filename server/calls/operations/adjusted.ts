import type { NewAuditEntry } from '../../domain/audit/entry.ts'
import type { Card } from '../../domain/card/card.ts'
import { originOf } from '../../domain/decision/audit-origin.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import { viewBalances } from '../../domain/view/balance-view.ts'
import { defined } from '../../ground/kernel/defined.ts'
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
