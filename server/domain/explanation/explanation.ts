import type { CallType } from '../../ground/kernel/call-type.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Language } from '../../ground/kernel/language.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BrandDocument } from '../brand/document.ts'
import { facts } from '../brand/facts/all.ts'
import type { Campaigns, CompiledRule } from '../campaign/campaigns.ts'
import type { ConditionFailure } from '../campaign/finding.ts'
import type { Silent } from '../campaign/judge.ts'
import type { EffectSummary, FiredEntry, SilentEntry, Trace } from '../campaign/trace.ts'
import { distanceOf, distanceWithoutMeasure } from './distance.ts'
import { type ExplanationSource, explainEffect, explainSilent, isHidden } from './explain.ts'
import { type OtherRule, whyNotFound } from './not-found.ts'
import { isKeyOf } from './words/marks.ts'
import { Names, ruleNames } from './words/names.ts'
import type { StandingWords } from './words/words.ts'

/** A call, and what is kept of its rules. */
export interface ExplainedCall {
  readonly requestRef: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly happenedAt: Instant
  readonly locationId?: string
  readonly hasCard: boolean
  readonly errorCode?: number
  /** Absent for calls without rules, and where it is no longer kept. */
  readonly trace?: Trace
  /** Whoever is told may not see people: conditions on a person are told without what was found. */
  readonly hidesPeople?: boolean
}

/** What a call did and did not do, for people and for programs. The words are for people and may change. */
export interface Explanation {
  readonly requestRef: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly outcome: { readonly refused: boolean; readonly errorCode?: number; readonly words: string }
  readonly fired: readonly ExplainedFiring[]
  /** A few rules that one thing kept from firing, those that came closest first. */
  readonly nearly: readonly NearRule[]
  /** All others by reason. */
  readonly rest: readonly RestGroup[]
}

interface ExplainedRule {
  /** campaignId/ruleId */
  readonly rule: string
  readonly campaign: string
  readonly name: string
}

export interface ExplainedFiring extends ExplainedRule {
  readonly effects: readonly (EffectSummary & { readonly words: string })[]
  readonly coupons?: readonly string[]
  /** Public codes. */
  readonly codes?: readonly string[]
}

export interface NearRule extends ExplainedRule {
  readonly missing: string
  readonly reason: Silent['kind']
  readonly condition?: ConditionFailure
  /** What the rule asks about the customer or the past was not looked at. */
  readonly unseen?: true
}

export interface RestGroup {
  readonly reason: string
  readonly rules: readonly (ExplainedRule & { readonly why?: string })[]
  /** How many rules there are beyond those that are listed. */
  readonly more?: number
}

/** Rules of one reason beyond this are only counted. */
const rulesPerGroupMax = 100

/** More would drown the one that matters. */
const nearMax = 5

/** The file is the one that was in force when the call happened. */
export function explainCall(
  call: ExplainedCall,
  document: BrandDocument,
  campaigns: Campaigns,
  language: Language = 'en',
): Explanation {
  const { requestRef, operation, callType, trace = [], hidesPeople = false } = call
  const telling: ExplanationSource = { document, names: new Names(document, call.locationId, language), hidesPeople }
  const { standings } = telling.names.words
  const known = new Map(ruleNames(document).map(({ id, campaign, name }) => [id, { rule: id, campaign, name }]))
  const nameOf = (rule: string) => known.get(rule) ?? { rule, campaign: '', name: rule }
  const silent = trace
    .filter((entry) => 'not' in entry)
    .map((entry) => ({ entry, ...nameOf(entry.rule), reason: standingOf(entry, call, telling) }))
  const others = (call.trace ? otherRules(call, trace, { campaigns, telling }) : []).map(({ rule, ...why }) => ({
    ...nameOf(rule.id),
    ...why,
  }))
  const near = [
    ...silent.filter(({ reason }) => reason === undefined).map(({ entry, ...rule }) => nearness(rule, entry, telling)),
    ...others.filter(({ reason }) => reason === undefined).map(nearnessOfOther),
  ].toSorted((a, b) => a.distance - b.distance)
  return {
    requestRef,
    operation,
    callType,
    outcome: outcomeOf(call, telling),
    fired: trace
      .filter((entry) => 'fired' in entry)
      .map((entry) => ({ ...nameOf(entry.rule), ...gifts(entry, telling) })),
    nearly: near.slice(0, nearMax).map(({ told }) => told),
    rest: grouped([
      ...near
        .slice(nearMax)
        .map(({ told }) => ({ ...namesIn(told), reason: standings.alsoNear, why: nearWords(told, standings) })),
      ...silent.map(({ entry, ...rule }) => ({ ...rule, why: explainSilent(entry, telling) })),
      ...others,
    ]),
  }
}

