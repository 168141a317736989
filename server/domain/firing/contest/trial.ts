import { addRatios, type Ratio, zeroRatio } from '../../../ground/kernel/ratio.ts'
import { findUnchosen } from '../../campaign/added-product.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { IssueEffect } from '../../campaign/effects.ts'
import { judge } from '../../campaign/judge.ts'
import type { FactNeed } from '../../campaign/needs.ts'
import type { CompiledResult } from '../../campaign/results.ts'
import type { BudgetRooms } from '../budget-rooms.ts'
import { addProduct } from '../effects/add-product.ts'
import { holderOf, obstacleTo, takeIssuable } from '../effects/move-balance.ts'
import { findOverBudget } from '../effects/over-budget.ts'
import { takeDiscount } from '../effects/take-discount.ts'
import { findUnconverted } from '../find-unconverted.ts'
import type { Fired } from '../fired-effect.ts'
import { noRedemptions, Pledges } from '../pledges.ts'
import type { Run } from '../run.ts'
import type { RunContext } from '../run-context.ts'
import { emptyResult, type RunResult, type RunWants } from '../run-result.ts'
import { RunState } from '../run-state.ts'
import { takeCoupons } from '../take-coupons.ts'
import { findOverCap } from './over-cap.ts'
import { Reckoning } from './reckoning.ts'
import { findTooManyCodes } from './too-many-codes.ts'

/** What a rule or several would give. */
export interface Gift {
  readonly worth: Ratio
  /** Those that would fire. */
  readonly rules: readonly CompiledRule[]
}

/** Whose gift counts: what the customer gets, or what the merchant gives, to a referrer as well. */
export type Side = 'customer' | 'merchant'

/** The steps to judge a rule and to compute one effect of it. */
const stepsPerRule = 15
const stepsPerEffect = 30

/**
 * A run from where another one is, which nobody carries out: it finds out what rules would give if they fired now. What
 * it turns out to need is asked for by the other one.
 */
export class Trial implements Run {
  readonly context: RunContext
  readonly state: RunState
  readonly result: RunResult
  readonly wants: RunWants
  readonly budgets: BudgetRooms
  readonly pledges: Pledges
  readonly reckoning: Reckoning
  private readonly before: Run
  /** What was issued so far, by holder and balance: the books are left alone. */
  private readonly issued = new Map<string, number>()

  constructor(before: Run) {
    const { context, state, result, wants, budgets, pledges } = before
    this.before = before
    this.context = context
    this.state = new RunState(state.input, context, state.facts)
    this.wants = wants
    this.budgets = budgets.fork()
    this.pledges = new Pledges(this.state, pledges)
    this.result = emptyResult(result.basket, this.budgets.charges)
    this.result.usedCoupons.push(...result.usedCoupons)
    this.reckoning = new Reckoning(this)
  }

  get cardId() {
    return this.before.cardId
  }

  ask(needs: readonly FactNeed[]): void {
    this.before.ask(needs)
  }

  /** Undefined if none of the rules would fire, or it is not known yet. */
  measure(rules: readonly CompiledRule[], whose: Side): Gift | undefined {
    const fired: Fired[] = []
    for (const rule of rules) if (rule.phase === 'discount') fired.push(...this.fire(rule))
    for (const rule of rules) if (rule.phase === 'reward') fired.push(...this.fire(rule))
    if (fired.length === 0) return undefined
    const parts = fired.map((one) => addRatios(this.discountOf(one), this.issuedBy(one, whose)))
    return { worth: parts.reduce(addRatios, zeroRatio), rules: fired.map(({ rule }) => rule) }
  }

  /** As `RuleRun` does it, but for what comes after the payments. */
  private fire(rule: CompiledRule): Fired[] {
    const { facts } = this.state
    this.context.work.spend(stepsPerRule)
    const verdict = judge(rule, facts)
    if (verdict.kind === 'needs') this.ask(verdict.needs)
    if (verdict.kind !== 'holds') return []
    const obstacle =
      findUnchosen(rule, facts) ??
      this.pledges.findShort(rule) ??
      findUnconverted(this, rule) ??
      findOverBudget(this, rule) ??
      findOverCap(this, rule) ??
      findTooManyCodes(this, verdict)
    if (obstacle) return []
    const { coupons, opened } = facts
    const used = this.result.usedCoupons.length
    facts.fired.add(rule)
    takeCoupons(this, rule, verdict)
    const fired: Fired = { rule, holds: verdict, effects: [], seenEvents: facts.events, pledge: noRedemptions }
    for (const result of rule.results) if (result.discount || result.product) this.changeGoods(fired, result)
    if (fired.discount || fired.hasAdded || rule.results.some(({ discount, product }) => !discount && !product)) {
      this.pledges.replace(fired, this.pledges.redemptionsOf(rule.results))
      return [fired]
    }
    // A rule that only gives discounts or adds products, and can do neither, does not fire.
    facts.fired.takeBack(rule)
    Object.assign(facts, { coupons, opened: opened ?? [] })
    this.result.usedCoupons.length = used
    return []
  }

  private changeGoods(fired: Fired, result: CompiledResult): void {
    this.context.work.spend(stepsPerEffect)
    const effect = result.effect(this.state.facts)
    if (effect.kind === 'needs') this.ask([effect.need])
    if (effect.kind === 'discount') takeDiscount(this, { fired, result, effect })
    if (effect.kind === 'addProduct') addProduct(this, { fired, result, effect })
  }

  private discountOf({ discount }: Fired): Ratio {
    return discount ? this.reckoning.discount(discount.amount) : zeroRatio
  }

  private issuedBy({ rule }: Fired, whose: Side): Ratio {
    let sum = zeroRatio
    for (const result of rule.results) {
      if (result.name !== 'issue') continue
      this.context.work.spend(stepsPerEffect)
      const effect = result.effect(this.state.facts)
      if (effect.kind === 'needs') this.ask([effect.need])
      if (effect.kind !== 'issue') continue
      const amount = this.issue(rule, effect)
      if (effect.to !== 'referrer' || whose === 'merchant')
        sum = addRatios(sum, this.reckoning.issued(effect.valueType, amount))
    }
    return sum
  }

  private issue(rule: CompiledRule, effect: IssueEffect): number {
    const holder = effect.to === 'card' ? holderOf(this, { rule }) : effect.to
    const card = this.state.bookOf(holder)?.card
    if (!card || (holder === 'referrer' && obstacleTo(card, this.context.now))) return 0
    const key = `${holder} ${effect.valueType.id} ${effect.bucket}`
    const pending = this.issued.get(key) ?? 0
    const { amount } = takeIssuable(this, { rule, effect, card, pending })
    this.issued.set(key, pending + amount)
    return amount
  }
}
