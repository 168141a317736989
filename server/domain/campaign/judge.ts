import { defined } from '../../ground/kernel/defined.ts'
import type { Budget } from '../brand/rules/budget.ts'
import { clockFor } from '../brand/rules/clocks.ts'
import { heldOutSide } from '../brand/rules/experiment.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import type { PromotionGroup } from '../brand/shapes/promotion-shape.ts'
import type { CallFacts, PresentedCoupon } from './call-facts.ts'
import { type CompiledRule, isRunning } from './campaigns.ts'
import { type Experiment, sideOf } from './experiment.ts'
import { type ConditionFailure, type CouponUse, isCampaignWide, openingCoupons } from './finding.ts'
import { type Countable, judgeLimits, type Throttled } from './limits.ts'
import { distinctNeeds, type FactNeed, isLocking } from './needs.ts'
import { countChosen, isChosen, type Unchosen } from './options.ts'
import type { ReferralBar } from './referral.ts'

/** Whether a rule fires, or the first thing that keeps it from firing. */
export type RuleVerdict = Holds | Wanting | Silent

export interface Holds {
  readonly kind: 'holds'
  /** The coupons and public codes that the firing consumes, by id. */
  readonly coupons: readonly string[]
  /** Those among them that satisfy a condition of the whole campaign: its other rules need no other coupon. */
  readonly opening?: readonly PresentedCoupon[]
  /** The path of the condition that the rule's effects are attributed to; absent if the rule has none. */
  readonly condition?: string
}

/** Not known yet: fetch this, and judge again. */
export interface Wanting {
  readonly kind: 'needs'
  readonly needs: readonly FactNeed[]
}

/** Why a rule does not fire. Plain JSON. */
export type Silent =
  | { readonly kind: 'otherTrigger'; readonly expected: Trigger }
  | { readonly kind: 'otherTarget'; readonly expected: 'root' | 'child' }
  | { readonly kind: 'notRunning'; readonly from?: number; readonly until?: number }
  | { readonly kind: 'outsideWindow' }
  /** The card is among those that never get the campaign: so many percent. */
  | { readonly kind: 'heldOut'; readonly percent: number }
  /** The card is on another side than the rule, or the call has no card and is on none. */
  | { readonly kind: 'otherVariant'; readonly expected: string; readonly side?: string }
  | { readonly kind: 'firedAlready' }
  | { readonly kind: 'excluded'; readonly by: string; readonly group: string }
  /** Another rule or campaign of its group, or one that it does not stand beside, fires instead. */
  | Outbid
  /** So many public codes are used in the sale already. */
  | { readonly kind: 'tooManyCodes'; readonly max: number }
  | Unchosen
  | { readonly kind: 'failed'; readonly failure: ConditionFailure }
  | ({ readonly kind: 'throttled' } & Throttled)
  /** A limit of the rule counts by something that the call does not have. */
  | { readonly kind: 'uncounted'; readonly per: Countable }
  /** Whoever is named as having brought the customer is not thanked for it. */
  | { readonly kind: 'barred'; readonly by: ReferralBar }
  /** A rule that only gives discounts found nothing to take one off. */
  | { readonly kind: 'nothingToDiscount'; readonly why: string; readonly counted?: readonly CountedProduct[] }
  /** A rule that only adds products and gives discounts could do neither. */
  | { readonly kind: 'nothingToAdd'; readonly why: 'tooManyAdded' | 'totalTooHigh' }
  /** Not all products of a personal offer were bought. */
  | { readonly kind: 'notApplied'; readonly why: string; readonly sku?: string }
  /** Of all rules it took the most steps, and all together took too many. */
  | { readonly kind: 'tooMuchWork'; readonly steps: number; readonly limit: number }
  /** A budget is spent, or has less left than the rule would give, which must give all or nothing. */
  | {
      readonly kind: 'overBudget'
      readonly of: 'rule' | 'campaign'
      readonly amount: string
      readonly unit: string
      readonly every: Budget['every']
      readonly spent: string
      readonly asked?: string
    }
  /** The card has less than the rule would redeem. */
  | {
      readonly kind: 'short'
      readonly of: string
      readonly subtrack?: string
      readonly asked: string
      readonly available: string
    }
  /** A rule that only converts found no full step to convert, or no room for one. */
  | {
      readonly kind: 'nothingToConvert'
      readonly why: string
      readonly of?: string
      readonly subtrack?: string
      readonly available?: string
    }

