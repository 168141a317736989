import { defined } from '../../ground/kernel/defined.ts'
import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import { formatMinor } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'
import type { BudgetNeed } from '../campaign/budgets.ts'
import type { PresentedCoupon } from '../campaign/call-facts.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import { campaignsOf } from '../campaign/campaigns-of.ts'
import type { OfferedOption } from '../campaign/direct-message.ts'
import type { RedeemEffect } from '../campaign/effects.ts'
import { collectNeeds, type Holds, judge, judgeOffer, type Silent } from '../campaign/judge.ts'
import type { Firing } from '../campaign/kept-effects.ts'
import { countedAs, cutRedeem, firingsOf } from '../campaign/limits.ts'
import { restOf } from '../campaign/nearness.ts'
import { distinctNeeds, type FactNeed, isShared } from '../campaign/needs.ts'
import { isChosen } from '../campaign/options.ts'
import type { CompiledResult } from '../campaign/results.ts'
import {
  isSilent,
  namedBalance,
  type Trace,
  type TraceEntry,
  traceFired,
  traceRefused,
  traceSilent,
} from '../campaign/trace.ts'
import { bucketOf, ownBucket } from '../card/card.ts'
import { availableOf } from '../card/lots.ts'
import { BudgetRooms } from './budget-rooms.ts'
import { carryOut } from './carry-out.ts'
import { findOverBudget } from './effects/over-budget.ts'
import { findUnconverted } from './find-unconverted.ts'
import type { Fired, Redemption } from './fired-effect.ts'
import { keepSides } from './keep-sides.ts'
import type { Run } from './run.ts'
import type { RunContext } from './run-context.ts'
import type { RunInput } from './run-input.ts'
import { emptyResult, lengthsOf, type RunResult, RunWants } from './run-result.ts'
import { RunState } from './run-state.ts'

/** Whether a rule that only gives discounts has found nothing to take one off. */
function isIdle({ rule, discount, effects }: Fired): boolean {
  const isAnswered = effects.length === rule.results.length
  return isAnswered && discount === undefined && rule.results.every(({ name }) => name === 'discount')
}

function isOfBalance({ amount }: CompiledResult, { valueType, bucket }: RedeemEffect): boolean {
  const counted = amount?.ofBalance
  if (counted?.balanceType !== valueType.balanceType) return false
  return (counted.balanceCode ?? '') === valueType.balanceCode && bucketOf(valueType, counted.subtrack) === bucket
}

const noRedemptions: readonly Redemption[] = []
const noCoupons: readonly PresentedCoupon[] = []
const noIds: readonly string[] = []
const balanceKey = ({ id }: ValueType, bucket: string) => `${id} ${bucket}`

/** The steps to consider and explain a rule, and to carry out and store each of its effects. */
const stepsPerRule = 15
const stepsPerEffect = 60

const accountNeed: FactNeed = { kind: 'account' }
/** The number of no card: coupons that are restricted to cards are not for it. */
const noCardNumber = ''

/** What a run asks for, in the form of a decision's needs. */
export type RunNeed =
  | { readonly kind: 'facts'; readonly card?: number; readonly facts: readonly FactNeed[] }
  | { readonly kind: 'freeCoupons'; readonly setId: string; readonly count: number; readonly cardNumber?: string }
  | { readonly kind: 'budgets'; readonly budgets: readonly BudgetNeed[] }
  | { readonly kind: 'more'; readonly touches: { readonly offers: true } }

/**
 * Runs the rules of one call: discounts and refusals first, everything else after the payments. It changes the books
 * and collects all other effects. If the run needs more or is refused, the caller discards both.
 */
export class RuleRun implements Run {
  readonly state: RunState
  readonly result: RunResult
  readonly wants = new RunWants()
  readonly budgets: BudgetRooms
  readonly context: RunContext
  readonly options: OfferedOption[] = []
  private readonly rules: readonly CompiledRule[]
  /** By the place of their rules, as are the next two. */
  private readonly fired: (Fired | undefined)[] = []
  private readonly entries: (TraceEntry | undefined)[] = []
  private readonly steps: number[] = []
  private first: Trace = []
  /** What rules that have fired are going to redeem after the payments, by balance. */
  private pledged: Map<string, number> | undefined

