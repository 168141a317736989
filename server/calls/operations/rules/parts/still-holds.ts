import type { Brand } from '../../../../domain/brand/brand.ts'
import { aboutCard } from '../../../../domain/campaign/about-card.ts'
import type { CompiledRule } from '../../../../domain/campaign/campaigns.ts'
import { compileConditions } from '../../../../domain/campaign/condition.ts'
import type { CompiledCondition } from '../../../../domain/campaign/condition-groups.ts'
import type { LoggedEvent } from '../../../../domain/campaign/kept-effects.ts'
import type { PastAnswer } from '../../../../domain/campaign/needs.ts'
import type { Past } from '../../../../domain/campaign/past.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import { RunState } from '../../../../domain/firing/run-state.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'

/** The firing of a rule that something was promised in. */
export interface EarlierFiring {
  readonly rule: CompiledRule
  readonly ref: RequestRef
  readonly happenedAt: Instant
  /** The events of its call that the rule had seen. */
  readonly seenEvents: readonly LoggedEvent[]
  /** The cards of its call as they are now; an anonymous one has none. */
  readonly root?: Card | undefined
  readonly child?: Card | undefined
}

/**
 * Whether the conditions of a rule about the card hold now as they did when it fired. Its own call does not count: what
 * comes before this checkout is still what came before it, and everything since.
 */
export function stillHolds(firing: EarlierFiring, context: DecisionContext<unknown>): boolean | Needs {
  const { rule, root, child, ref, seenEvents } = firing
  const books = defined({
    root: root && new CardBook(root, context.now),
    child: child && new CardBook(child, context.now),
  })
  const past = (card: number | undefined) => withoutOwn(context.past(card), firing, context)
  const ownReturn = { kind: 'sale', ref, total: 0, isFull: true, units: [], quantity: '0' } as const
  // What the call itself did is left out as well, but for the events that the rule reacted to.
  const own = { ownReturn, removesEventsOf: ref, events: seenEvents }
  const input = { trigger: rule.trigger, callType: 'TRIGGER_ONLY', books, ...own, hasReplies: false } as const
  const state = new RunState(input, { ...context, past })
  const card = (child ?? root)?.id
  const { account } = context.past(card)
  if (account) state.showAccount(account)
  const finding = conditionsOf(rule, context.brand).judge(state.facts)
  if (finding.kind !== 'needs') return finding.kind === 'holds'
  return { kind: 'needs', needs: [defined({ kind: 'facts', card, facts: finding.needs })] }
}

const compiled = new WeakMap<CompiledRule, CompiledCondition>()

/** Compiled once for each version of the rule. */
function conditionsOf(rule: CompiledRule, { id, document }: Brand): CompiledCondition {
  const known = compiled.get(rule)
  if (known) return known
  const owner = {
    brand: id,
    campaign: rule.campaign.id,
    fields: new Map(document.demographicFields.map((field) => [field.name, field])),
  }
  const placed = aboutCard(rule.required).map((condition, index) => ({ path: `when[${index}]`, condition }))
  const conditions = compileConditions(placed, owner)
  compiled.set(rule, conditions)
  return conditions
}

/** A rule that may fire once has fired once by now: in the call that it promised something in. */
function withoutOwn(past: Past, { ref, happenedAt }: EarlierFiring, context: DecisionContext<unknown>): Past {
  const fired = new Set((context.pastRequest(ref)?.detail?.effects?.fired ?? []).map(({ rule }) => rule))
  if (fired.size === 0) return past
  const answers = [...past.answers].map(([key, answer]): [string, PastAnswer] => {
    const need = JSON.parse(key) as { kind: string; rule?: string; since?: Instant }
    const isOwn = need.kind === 'counter' && fired.has(need.rule ?? '') && (need.since ?? 0) <= happenedAt
    return [key, isOwn && typeof answer === 'number' ? Math.max(0, answer - 1) : answer]
  })
  return { ...past, answers: new Map(answers) }
}
