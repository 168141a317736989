import type { Account } from '../../../../domain/account/account.ts'
import { campaignsOf } from '../../../../domain/campaign/campaigns-of.ts'
import type { NewEvent } from '../../../../domain/campaign/kept-effects.ts'
import type { CardBook } from '../../../../domain/card/book.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import type { RuleRun } from '../../../../domain/firing/rule-run.ts'
import type { Refusal } from '../../../../ground/kernel/errors.ts'
import { afterCoupons, withCoupons } from '../../rules/parts/after-coupons.ts'
import { type FinishedCall, runRequestRules } from '../../rules/parts/request-rules.ts'
import { ruleOutcome, tierEffects } from '../../rules/parts/rule-outcome.ts'

type Context = DecisionContext<unknown>

/** The context in which rules run that see the account as the call has changed it. */
export function seeingAccount(context: Context, account: Account): Context {
  return {
    ...context,
    past: (card) => (card === account.cardId ? { ...context.past(card), account } : context.past(card)),
  }
}

interface AccountCall {
  /** What the call made of the account, and the events that it registers. */
  readonly account: Account
  readonly events: readonly NewEvent[]
  readonly root: CardBook
  readonly child?: CardBook | undefined
  readonly keyValues?: FinishedCall['keyValues']
  readonly isSocial: boolean
}

export interface AccountRules {
  readonly kind: 'ran'
  /** The account as rules left it. */
  readonly account: Account
  readonly runs: readonly RuleRun[]
}

/** Runs the rules with trigger social, where the call is about a social network, then those with trigger request. */
export function runAccountRules(context: Context, call: AccountCall): AccountRules | Refusal | Needs {
  const { root, child, keyValues, isSocial } = call
  let { account } = call
  const runs: RuleRun[] = []
  for (const trigger of ['social', 'request'] as const) {
    const isCalledFor = trigger === 'request' || isSocial
    const isMoved = trigger === 'request' && context.tier?.move !== undefined
    if (!isCalledFor || !(campaignsOf(context.brand).has(trigger) || isMoved)) continue
    const before = runs.flatMap(({ result }) => result.issuedCoupons.map(({ setId }) => setId))
    const ruleContext = afterCoupons(seeingAccount(context, account), before)
    const events = [...call.events, ...runs.flatMap(({ result }) => result.events)]
    // Exclusive groups hold within one trigger, so their names do not come along.
    const fired = runs.flatMap(({ result }) => result.firings.map(({ rule }) => ({ id: rule })))
    const charged = runs.flatMap(({ result }) => result.charges)
    const finished = { callType: 'UPDATE_ACCOUNT', trigger, root, child, keyValues, fired, charged, events } as const
    const run = runRequestRules(ruleContext, finished)
    if (run && isUndecided(run)) return run.kind === 'needs' ? withCoupons(run, before) : run
    if (!run) continue
    runs.push(run)
    account = run.result.accounts.get(account.cardId) ?? account
  }
  return { kind: 'ran', account, runs }
}

type RuleParts = Pick<
  Outcome<object>,
  'fired' | 'budgetUses' | 'events' | 'messages' | 'offerUses' | 'trace' | 'coupons' | 'detail'
>

/** What the rules of the call did, as parts of its outcome; books and account are the caller's. */
export function accountRuleParts({ runs }: AccountRules): RuleParts {
  const parts = runs.map((run) => ruleOutcome(run))
  // The call itself cannot be undone, but what it gave for a level goes with that.
  const effects = runs.map(({ result }) => tierEffects(result)).find(({ tier }) => tier)
  const charged = runs.flatMap(({ result }) => result.charges)
  return {
    ...(effects && { detail: { effects: { ...effects, ...(charged.length > 0 && { charged }) } } }),
    fired: parts.flatMap(({ fired = [] }) => fired),
    budgetUses: parts.flatMap(({ budgetUses = [] }) => budgetUses),
    events: parts.flatMap(({ events = [] }) => events),
    messages: parts.flatMap(({ messages = [] }) => messages),
    offerUses: parts.flatMap(({ offerUses = [] }) => offerUses),
    coupons: runs.flatMap(({ result }) => result.issuedCoupons),
    ...(parts.some(({ trace }) => trace) && { trace: parts.flatMap(({ trace = [] }) => trace) }),
  }
}
