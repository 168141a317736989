import type { FactValue } from '../brand/facts/reading.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import type { Comparison, Condition } from '../brand/rules/conditions.ts'
import type { CallFacts } from './call-facts.ts'
import { valueTest } from './compare.ts'
import { all, type CompiledCondition, group, none } from './condition-groups.ts'
import { costOf, readerOf } from './facts/fact-readers.ts'
import { type CouponAsked, isPresentedFact, matchesCoupon } from './facts/presented.ts'
import {
  type CouponUse,
  type FailedComparison,
  fails,
  failureOf,
  holds,
  isCampaignWide,
  type Judgement,
  openingCoupons,
} from './finding.ts'

/** Conditions that must all hold, each named by its path. */
export function compileConditions(conditions: readonly PlacedCondition[], owner: FactOwner): CompiledCondition {
  const checks = conditions.map(({ path, condition }) => compile(condition, path, { owner, wanted: true }))
  return all('when', checks)
}

export interface PlacedCondition {
  readonly path: string
  readonly condition: Condition
}

/** `wanted` is the outcome that makes the rule hold: false inside a `none`. Only that outcome can consume coupons. */
interface Frame {
  readonly owner: FactOwner
  readonly wanted: boolean
}

function compile(condition: Condition, path: string, frame: Frame): CompiledCondition {
  const { wanted } = frame
  const within = (kind: string, list: readonly Condition[], inner = frame) =>
    list.map((one, index) => compile(one, `${path}.${kind}[${index}]`, inner))
  if ('fact' in condition) return comparison(condition, path, frame)
  if ('all' in condition) {
    const checks = within('all', condition.all)
    return wanted ? all(path, checks) : group({ path, kind: 'all', needed: checks.length, checks, wanted })
  }
  if ('any' in condition) return group({ path, kind: 'any', needed: 1, checks: within('any', condition.any), wanted })
  if ('none' in condition) return none(path, within('none', condition.none, { ...frame, wanted: !wanted }), wanted)
  const checks = within('of', condition.of)
  return group({ path, kind: 'atLeast', needed: condition.atLeast, checks, wanted })
}

function comparison(asked: Comparison, path: string, { owner, wanted }: Frame): CompiledCondition {
  const read = readerOf(asked.fact, asked, owner)
  const test = valueTest(asked)
  const failure = failureOf(asked, path)
  const cost = costOf(asked.fact)
  const steps = stepsOf[cost]
  const use = couponUse(asked, path)
  const opens = isPresentedFact(asked.fact) && isCampaignWide(path)
  const whyNot = asked.fact === 'code' ? blockedCode(asked) : undefined
  const judge = (facts: CallFacts): Judgement => {
    facts.work.spend(steps)
    const reading = read(opens ? withOpening(facts, owner.campaign) : facts)
    if (reading.kind === 'needs') return { kind: 'needs', needs: [reading.need] }
    const value: FactValue | undefined = reading.kind === 'value' ? reading.value : undefined
    const isTrue = test(value)
    const coupons = value === true && isTrue === wanted ? use : []
    if (isTrue) return holds(coupons)
    const blockedCode = whyNot && value === false ? whyNot(facts) : undefined
    return fails(blockedCode === undefined ? failure(value) : { ...failure(value), blockedCode }, coupons)
  }
  return { path, cost, judge }
}

/** A coupon that one rule used for a condition of the whole campaign satisfies that condition for all its rules. */
function withOpening(facts: CallFacts, campaign: string): CallFacts {
  const opened = openingCoupons(facts, campaign)
  return opened.length === 0 ? facts : { ...facts, coupons: [...facts.coupons, ...opened] }
}

/** What a comparison takes by the cost of its fact: for one of the past, the question is put into words first. */
const stepsOf = { 0: 4, 1: 5, 2: 20 } as const

/** `exists` and `missing` are decided by the fact alone and use no coupon. */
function couponUse(asked: Comparison & CouponAsked, path: string): readonly CouponUse[] {
  if (!isPresentedFact(asked.fact) || asked.op === 'exists' || asked.op === 'missing') return []
  return [{ path, matches: matchesCoupon(asked.fact, asked) }]
}

/** Why a code that was presented does not count. */
function blockedCode({ set }: CouponAsked): (facts: CallFacts) => FailedComparison['blockedCode'] {
  return ({ blockedCodes = [] }) => {
    const blocked = blockedCodes.find((one) => set === undefined || one.set === set)
    return blocked && { code: blocked.code, by: blocked.by }
  }
}
