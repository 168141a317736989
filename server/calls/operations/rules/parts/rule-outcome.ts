import { usesOf } from '../../../../domain/campaign/budgets.ts'
import type { KeptEffects, KeptEvent, NewEvent } from '../../../../domain/campaign/kept-effects.ts'
import { idleRulesIn } from '../../../../domain/campaign/trace.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import type { RuleRun } from '../../../../domain/firing/rule-run.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'

type RuleParts = Pick<
  Outcome<object>,
  'fired' | 'budgetUses' | 'events' | 'messages' | 'accounts' | 'offerUses' | 'trace' | 'customDate'
>

/** What rules did in a call, as parts of its outcome; books and coupons are the caller's. */
export function ruleOutcome({ result, trace }: RuleRun, customDate?: Instant): RuleParts {
  const { firings, charges, events, messages, accounts, usedOffers, demographics, enrolled } = result
  const changesAccount = demographics.length > 0 || enrolled.length > 0
  return {
    ...(firings.length > 0 && { fired: firings }),
    ...(charges.length > 0 && { budgetUses: usesOf(charges) }),
    ...(events.length > 0 && { events }),
    ...(messages.length > 0 && { messages }),
    ...(changesAccount && { accounts: [...accounts.values()] }),
    ...(usedOffers.length > 0 && { offerUses: usedOffers }),
    ...(trace.length > 0 && { trace }),
    ...(customDate !== undefined && { customDate }),
  }
}

/** What a void of the call has to take back beyond the ledger. */
export function keptEffects({ result, trace }: RuleRun, paidBy: readonly RequestRef[] = []): KeptEffects {
  const { firings, charges, usedCoupons, issuedCoupons, referrerCoupons, events, usedOffers, givenOffers } = result
  const { messages, demographics, enrolled } = result
  // Uses of public codes are found by the call itself.
  const coupons = usedCoupons.length === 0 ? usedCoupons : usedCoupons.filter(({ codeKey }) => codeKey === undefined)
  const idle = idleRulesIn(trace)
  return {
    ...(firings.length > 0 && { fired: firings }),
    ...(idle.length > 0 && { idle }),
    ...(charges.length > 0 && { charged: charges }),
    ...(coupons.length > 0 && { usedCoupons: coupons.map(({ id }) => id) }),
    ...(issuedCoupons.length > 0 && { issuedCoupons: issuedCoupons.map(({ id }) => id) }),
    ...(referrerCoupons.length > 0 && { referrerCoupons }),
    ...(events.length > 0 && { events: events.map(toKeptEvent) }),
    ...(messages.length > 0 && { messages: true as const }),
    ...(usedOffers.length > 0 && { usedOffers }),
    ...(givenOffers.length > 0 && { givenOffers }),
    ...(demographics.length > 0 && { demographics }),
    ...(enrolled.length > 0 && { enrolled }),
    ...(paidBy.length > 0 && { paidBy }),
    ...tierEffects(result),
  }
}

export const toKeptEvent = ({ cardId, eventType, categoryId, happenedAt }: NewEvent): KeptEvent => ({
  cardId,
  eventType,
  categoryId,
  happenedAt,
})

/** What the rules of a level did: they ran last, so it is the end of each list. */
export function tierEffects(result: RuleRun['result']): Pick<KeptEffects, 'tier'> {
  const { beforeTier: before, firings, issuedCoupons, givenOffers, demographics, enrolled } = result
  if (!before || firings.length === before.firings) return {}
  const coupons = issuedCoupons.slice(before.issuedCoupons).map(({ id }) => id)
  const offers = givenOffers.slice(before.givenOffers)
  const fields = demographics.slice(before.demographics)
  const programs = enrolled.slice(before.enrolled)
  return {
    tier: {
      fired: firings.slice(before.firings),
      ...(coupons.length > 0 && { issuedCoupons: coupons }),
      ...(offers.length > 0 && { givenOffers: offers }),
      ...(fields.length > 0 && { demographics: fields }),
      ...(programs.length > 0 && { enrolled: programs }),
    },
  }
}

/** The parts of an outcome that come from rules which may not have run at all. */
export function ruleParts(run: RuleRun | undefined) {
  if (!run) return { outcome: {}, coupons: [], detail: {} }
  const effects = keptEffects(run)
  return {
    outcome: ruleOutcome(run),
    coupons: run.result.issuedCoupons,
    detail: Object.keys(effects).length > 0 ? { effects } : {},
  }
}