const namesIn = ({ rule, campaign, name }: ExplainedRule): ExplainedRule => ({ rule, campaign, name })

interface RestRule extends ExplainedRule {
  readonly reason?: string | undefined
  readonly why?: string
}

/** By reason. Rules without one are told of elsewhere. */
function grouped(rules: readonly RestRule[]): readonly RestGroup[] {
  const groups = rules.flatMap(({ reason, ...rule }) => (reason === undefined ? [] : [{ reason, rule }]))
  return [...Map.groupBy(groups, ({ reason }) => reason)].map(([reason, of]) => ({
    reason,
    rules: of.slice(0, rulesPerGroupMax).map(({ rule }) => defined(rule)),
    ...(of.length > rulesPerGroupMax && { more: of.length - rulesPerGroupMax }),
  }))
}

function gifts({ fired, coupons, codes }: FiredEntry, telling: ExplanationSource) {
  const effects = fired.map((effect) => ({ ...effect, words: explainEffect(effect, telling) }))
  return { effects, ...(coupons && { coupons }), ...(codes && { codes }) }
}

/** A rule that one thing kept from firing, and how far it was from that. */
interface Near {
  readonly told: NearRule
  readonly distance: number
}

function nearness(rule: ExplainedRule, entry: SilentEntry, telling: ExplanationSource): Near {
  const { not: silent, rest } = entry
  const told: NearRule = {
    ...namesIn(rule),
    missing: explainSilent(entry, telling),
    reason: silent.kind,
    ...(silent.kind === 'failed' && !isHidden(entry, telling) && { condition: silent.failure }),
    ...(rest === 'unseen' && { unseen: true as const }),
  }
  return { told, distance: (distanceIn(entry, telling) ?? 0) + (told.unseen ? unseenFurther : 0) }
}

/** How far a person is from what is asked of them is not told by the order either. */
const distanceIn = (entry: SilentEntry, telling: ExplanationSource) =>
  isHidden(entry, telling) ? distanceWithoutMeasure : distanceOf(entry.not, telling.names)

/** What is not known to have held comes after everything that is. */
const unseenFurther = 10

const nearnessOfOther = ({ why = '', ...rule }: RestRule): Near => ({
  told: { ...namesIn(rule), missing: why, reason: 'failed' },
  distance: distanceWithoutMeasure,
})

/** What a rule lacked, and whether something about it is not known. */
export function nearWords(
  { missing, unseen }: { readonly missing: string; readonly unseen?: boolean },
  words: Pick<StandingWords, 'unseen'>,
): string {
  return unseen ? words.unseen(missing) : missing
}

/** Why a rule was not near to firing; undefined where one thing was missing. */
function standingOf(entry: SilentEntry, { hasCard }: ExplainedCall, telling: ExplanationSource) {
  const { not: silent, rest } = entry
  const { standings } = telling.names.words
  if (silent.kind === 'failed') {
    const isAboutCard = 'fact' in silent.failure && facts[silent.failure.fact]?.of === 'card'
    if (!hasCard && isAboutCard) return standings.needCard
    if (rest === undefined) return standings.several
    return distanceIn(entry, telling) === undefined ? standings.far : undefined
  }
  if (!isKeyOf(standings.kinds, silent.kind) || rest !== undefined) return undefined
  return standings.kinds[silent.kind]
}

interface Source {
  readonly campaigns: Campaigns
  readonly telling: ExplanationSource
}

/** Rules that a checkout never came to. */
function otherRules(call: ExplainedCall, trace: Trace, { campaigns, telling }: Source): readonly OtherRule[] {
  if (call.operation !== 'checkout') return []
  const considered = new Set(trace.map(({ rule }) => rule))
  const left = campaigns.rules.filter(({ id }: CompiledRule) => !considered.has(id))
  const occasion = { ...call, names: telling.names, tell: (entry: SilentEntry) => explainSilent(entry, telling) }
  return left.map((rule) => whyNotFound(rule, campaigns.soughtBy(rule), occasion))
}

function outcomeOf({ errorCode, trace = [] }: ExplainedCall, { names }: ExplanationSource): Explanation['outcome'] {
  const { done, refused } = names.words.standings
  if (errorCode === undefined) return { refused: false, words: done }
  const culprit = trace.find((entry) =>
    'fired' in entry ? entry.fired.some(({ refused }) => refused !== undefined) : entry.not.kind === 'tooMuchWork',
  )
  const because = culprit && names.of('rule', culprit.rule)
  return { refused: true, errorCode, words: refused(errorCode, because) }
}
