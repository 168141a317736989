import { type Account, emptyAccount } from '../../../../domain/account/account.ts'
import type { CustomerChanges } from '../../../../domain/account/customer.ts'
import type { DemographicChange } from '../../../../domain/account/demographics.ts'
import type { Card } from '../../../../domain/card/card.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { isRefusal, type Refusal } from '../../../../ground/kernel/errors.ts'
import { changeInTurn, demographicsStep, needAccount, personStep } from './change-account.ts'

interface FirstWords {
  readonly customerUpdates?: CustomerChanges
  readonly brandDemographics?: readonly DemographicChange[]
}

export interface FirstAccount {
  readonly kind: 'account'
  /** Absent when nothing is known about the customer, and nothing was before. */
  readonly account?: Account
}

/**
 * The account of a card that is being allocated. Whatever an earlier owner left goes: a card that was in use before,
 * and was sent back to the inventory, begins anew.
 */
export function firstAccount(card: Card, context: DecisionContext<FirstWords>): FirstAccount | Refusal | Needs {
  const { customerUpdates, brandDemographics } = context.request
  const wasUsed = card.seq > 0
  const before = wasUsed ? context.past(card.id).account : undefined
  if (wasUsed && !before) return needAccount(card.id)
  const account = changeInTurn({ ...emptyAccount(card.id), hasChildren: before?.hasChildren ?? false }, [
    personStep('customer', customerUpdates, 'customerUpdates', context),
    demographicsStep(brandDemographics, context),
  ])
  if (isRefusal(account)) return account
  const isSaid = customerUpdates !== undefined || brandDemographics !== undefined
  return { kind: 'account', ...((isSaid || (before && !isBlank(before))) && { account }) }
}

const isBlank = ({ enrolledAt, customer, alternate, giver, demographics, programs, links, surveys }: Account) =>
  enrolledAt === undefined &&
  [customer, alternate, giver, demographics, programs, links, surveys].every(
    (part) => part === undefined || Object.keys(part).length === 0,
  )