export interface Outbid {
  readonly kind: 'outbid'
  /** Absent if the two do not stand beside each other. */
  readonly group?: string
  readonly best: PromotionGroup['best']
  /** campaignId/ruleId, or the id of a campaign. */
  readonly by: string
  readonly of: 'rule' | 'campaign'
  /** How much more, or for the merchant less, that is worth in the main currency; 0 if it came first. */
  readonly difference?: string
  readonly currency?: string
  /** So many held that the first of them won. */
  readonly crowd?: number
}

/** Units of a product, as decimal text. */
export interface CountedProduct {
  readonly sku: string
  readonly units: string
}

/** Judges a rule by the facts of a call and nothing else: the same facts always give the same verdict. */
export function judge(rule: CompiledRule, facts: CallFacts): RuleVerdict {
  return judgeOccasion(rule, facts) ?? judgeChoice(rule, facts) ?? judgeConditions(rule, facts)
}

/** Whether the response offers the rule's option: its conditions hold, whether or not the option was chosen. */
export function judgeOffer(rule: CompiledRule, facts: CallFacts): 'offered' | 'notOffered' | Wanting {
  if (!rule.option || judgeOccasion(rule, facts)) return 'notOffered'
  const finding = rule.conditions.judge(facts)
  if (finding.kind === 'needs') return finding
  return finding.kind === 'holds' ? 'offered' : 'notOffered'
}

/**
 * Everything that a first look at the rules finds missing, to be fetched at once. Shared counters are left out:
 * reading one locks it, so only a rule that is about to fire may ask for it, by its verdict.
 */
export function collectNeeds(rules: readonly CompiledRule[], facts: CallFacts): readonly FactNeed[] {
  const needs: FactNeed[] = []
  for (const rule of rules) {
    if (!rule.asks) continue
    const verdict = judge(rule, facts)
    const wanting = verdict.kind === 'needs' ? verdict : judgeOffer(rule, facts)
    if (typeof wanting !== 'object') continue
    for (const need of wanting.needs) if (!isLocking(need)) needs.push(need)
  }
  return needs.length === 0 ? noNeeds : distinctNeeds(needs)
}

/** Whether the rule applies to this time, call and card at all. */
function judgeOccasion(rule: CompiledRule, facts: CallFacts): Silent | undefined {
  const { clock, due = clock, segmentChange: change } = facts
  const { from, until } = rule
  const isOtherSegment = rule.segment && (rule.segment.id !== change?.id || rule.segment.on !== change.on)
  const isMeant = rule.tier ? isMoved(rule.tier, facts) : rule.trigger === facts.trigger
  if (!isMeant || isOtherSegment) return { kind: 'otherTrigger', expected: rule.trigger }
  if (!isRunning(rule, due.now)) {
    return defined({ kind: 'notRunning', from, until })
  }
  if (rule.target !== 'any' && rule.target !== facts.target && !rule.tier)
    return { kind: 'otherTarget', expected: rule.target }
  if (rule.isOpen && !rule.isOpen(clockFor('window', facts))) return { kind: 'outsideWindow' }
  return rule.campaign.experiment && judgeSide(rule, rule.campaign.experiment, facts)
}

/** Whether the card is on a side that gets the rule. */
function judgeSide({ campaign, variant }: CompiledRule, { holdout }: Experiment, facts: CallFacts): Silent | undefined {
  const side = sideOf(campaign, facts)
  if (side === heldOutSide) return { kind: 'heldOut', percent: holdout }
  if (variant === undefined || variant === side) return undefined
  return defined({ kind: 'otherVariant', expected: variant, side })
}

