import type { CallFacts } from './call-facts.ts'
import { type ConditionFailure, type CouponUse, fails, holds, type Judgement } from './finding.ts'
import { distinctNeeds, type FactNeed } from './needs.ts'

/** A condition or group, ready to be judged. */
export interface CompiledCondition {
  /** Its place in the file: `when[1].any[0]`. */
  readonly path: string
  /** The most that judging it can cost: see `costOf`. */
  readonly cost: number
  readonly judge: (facts: CallFacts) => Judgement
  /** Of an `all` group that the rule needs: the conditions that must hold, the cheapest first, without inner such groups. */
  readonly members?: readonly CompiledCondition[]
  /** Whether they are judged in this very order, so that all before one that fails have held. */
  readonly isInOrder?: boolean
}

/** An `all` group that the rule needs. It does what `group` does without the counting: it is what is judged most. */
export function all(path: string, checks: readonly CompiledCondition[]): CompiledCondition {
  const inOrder = byCost(checks)
  const judge = (facts: CallFacts): Judgement => {
    let coupons: readonly CouponUse[] = []
    let needs: readonly FactNeed[] = []
    for (const check of inOrder) {
      const finding = check.judge(facts)
      if (finding.kind === 'needs') needs = [...needs, ...finding.needs]
      else if (finding.kind === 'fails' && needs.length === 0) return finding
      else if (finding.coupons.length > 0) coupons = [...coupons, ...finding.coupons]
    }
    return needs.length > 0 ? { kind: 'needs', needs: distinctNeeds(needs) } : holds(coupons)
  }
  const members = byCost(inOrder.flatMap((check) => check.members ?? [check]))
  const isInOrder = inOrder.every((check) => !check.members)
  return { path, cost: costliest(checks), judge, members, isInOrder }
}

const byCost = (checks: readonly CompiledCondition[]) => checks.toSorted((a, b) => a.cost - b.cost)
const costliest = (checks: readonly CompiledCondition[]) => Math.max(0, ...checks.map((check) => check.cost))

interface Group {
  readonly path: string
  readonly kind: 'all' | 'any' | 'atLeast'
  readonly needed: number
  readonly checks: readonly CompiledCondition[]
  readonly wanted: boolean
}

/** What its book-keeping takes, besides its conditions. */
const stepsPerGroup = 15

/**
 * Holds when at least `needed` of its conditions do. Conditions whose facts are known are judged first, and nothing is
 * fetched if they decide the outcome. A failure that follows an unknown decides nothing: otherwise the explanation
 * would depend on what happened to have been fetched.
 */
export function group({ path, kind, needed, checks, wanted }: Group): CompiledCondition {
  const inOrder = byCost(checks)
  const spare = checks.length - needed
  const judge = (facts: CallFacts): Judgement => {
    const tally = new Tally()
    facts.work.spend(stepsPerGroup)
    if (needed === 0) return holds([])
    for (const check of inOrder) {
      tally.add(check.judge(facts))
      if (tally.freeHolds === needed || tally.freeFails > spare) break
    }
    if (tally.freeHolds < needed && tally.needs.length > 0) return { kind: 'needs', needs: distinctNeeds(tally.needs) }
    if (tally.holding.length >= needed) return holds(wanted ? tally.cheapest(tally.holding, needed) : [])
    const [first] = tally.failures
    const failure: ConditionFailure =
      kind === 'all' && first ? first : { path, group: kind, needed, of: checks.length, held: tally.holding.length }
    return fails(failure, wanted ? [] : tally.cheapest(tally.failing, spare + 1))
  }
  return { path, cost: costliest(checks), judge }
}

/** What a group has found so far. Outcomes that consume no coupon are preferred to those that do. */
class Tally {
  readonly holding: Judgement[] = []
  readonly failing: Judgement[] = []
  readonly failures: ConditionFailure[] = []
  readonly needs: FactNeed[] = []
  freeHolds = 0
  /** Failures seen before anything unknown. */
  freeFails = 0

  add(finding: Judgement): void {
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

  cheapest(findings: readonly Judgement[], count: number) {
    return findings
      .map((finding) => (finding.kind === 'needs' ? [] : finding.coupons))
      .toSorted((a, b) => a.length - b.length)
      .slice(0, count)
      .flat()
  }
}

export function none(path: string, checks: readonly CompiledCondition[], wanted: boolean): CompiledCondition {
  const any = group({ path, kind: 'any', needed: 1, checks, wanted: !wanted })
  const judge = (facts: CallFacts): Judgement => {
    const finding = any.judge(facts)
    if (finding.kind === 'needs') return finding
    if (finding.kind === 'fails') return holds(finding.coupons)
    return fails({ path, group: 'none', needed: 0, of: checks.length, held: 1 }, finding.coupons)
  }
  return { path, cost: any.cost, judge }
}