  /** With `only`, that rule and no other. */
  constructor(input: RunInput, context: RunContext, only?: CompiledRule) {
    this.context = context
    this.state = new RunState(input, context)
    this.budgets = new BudgetRooms(context, this.state.facts, input.charged)
    this.result = emptyResult(input.checkout?.basket, this.budgets.charges)
    const account = context.past(this.cardId)?.account
    if (account) {
      this.state.showAccount(account)
      this.result.accounts.set(account.cardId, account)
    }
    const { facts } = this.state
    const campaigns = campaignsOf(context.brand, facts.money?.currency)
    if (campaigns.experiments.length > 0) keepSides(this, campaigns.experiments)
    const own = only ? [only] : campaigns.candidates(facts)
    this.rules = facts.tierMove ? [...own, ...campaigns.tierCandidates(facts)] : own
    this.wants.facts.push(...this.tierNeeds(), ...collectNeeds(this.rules, facts))
  }

  /** A checkout may reach a level, so the level is fetched together with what the rules ask for. */
  private tierNeeds(): FactNeed[] {
    const { program, card, tierPast, trigger } = this.state.facts
    if (trigger !== 'checkout' || !program?.tiers || !card || tierPast) return []
    return [{ kind: 'tier', program: program.id }]
  }

  /** Rules with a discount or a refusal, and those of their results. */
  runDiscounts(): Refusal | undefined {
    return this.each((rule, place) => (rule.phase === 'discount' ? this.consider(rule, place) : undefined))
  }

  /** All other rules, and the other results of rules that have fired, in order. */
  runRewards(): Refusal | undefined {
    return this.each((rule, place) => {
      if (rule.trigger === 'tier') this.result.beforeTier ??= lengthsOf(this.result)
      const before = this.fired[place]
      if (before) return this.reward(before)
      return rule.phase === 'reward' ? this.consider(rule, place) : undefined
    })
  }

  /** Runs one rule after the other, until one refuses the call or they have taken too much work. */
  private each(run: (rule: CompiledRule, place: number) => Refusal | undefined): Refusal | undefined {
    const { work } = this.context
    for (let place = 0; place < this.rules.length && !work.isOver; place += 1) {
      const rule = this.rules[place]
      const before = work.steps
      const refusal = rule && run(rule, place)
      this.steps[place] = (this.steps[place] ?? 0) + work.steps - before
      if (refusal) return refusal
    }
    return work.isOver ? this.refuseWork() : undefined
  }

  /** The trace names the rule that took most steps. It is the same each time, because steps are counted, not measured. */
  private refuseWork(): Refusal {
    const most = Math.max(...this.steps)
    const place = this.steps.indexOf(most)
    const rule = this.rules[place]
    const { limit } = this.context.work
    if (rule) this.entries[place] = traceSilent(rule, { kind: 'tooMuchWork', steps: Math.round(most), limit })
    return refuse(135)
  }

  private reward(fired: Fired): Refusal | undefined {
    this.pledge(fired, noRedemptions)
    return this.carryOut(fired, 'reward')
  }

  get cardId(): number | undefined {
    return this.state.facts.card?.id
  }

  /** Undefined if the run has everything it needs. */
  get needs(): readonly RunNeed[] | undefined {
    const { facts, coupons, forAnyCard, offers, referrer, any } = this.wants
    const budgets = this.budgets.needs
    if (!any && budgets.length === 0) return undefined
    const root = this.state.bookOf('root')?.card
    const number = root?.number
    const referrerId = referrer ? this.state.bookOf('referrer')?.card.id : undefined
    // Levels belong to root cards.
    const [tiers, others] = [facts.filter(({ kind }) => kind === 'tier'), facts.filter(({ kind }) => kind !== 'tier')]
    const factsOf = (card: number | undefined, wanted: readonly FactNeed[]) =>
      wanted.length > 0 ? [defined({ kind: 'facts' as const, card, facts: distinctNeeds(wanted) })] : []
    return [
      ...factsOf(root?.id, tiers),
      ...factsOf(this.cardId, others),
      ...[...coupons].map(([setId, count]) =>
        defined({
          kind: 'freeCoupons' as const,
          setId,
          count,
          cardNumber: forAnyCard.has(setId) ? noCardNumber : number,
        }),
      ),
      ...(referrerId === undefined ? [] : [{ kind: 'facts' as const, card: referrerId, facts: [accountNeed] }]),
      ...(budgets.length > 0 ? [{ kind: 'budgets' as const, budgets }] : []),
      ...(offers ? [{ kind: 'more' as const, touches: { offers: true as const } }] : []),
    ]
  }

