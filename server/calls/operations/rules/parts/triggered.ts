import type { Trigger } from '../../../../domain/brand/shapes/campaign-shape.ts'
import type { CallFacts } from '../../../../domain/campaign/call-facts.ts'
import type { CompiledRule } from '../../../../domain/campaign/campaigns.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { type DecisionContext, type DecisionRefusal, withTrace } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import { RuleRun } from '../../../../domain/firing/rule-run.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { ruleParts } from './rule-outcome.ts'

interface Triggering {
  readonly trigger: Trigger
  readonly keyValues?: readonly { readonly key: string; readonly value: string }[] | undefined
  readonly message?: CallFacts['message']
  readonly referral?: CallFacts['referral']
  readonly segmentChange?: CallFacts['segmentChange']
  /** With trigger date: when the rule was due, which may be a while ago. */
  readonly due?: CallFacts['due']
  /** This rule and no other. */
  readonly only?: CompiledRule
}

export interface Triggered {
  readonly run: RuleRun
  readonly book: CardBook
}

/** Runs rules for a card outside of a checkout. */
export function runTriggered(
  card: Card,
  { trigger, keyValues = [], message, referral, segmentChange, due, only }: Triggering,
  context: DecisionContext<unknown>,
): Triggered | DecisionRefusal | Needs {
  const book = new CardBook(card, context.now)
  const input = defined({
    trigger,
    callType: 'TRIGGER_ONLY',
    // Whose referrals are rewarded is the referrer, too.
    books: trigger === 'refer' ? { root: book, referrer: book } : { root: book },
    keyValues,
    message,
    referral,
    due,
    // Whoever fires the rule of a segment says by it that the card came in or left.
    segmentChange: segmentChange ?? only?.segment,
    ...(only?.tier && { tierMove: { on: only.tier.on, level: only.tier.level ?? '' } }),
    hasReplies: true,
  })
  const run = new RuleRun(input, context, only)
  const refusal = run.needs ? undefined : (run.runDiscounts() ?? run.runRewards())
  const { needs } = run
  if (needs) return { kind: 'needs', needs }
  return refusal ? withTrace(refusal, run.trace) : { run, book }
}

export function answerTrigger({
  run,
  book,
}: Triggered): Outcome<{ sentNotifications: number; responseMessages: readonly string[] }> {
  const parts = ruleParts(run)
  const { messages, replies } = run.result
  const spoken = replies.filter(({ receiptMessage }) => !receiptMessage)
  return {
    kind: 'outcome',
    response: { sentNotifications: messages.length, responseMessages: spoken.map(({ message }) => message) },
    ...parts.outcome,
    subject: book.card,
    cards: [book.card],
    postings: book.postings,
    coupons: parts.coupons,
    detail: parts.detail,
  }
}

/** The answer of calls that also say how many rules fired. */
export function answerCounted(triggered: Triggered) {
  const outcome = answerTrigger(triggered)
  const triggeredRuleCount = triggered.run.result.firings.length
  return { ...outcome, response: { triggeredRuleCount, ...outcome.response } }
}
