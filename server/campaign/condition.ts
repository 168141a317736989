import type { Comparison, Condition } from '../brand/rules/conditions.ts'
import { valueTest } from './compare.ts'
import { type CouponAsked, matchesCoupon } from './facts/checkout-facts.ts'
import { costOf, readerOf } from './facts/fact-readers.ts'
import type { FactOwner, FactValue } from './facts/reading.ts'
import { type Failure, type Finding, fails, failureOf, holds } from './finding.ts'
import { distinctNeeds, type FactNeed } from './needs.ts'
import type { Situation } from './situation.ts'

/** A condition or group, ready to be judged. */
export interface Check {
  /** Where it stands: `when[1].any[0]`. */
  readonly path: string
  /** What looking at it takes, at most: see `costOf`. */
  readonly cost: number
  readonly judge: (situation: Situation) => Finding
}

/** Conditions that must all hold, each called by its place. */
export function compileConditions(conditions: readonly Placed[], owner: FactOwner): Check {
  const checks = conditions.map(({ path, condition }) => compile(condition, path, { owner, wanted: true }))
  return group({ path: 'when', kind: 'all', needed: checks.length, checks, wanted: true })
}

export interface Placed {
  readonly path: string
  readonly condition: Condition
}

/** `wanted` is the outcome that helps the rule to hold: false within a `none`. Only it can consume coupons. */
interface Frame {
  readonly owner: FactOwner
  readonly wanted: boolean
}

function compile(condition: Condition, path: string, frame: Frame): Check {
  const { wanted } = frame
  const within = (kind: string, list: readonly Condition[], inner = frame) =>
    list.map((one, index) => compile(one, `${path}.${kind}[${index}]`, inner))
  if ('fact' in condition) return comparison(condition, path, frame)
  if ('all' in condition) {
    const checks = within('all', condition.all)
    return group({ path, kind: 'all', needed: checks.length, checks, wanted })
  }
  if ('any' in condition) return group({ path, kind: 'any', needed: 1, checks: within('any', condition.any), wanted })
  if ('none' in condition) return none(path, within('none', condition.none, { ...frame, wanted: !wanted }), wanted)
  const checks = within('of', condition.of)
  return group({ path, kind: 'atLeast', needed: condition.atLeast, checks, wanted })
}

function comparison(asked: Comparison, path: string, { owner, wanted }: Frame): Check {
  const read = readerOf(asked.fact, asked, owner)
  const test = valueTest(asked)
  const judge = (situation: Situation): Finding => {
    const reading = read(situation)
    if (reading.kind === 'needs') return { kind: 'needs', needs: [reading.need] }
    const value: FactValue | undefined = reading.kind === 'value' ? reading.value : undefined
    const isTrue = test(value)
    const coupons = asked.fact === 'coupon' && value === true && isTrue === wanted ? couponUse(asked, path) : []
    return isTrue ? holds(coupons) : fails(failureOf(asked, path, value), coupons)
  }
  return { path, cost: costOf(asked.fact), judge }
}

/** `exists` and `missing` are answered by the fact alone, not by the coupon. */
function couponUse(asked: Comparison & CouponAsked, path: string) {
  return asked.op === 'exists' || asked.op === 'missing' ? [] : [{ path, matches: matchesCoupon(asked) }]
}

interface Group {
  readonly path: string
  readonly kind: 'all' | 'any' | 'atLeast'
  readonly needed: number
  readonly checks: readonly Check[]
  readonly wanted: boolean
}

/**
 * Holds when so many of its conditions do. What is at hand is judged first, and nothing is fetched where that
 * decides; but a failure behind something unknown decides nothing, or the explanation would depend on luck.
 */
function group({ path, kind, needed, checks, wanted }: Group): Check {
  const inOrder = checks.toSorted((a, b) => a.cost - b.cost)
  const spare = checks.length - needed
  const judge = (situation: Situation): Finding => {
    const tally = new Tally()
    if (needed === 0) return holds([])
    for (const check of inOrder) {
      tally.add(check.judge(situation))
      if (tally.freeHolds === needed || tally.freeFails > spare) break
    }
    if (tally.freeHolds < needed && tally.needs.length > 0) return { kind: 'needs', needs: distinctNeeds(tally.needs) }
    if (tally.holding.length >= needed) return holds(wanted ? tally.cheapest(tally.holding, needed) : [])
    const [first] = tally.failures
    const failure: Failure =
      kind === 'all' && first ? first : { path, group: kind, needed, of: checks.length, held: tally.holding.length }
    return fails(failure, wanted ? [] : tally.cheapest(tally.failing, spare + 1))
  }
  return { path, cost: Math.max(0, ...checks.map((check) => check.cost)), judge }
}

/** What a group has found so far. Outcomes that would consume no coupon are preferred to those that would. */
class Tally {
  readonly holding: Finding[] = []
  readonly failing: Finding[] = []
  readonly failures: Failure[] = []
  readonly needs: FactNeed[] = []
  freeHolds = 0
  /** Failures that were seen while nothing was unknown. */
  freeFails = 0

  add(finding: Finding): void {
    if (finding.kind === 'needs') {
      this.needs.push(...finding.needs)
      return
    }
    const isFree = finding.coupons.length === 0
    if (finding.kind === 'holds') {
      this.holding.push(finding)
      if (isFree) this.freeHolds += 1
    } else {
      this.failing.push(finding)
      this.failures.push(finding.failure)
      if (isFree && this.needs.length === 0) this.freeFails += 1
    }
  }

  cheapest(findings: readonly Finding[], count: number) {
    return findings
      .map((finding) => (finding.kind === 'needs' ? [] : finding.coupons))
      .toSorted((a, b) => a.length - b.length)
      .slice(0, count)
      .flat()
  }
}

function none(path: string, checks: readonly Check[], wanted: boolean): Check {
  const any = group({ path, kind: 'any', needed: 1, checks, wanted: !wanted })
  const judge = (situation: Situation): Finding => {
    const finding = any.judge(situation)
    if (finding.kind === 'needs') return finding
    if (finding.kind === 'fails') return holds(finding.coupons)
    return fails({ path, group: 'none', needed: 0, of: checks.length, held: 1 }, finding.coupons)
  }
  return { path, cost: any.cost, judge }
}