  get trace(): Trace {
    return [...this.first, ...this.entries.filter((entry) => entry !== undefined)]
  }

  /** What happened before any rule ran. */
  explainFirst(entries: Trace): void {
    this.first = entries
  }

  private consider(rule: CompiledRule, place: number): Refusal | undefined {
    const { facts } = this.state
    facts.work.spend(stepsPerRule)
    if (rule.option) this.offer(rule)
    const verdict = judge(rule, facts)
    if (verdict.kind === 'needs') {
      this.ask(verdict.needs)
      return undefined
    }
    if (isSilent(verdict)) {
      this.entries[place] = traceSilent(rule, verdict, restOf(rule, verdict, facts))
      return undefined
    }
    const short = this.findShort(rule) ?? findUnconverted(this, rule) ?? findOverBudget(this, rule)
    if (!short) return this.fire(rule, place, verdict)
    this.entries[place] = traceSilent(rule, short)
    return undefined
  }

  private fire(rule: CompiledRule, place: number, holds: Holds): Refusal | undefined {
    const { facts } = this.state
    const before = this.bookmark()
    const used = holds.coupons.length === 0 ? noCoupons : this.presentedOf(holds)
    const codes = used.length === 0 ? noIds : used.filter(({ codeKey }) => codeKey !== undefined).map(({ id }) => id)
    facts.fired.add(rule)
    if (holds.coupons.length > 0) {
      facts.coupons = facts.coupons.filter((coupon) => !used.includes(coupon))
      this.result.usedCoupons.push(...used)
      const opening = (holds.opening ?? []).map((coupon) => ({ campaign: rule.campaign.id, coupon }))
      if (opening.length > 0) facts.opened = [...(facts.opened ?? []), ...opening]
    }
    this.result.firings.push(this.firingOf(rule))
    const fired: Fired = { rule, holds, effects: [], seenEvents: facts.events, pledge: noRedemptions }
    this.fired[place] = fired
    this.entries[place] = traceFired(rule, holds, fired.effects, codes)
    if (rule.phase === 'reward') return this.reward(fired)
    this.pledge(fired, this.redemptionsOf(rule.results))
    const refusal = this.carryOut(fired, 'discount')
    if (!refusal && isIdle(fired)) {
      this.takeBack(rule, before)
      this.fired[place] = undefined
      const { cappedBy: why = 'nothingToTake', counted } = fired.effects.find(({ cappedBy }) => cappedBy) ?? {}
      this.entries[place] = traceSilent(rule, defined({ kind: 'nothingToDiscount', why, counted }))
    }
    return refusal
  }

  private presentedOf({ coupons }: Holds): readonly PresentedCoupon[] {
    return coupons.flatMap((id) => this.state.facts.coupons.find((coupon) => coupon.id === id) ?? [])
  }

  private firingOf({ id, limits }: CompiledRule): Firing {
    const counted = countedAs(limits, this.state.facts)
    const { cardId } = this
    return cardId === undefined ? { rule: id, ...counted } : { rule: id, cardId, ...counted }
  }

  private bookmark() {
    const { coupons, opened } = this.state.facts
    const { usedCoupons, firings } = this.result
    return { coupons, opened, usedCoupons: usedCoupons.length, firings: firings.length }
  }

  /** A firing that turns out to give nothing uses no coupon, does not count, and excludes no other rule. */
  private takeBack(rule: CompiledRule, before: ReturnType<RuleRun['bookmark']>): void {
    const { facts } = this.state
    facts.fired.takeBack(rule)
    facts.coupons = before.coupons
    facts.opened = before.opened ?? []
    this.result.usedCoupons.length = before.usedCoupons
    this.result.firings.length = before.firings
  }

