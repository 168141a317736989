import type { Charge } from '../../../../domain/campaign/budgets.ts'
import type { CallFacts } from '../../../../domain/campaign/call-facts.ts'
import { campaignsOf } from '../../../../domain/campaign/campaigns-of.ts'
import type { FiredRule } from '../../../../domain/campaign/fired-rules.ts'
import type { CardBook } from '../../../../domain/card/book.ts'
import { lockOf } from '../../../../domain/card/card.ts'
import { isUsable } from '../../../../domain/card/guard.ts'
import { type DecisionContext, type DecisionRefusal, withTrace } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { RuleRun } from '../../../../domain/firing/rule-run.ts'
import type { CallType } from '../../../../ground/kernel/call-type.ts'
import { defined } from '../../../../ground/kernel/defined.ts'

/** The call whose own changes are done. */
export interface FinishedCall {
  readonly callType: CallType
  /** Absent means request. */
  readonly trigger?: 'request' | 'social'
  readonly root?: CardBook | undefined
  readonly child?: CardBook | undefined
  readonly keyValues?: readonly { readonly key: string; readonly value: string }[] | undefined
  /** What the call does to the card's past: rules that fired, events that it registers, what it returns, whose events it removes. */
  readonly fired?: readonly FiredRule[]
  /** What they took of budgets. */
  readonly charged?: readonly Charge[]
  readonly events?: CallFacts['events']
  readonly ownReturn?: CallFacts['ownReturn']
  readonly removesEventsOf?: CallFacts['removesEventsOf'] | undefined
  /** The coupon set of which the call has drawn a coupon. */
  readonly drawnFrom?: string | undefined
}

/**
 * Runs the rules of a trigger once, on the books that the call has changed. Undefined when there is nothing to run:
 * also while a checkout has the card locked, because then nothing but that checkout changes it, and when the call has
 * closed the card, because then nothing does.
 */
export function runRequestRules(
  context: DecisionContext<unknown>,
  { trigger = 'request', root, child, keyValues = [], drawnFrom, removesEventsOf, ...call }: FinishedCall,
): RuleRun | DecisionRefusal | Needs | undefined {
  const campaigns = campaignsOf(context.brand)
  const isMoved = trigger === 'request' && context.tier?.move !== undefined && campaigns.has('tier')
  if (!campaigns.has(trigger) && !isMoved) return undefined
  if (root && lockOf(root.card, context.now)) return undefined
  if ([root, child].some((book) => book && !isUsable(book.card, context.now))) return undefined
  const books = defined({ root, child })
  const input = {
    ...call,
    trigger,
    books,
    keyValues,
    ...(removesEventsOf !== undefined && { removesEventsOf }),
    ...(drawnFrom !== undefined && { drawnFrom }),
    hasReplies: false,
  }
  const run = new RuleRun(input, context)
  const refusal = run.needs ? undefined : run.runRewards()
  const { needs } = run
  if (needs) return { kind: 'needs', needs }
  return refusal ? withTrace(refusal, run.trace) : run
}