/** A level moves in calls of any trigger, and its rules run with them. */
function isMoved({ on, level }: NonNullable<CompiledRule['tier']>, { tierMove: move }: CallFacts): boolean {
  return move?.on === on && (level === undefined || level === move.level)
}

const stepsPerRule = 5
const lookedAtPerStep = 10

/** Whether another rule or the customer's choice prevents the rule. */
function judgeChoice(rule: CompiledRule, { fired, choices, work }: CallFacts): Silent | undefined {
  work.spend(stepsPerRule + (fired.count + choices.length) / lookedAtPerStep)
  if (fired.has(rule.id)) return { kind: 'firedAlready' }
  const rival = rule.exclusive === undefined ? undefined : fired.firstOf(rule.exclusive)
  if (rival !== undefined) return { kind: 'excluded', by: rival, group: rule.exclusive ?? '' }
  if (!rule.option) return undefined
  const { id: option, maxSelected } = rule.option
  if (!isChosen(rule, choices)) return { kind: 'notChosen', option }
  const chosen = countChosen(rule, rule.optionGroups, choices)
  return chosen > maxSelected ? { kind: 'tooManyChosen', option, chosen, maxSelected } : undefined
}

function judgeConditions(rule: CompiledRule, facts: CallFacts): RuleVerdict {
  const finding = rule.conditions.judge(facts)
  if (finding.kind === 'fails') return { kind: 'failed', failure: finding.failure }
  const limit = judgeLimits(rule.id, rule.limits, facts)
  const amounts = rule.asks ? rule.results.flatMap(({ amount }) => amount?.need?.(facts) ?? []) : noNeeds
  if (finding.kind === 'needs') {
    // Reading a shared counter locks it, so only a rule that is about to fire may ask for one.
    const own = limit.kind === 'needs' ? limit.needs.filter((need) => !isLocking(need)) : []
    return { kind: 'needs', needs: distinctNeeds([...finding.needs, ...own, ...amounts]) }
  }
  if (limit.kind === 'throttled' || limit.kind === 'uncounted') return limit
  const counters = limit.kind === 'needs' ? limit.needs : noNeeds
  if (counters.length > 0 || amounts.length > 0)
    return { kind: 'needs', needs: distinctNeeds([...amounts, ...counters]) }
  // Most rules ask for no coupon.
  if (finding.coupons.length === 0) return rule.firstCondition === undefined ? plainHolds : holdsBy(rule.firstCondition)
  const condition = finding.coupons[0]?.path ?? rule.firstCondition
  const wide = finding.coupons.filter(({ path }) => isCampaignWide(path))
  const opened = wide.length === 0 ? [] : openingCoupons(facts, rule.campaign.id)
  const isOpen = (use: CouponUse) => isCampaignWide(use.path) && opened.some(use.matches)
  const taken = consumed(
    finding.coupons.filter((use) => !isOpen(use)),
    facts.coupons,
  )
  const opening = taken.filter((coupon) => wide.some(({ matches }) => matches(coupon)))
  const coupons = taken.map(({ id }) => id)
  return defined({ kind: 'holds', coupons, condition, ...(opening.length > 0 && { opening }) })
}

const noNeeds: readonly FactNeed[] = []
const noCoupons: readonly string[] = []
const plainHolds: Holds = { kind: 'holds', coupons: noCoupons }
const holdsBy = (condition: string): Holds => ({ kind: 'holds', coupons: noCoupons, condition })

/** For each coupon condition, the first presented coupon that satisfies it. One coupon may satisfy several. */
function consumed(uses: readonly CouponUse[], presented: readonly PresentedCoupon[]): readonly PresentedCoupon[] {
  const taken = new Set<PresentedCoupon>()
  for (const { matches } of uses) {
    const coupon = [...taken].some(matches) ? undefined : presented.find(matches)
    if (coupon) taken.add(coupon)
  }
  return [...taken]
}