  private carryOut(fired: Fired, phase: 'discount' | 'reward'): Refusal | undefined {
    const { results } = fired.rule
    for (let place = 0; place < results.length; place += 1) {
      const result = results[place]
      if (result?.phase !== phase) continue
      // Later results of the rule redeem a fixed amount or refuse the call: a conversion leaves it to them.
      if (result.name === 'convert') this.pledge(fired, this.redemptionsOf(results.slice(place + 1), 'fixed'))
      const effect = result.effect(this.state.facts)
      this.context.work.spend(stepsPerEffect)
      if (effect.kind === 'needs') {
        this.ask([effect.need])
        continue
      }
      const carried = carryOut(this, { fired, result, effect })
      if (carried.kind === 'refusal') {
        fired.effects.push(traceRefused(effect, carried))
        return carried
      }
      fired.effects.push(carried)
    }
    if (phase === 'reward') this.pledge(fired, noRedemptions)
    return undefined
  }

  /** A rule redeems its whole amount or does not fire: missing points cannot be turned into money. */
  private findShort(rule: CompiledRule): Silent | undefined {
    for (const redemption of this.redemptionsOf(rule.results)) {
      const short = this.shortOf(redemption)
      if (short) return short
    }
    return undefined
  }

  /**
   * What these results of a rule would redeem now in total, once for each balance. `fixed` leaves out what is computed of
   * the balance itself: that is whatever is left by then.
   */
  private redemptionsOf(results: readonly CompiledResult[], which: 'all' | 'fixed' = 'all'): readonly Redemption[] {
    let sums: Redemption[] | undefined
    for (const result of results) {
      const effect = result.name === 'redeem' ? result.effect(this.state.facts) : undefined
      if (effect?.kind !== 'redeem') continue
      const { valueType, bucket } = effect
      if (which === 'fixed' && isOfBalance(result, effect)) continue
      const { amount } = cutRedeem(effect.amount, valueType)
      sums ??= []
      const same = sums.findIndex((one) => one.valueType === valueType && one.bucket === bucket)
      if (same === -1) sums.push({ valueType, bucket, amount })
      else sums[same] = { valueType, bucket, amount: amount + (sums[same]?.amount ?? 0) }
    }
    return sums ?? noRedemptions
  }

  private shortOf({ valueType, bucket, amount }: Redemption): Silent | undefined {
    const available = this.spendableOf(valueType, bucket)
    if (available >= amount) return undefined
    const show = (minor: number) => formatMinor(minor, valueType.scale)
    return { kind: 'short', ...namedBalance({ valueType, bucket }), asked: show(amount), available: show(available) }
  }

  /** What the card has of a balance, minus what rules that have fired are going to redeem. */
  spendableOf(valueType: ValueType, bucket = ownBucket): number {
    const { card, clock } = this.state.facts
    const present = card ? availableOf(card, { valueType: valueType.id, bucket }, clock.now) : 0
    return Math.max(0, present - (this.pledged?.get(balanceKey(valueType, bucket)) ?? 0))
  }

  /** Replaces what a rule is going to redeem. */
  private pledge(fired: Fired, pledge: readonly Redemption[]): void {
    for (const { valueType, bucket, amount } of fired.pledge) this.addPledge(balanceKey(valueType, bucket), -amount)
    for (const { valueType, bucket, amount } of pledge) this.addPledge(balanceKey(valueType, bucket), amount)
    fired.pledge = pledge
  }

  private addPledge(key: string, amount: number): void {
    this.pledged ??= new Map()
    this.pledged.set(key, (this.pledged.get(key) ?? 0) + amount)
  }

  private offer(rule: CompiledRule): void {
    const { option, uuid } = rule
    const offer = judgeOffer(rule, this.state.facts)
    if (typeof offer === 'object') this.ask(offer.needs)
    if (offer !== 'offered' || !option) return
    this.options.push(
      defined({
        optionId: option.id,
        choiceGroupId: option.group,
        maxSelectedOptions: option.maxSelected,
        selected: isChosen(rule, this.state.facts.choices),
        optionDisplayValue: option.display,
        campaignRuleUUID: uuid,
      }),
    )
  }

  /** The shared counters of a brand have one lock: if one is needed, all that could come up are asked for. */
  private ask(needs: readonly FactNeed[]): void {
    this.wants.facts.push(...needs)
    if (!needs.some((need) => need.kind === 'counter' && isShared(need))) return
    for (const { id, limits } of this.rules) {
      const shared = limits.filter(isShared).map((limit) => firingsOf(id, limit, this.state.facts))
      this.wants.facts.push(...shared.filter((need) => need !== undefined))
    }
  }
}
