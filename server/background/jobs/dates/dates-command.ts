import { command } from '../../../calls/operations/operation.ts'
import { answerTrigger, runTriggered } from '../../../calls/operations/rules/parts/triggered.ts'
import { withCard } from '../../../calls/operations/with-card.ts'
import { emptyAccount } from '../../../domain/account/account.ts'
import type { CompiledRule } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { homeZone } from '../../../domain/campaign/home-zone.ts'
import { type FactNeed, type HistorySums, needKey, type OccurrenceNeed } from '../../../domain/campaign/needs.ts'
import { fallsOn } from '../../../domain/campaign/occurrence/card-date.ts'
import type { Past } from '../../../domain/campaign/past.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided, type Need } from '../../../domain/decision/need.ts'
import { id, integer, text } from '../../../ground/contract/field.ts'

/** The result: the rule fired, it did not fire, or there was nothing left to consider. */
export type DateResult = 'fired' | 'silent' | 'nothing'

interface DateRequest {
  readonly cardNumber: string
  readonly rule: string
  readonly occurrence: string
  readonly day: string
  readonly dueAt: number
}

/** Not an operation of the interface: only the job runs it. A second worker finds the occurrence already considered. */
export const fireDateRule = command({
  name: 'fireDateRule',
  summary: 'Run a date rule for a card, once for each occurrence.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'FireDateRuleRequest',
  responseModel: 'FireDateRuleResponse',
  request: {
    cardNumber: id('The card.').required(),
    rule: text('campaignId/ruleId.').required(),
    occurrence: text('The year or the day that identifies the occurrence.').required(),
    day: text('The day that the date of the card falls on, or the day of the schedule.').required(),
    dueAt: integer('The instant at which the rule was due.').required(),
  },
  response: { result: text('fired, silent or nothing.').required() },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) =>
    withCard(context, (card) => {
      const rule = campaignsOf(context.brand).findById(context.request.rule)
      return rule?.trigger === 'date' ? decideRule(card, rule, context) : nothing
    }),
})

type Response = { readonly result: DateResult }

/** Leaves no record: the card was already done, or is no longer due. */
const nothing: Decision<Response> = {
  kind: 'outcome',
  response: { result: 'nothing' },
  cards: [],
  postings: [],
  unrecorded: true,
}

function decideRule(card: Card, rule: CompiledRule, context: DecisionContext<DateRequest>): Decision<Response> {
  const { request, brand } = context
  const past = context.past(card.id)
  const considered: OccurrenceNeed = { kind: 'occurrence', rule: rule.id, occurrence: request.occurrence }
  const missing = [considered, ...needsOf(rule)].filter((need) => !isAnswered(need, past))
  const timeZone = homeZone(brand, card)
  const due = new LocalClock(request.dueAt, timeZone)
  const triggered = runTriggered(card, { trigger: 'date', only: rule, due }, context)
  if (missing.length > 0) {
    const more = isUndecided(triggered) && triggered.kind === 'needs' ? triggered.needs : []
    return { kind: 'needs', needs: [{ kind: 'facts', card: card.id, facts: missing }, ...more.filter(isFacts)] }
  }
  if (past.answers.get(needKey(considered)) === true) return nothing
  const at = Math.max(request.dueAt, context.now)
  const { date } = rule
  if (date && !fallsOn(knownOf(card, past), { of: date.of, day: request.day, at, timeZone })) return nothing
  if (isUndecided(triggered)) return triggered
  const occurrences = [{ rule: rule.id, occurrence: request.occurrence, cardId: card.id }]
  if (triggered.run.result.firings.length > 0) {
    return { ...answerTrigger(triggered), response: { result: 'fired' }, occurrences }
  }
  const silent = { kind: 'outcome', response: { result: 'silent' }, cards: [], postings: [], occurrences } as const
  // People ask why a date rule did not fire, so that is recorded. A schedule considers all cards: that would be too much.
  return rule.schedule ? { ...silent, unrecorded: true } : { ...silent, about: card, trace: triggered.run.trace }
}

/** What must be known about a card to tell whether its date has come. */
function needsOf({ date }: CompiledRule): FactNeed[] {
  if (!date || date.of === 'card.activationDate' || date.of === 'balance.expiration') return []
  return [date.of === lastCheckout ? allSales : { kind: 'account' }]
}

const lastCheckout = 'history.lastCheckout'
const allSales: FactNeed = { kind: 'history' }

const isAnswered = (need: FactNeed, past: Past) =>
  need.kind === 'account' ? past.account !== undefined : past.answers.has(needKey(need))

const isFacts = (need: Need) => need.kind === 'facts'

function knownOf(card: Card, { account, answers }: Past) {
  const sales = answers.get(needKey(allSales)) as HistorySums | undefined
  return { card, account: account ?? emptyAccount(card.id), lastSaleAt: sales?.lastAt }
}
