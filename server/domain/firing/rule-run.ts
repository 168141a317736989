import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import { findUnchosen } from '../campaign/added-product.ts'
import type { CompiledRule, Contest } from '../campaign/campaigns.ts'
import { campaignsOf } from '../campaign/campaigns-of.ts'
import type { OfferedOption } from '../campaign/direct-message.ts'
import { collectNeeds, type Holds, judge, judgeOffer, type Silent } from '../campaign/judge.ts'
import type { Firing } from '../campaign/kept-effects.ts'
import { countedAs, firingsOf } from '../campaign/limits.ts'
import { restOf } from '../campaign/nearness.ts'
import { type FactNeed, isLocking, isShared } from '../campaign/needs.ts'
import { isSilent, type Trace, type TraceEntry, traceFired, traceRefused, traceSilent } from '../campaign/trace.ts'
import { BudgetRooms } from './budget-rooms.ts'
import { candidatesOf } from './candidates.ts'
import { carryOut } from './carry-out.ts'
import { Bars } from './contest/bars.ts'
import { clashesOf } from './contest/combination.ts'
import { Contests, type Decided } from './contest/contests.ts'
import { findOverCap } from './contest/over-cap.ts'
import { findTooManyCodes } from './contest/too-many-codes.ts'
import { Trial } from './contest/trial.ts'
import { findOverBudget } from './effects/over-budget.ts'
import { findUnconverted } from './find-unconverted.ts'
import type { Fired } from './fired-effect.ts'
import { idleWhy, isIdle } from './idle.ts'
import { keepSides } from './keep-sides.ts'
import { showChoice, showOption } from './offered-option.ts'
import { noRedemptions, Pledges } from './pledges.ts'
import type { Run } from './run.ts'
import type { RunContext } from './run-context.ts'
import type { RunInput } from './run-input.ts'
import { needsOf, type RunNeed } from './run-needs.ts'
import { emptyResult, lengthsOf, type RunResult, RunWants } from './run-result.ts'
import { RunState } from './run-state.ts'
import { takeCoupons } from './take-coupons.ts'

const noIds: readonly string[] = []
const noOptions: readonly OfferedOption[] = []

/** The steps to consider and explain a rule, and to carry out and store each of its effects. */
const stepsPerRule = 15
const stepsPerEffect = 60

/**
 * Runs the rules of one call: discounts and refusals first, everything else after the payments. It changes the books
 * and collects all other effects. If the run needs more or is refused, the caller discards both.
 */
export class RuleRun implements Run {
  readonly state: RunState
  readonly result: RunResult
  readonly wants = new RunWants()
  readonly budgets: BudgetRooms
  readonly pledges: Pledges
  readonly context: RunContext
  private readonly rules: readonly CompiledRule[]
  /** By the place of their rules, as are the next three. */
  private readonly fired: (Fired | undefined)[] = []
  private readonly entries: (TraceEntry | undefined)[] = []
  private readonly steps: number[] = []
  private readonly offered: (OfferedOption | undefined)[] = []
  private readonly choices: (readonly OfferedOption[] | undefined)[] = []
  private first: Trace = []
  /** Most calls have no rules that compete. */
  private known: Contests | undefined
  private places: ReadonlyMap<CompiledRule, number> | undefined
  /** Where the run was before the discounts, and who gave way since, if some do not stand beside others. */
  private clashes: { readonly start: Trial; readonly bars: Bars } | undefined

  /** With `only`, that rule and no other. */
  constructor(input: RunInput, context: RunContext, only?: CompiledRule) {
    this.context = context
    this.state = new RunState(input, context)
    this.pledges = new Pledges(this.state)
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
    const own = only ? [only] : candidatesOf(campaigns, facts, context)
    this.rules = facts.tierMove ? [...own, ...campaigns.tierCandidates(facts)] : own
    this.wants.facts.push(...this.tierNeeds(), ...collectNeeds(this.rules, facts))
  }

  /** A checkout may reach a level, so the level is fetched together with what the rules ask for. */
  private tierNeeds(): FactNeed[] {
    const { program, card, tierPast, trigger } = this.state.facts
    if (trigger !== 'checkout' || !program?.tiers || !card || tierPast) return []
    return [{ kind: 'tier', program: program.id }]
  }

  /**
   * Rules with a discount or a refusal, and those of their results. Where one turns out to be better than others that it
   * does not stand beside, they begin anew without those.
   */
  runDiscounts(): Refusal | undefined {
    const discount = (rule: CompiledRule, place: number) =>
      rule.phase === 'discount' ? this.consider(rule, place) : undefined
    if (!this.mayClash) return this.each(discount)
    const [start, bars] = [new Trial(this), new Bars()]
    this.clashes = { start, bars }
    const before = this.result.mutations.length
    for (;;) {
      const refusal = this.each(discount)
      if (refusal || this.wants.any || !bars.isChanged(this.state.facts.fired)) return refusal
      this.rewind(start, before)
    }
  }

  /** Whether any two discounts of this call may have to exclude each other. */
  private get mayClash(): boolean {
    const { combine } = this.context.brand.document.promotions ?? {}
    return this.rules.some(({ kinds, beside }) => kinds.length > 0 && (combine !== undefined || beside !== undefined))
  }

  private rewind(start: Trial, mutations: number): void {
    const { result } = this
    this.state.restore(start.state)
    this.budgets.restore(start.budgets)
    this.pledges.restore(start.pledges)
    this.known = undefined
    result.basket = start.result.basket
    result.mutations.length = mutations
    for (const list of [this.fired, this.entries, this.offered, this.choices, result.firings, result.usedCoupons])
      list.length = 0
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
    if (fired.isRewarded) return undefined
    fired.isRewarded = true
    this.pledges.replace(fired, noRedemptions)
    return this.carryOut(fired, 'reward')
  }

  get cardId(): number | undefined {
    return this.state.facts.card?.id
  }

  /** Undefined if the run has everything it needs. */
  get needs(): readonly RunNeed[] | undefined {
    return needsOf(this)
  }

  /** What the caller may choose, in the order in which rules run. */
  get options(): readonly OfferedOption[] {
    const of = (phase: CompiledRule['phase']) =>
      this.rules.flatMap((rule, place) => {
        const [own, products] = [this.offered[place], this.choices[place]]
        return rule.phase === phase && (own || products) ? [...(own ? [own] : []), ...(products ?? [])] : []
      })
    return this.offered.length + this.choices.length === 0 ? noOptions : [...of('discount'), ...of('reward')]
  }

  get trace(): Trace {
    return [...this.first, ...this.entries.filter((entry) => entry !== undefined)]
  }

  /** What happened before any rule ran. */
  explainFirst(entries: Trace): void {
    this.first = entries
  }

  private placeOf(rule: CompiledRule): number {
    this.places ??= new Map(this.rules.map((one, place) => [one, place]))
    return this.places.get(rule) ?? -1
  }

  private get contests(): Contests {
    this.known ??= new Contests(this)
    return this.known
  }

  /** A rule that competes has its turn with the first of its group. */
  private consider(rule: CompiledRule, place: number): Refusal | undefined {
    const { contest } = rule
    if (this.entries[place] || this.clashes?.bars.isPending) return undefined
    if (!contest || this.contests.hasWon(contest)) return this.judge(rule, place)
    const taken = this.contests.taken(contest)
    if (taken) return this.judge(rule, place, taken)
    if (contest.group.best !== 'first') return this.compete(contest, place)
    const refusal = this.judge(rule, place)
    if (this.fired[place]) this.contests.win(contest)
    return refusal
  }

  /** Those of its group that would give most, or least, fire at once: so they give what they were measured to give. */
  private compete(contest: Contest, place: number): Refusal | undefined {
    const own = this.rules[place]
    if (!own) return undefined
    for (;;) {
      const decided = this.contests.decide(contest, own, this.rivalsOf(own, place))
      if (this.wants.any || this.context.work.isOver) return undefined
      if (!decided) return this.judge(own, place)
      const refusal = this.settle(decided, own.phase)
      const idle = decided.winners.filter(({ gift }) => !gift.rules.some((rule) => this.fired[this.placeOf(rule)]))
      if (refusal || this.clashes?.bars.isPending) return refusal
      if (idle.length === 0)
        return this.entries[place] ? undefined : this.judge(own, place, this.contests.taken(contest))
      // Who won could not stand beside others, or found nothing left: the next best has its place.
      for (const { contest: side } of idle) this.contests.giveBack(side)
      for (const { rule } of decided.losers) this.entries[this.placeOf(rule)] = undefined
    }
  }

  private settle({ winners, losers }: Decided, phase: CompiledRule['phase']): Refusal | undefined {
    for (const { contest } of winners) this.contests.win(contest)
    for (const { rule, why } of losers) {
      const place = this.placeOf(rule)
      this.offer(rule, place)
      this.offerChoices(rule, place)
      this.entries[place] = traceSilent(rule, why)
    }
    for (const rule of winners.flatMap(({ gift }) => gift.rules)) {
      const refusal = this.judge(rule, this.placeOf(rule), undefined, rule.phase !== phase)
      if (refusal) return refusal
    }
    return undefined
  }

  /** Those of its group and trigger whose turn has not come, be it in this phase or the next. */
  private rivalsOf({ contest, trigger, phase }: CompiledRule, place: number): readonly CompiledRule[] {
    return this.rules.filter((rule, at) => {
      if (rule.contest?.group.id !== contest?.group.id || rule.trigger !== trigger || this.entries[at]) return false
      return rule.phase === phase ? at >= place : phase === 'discount'
    })
  }

  /** `taken`: why it does not fire even if it holds. `isEarly`: it fires now, and gives what it gives in its own phase. */
  private judge(rule: CompiledRule, place: number, taken?: Silent, isEarly = false): Refusal | undefined {
    const { facts } = this.state
    facts.work.spend(stepsPerRule)
    this.offer(rule, place)
    const verdict = judge(rule, facts)
    if (verdict.kind === 'needs') {
      this.ask(verdict.needs)
      return undefined
    }
    if (isSilent(verdict)) {
      this.entries[place] = traceSilent(rule, verdict, restOf(rule, verdict, facts))
      return undefined
    }
    this.offerChoices(rule, place)
    const obstacle =
      findUnchosen(rule, facts) ??
      taken ??
      this.clashes?.bars.of(rule) ??
      this.pledges.findShort(rule) ??
      findUnconverted(this, rule) ??
      findOverBudget(this, rule) ??
      findOverCap(this, rule) ??
      findTooManyCodes(this, verdict) ??
      this.findBetter(rule)
    if (!obstacle) return this.fire(rule, place, verdict, isEarly)
    this.entries[place] = traceSilent(rule, obstacle)
    return undefined
  }

  /** Why a rule does not fire: what it does not stand beside gives as much or more. Else that is barred. */
  private findBetter(rule: CompiledRule): Silent | undefined {
    if (!this.clashes) return undefined
    const standing = this.fired.flatMap((fired) => (fired?.discount || fired?.hasAdded ? fired.rule : []))
    const clashes = clashesOf(rule, standing, this.context.brand.document.promotions?.combine)
    if (clashes.length === 0) return undefined
    const others = standing.filter((one) => !clashes.includes(one))
    return this.clashes.bars.contend(this.clashes.start, { rule, clashes, others })
  }

  private fire(rule: CompiledRule, place: number, holds: Holds, isEarly: boolean): Refusal | undefined {
    const { facts } = this.state
    const before = this.bookmark()
    facts.fired.add(rule)
    const used = takeCoupons(this, rule, holds)
    const codes = used.length === 0 ? noIds : used.filter(({ codeKey }) => codeKey !== undefined).map(({ id }) => id)
    this.result.firings.push(this.firingOf(rule))
    const fired: Fired = { rule, holds, effects: [], seenEvents: facts.events, pledge: noRedemptions }
    this.fired[place] = fired
    this.entries[place] = traceFired(rule, holds, fired.effects, codes)
    if (rule.phase === 'reward' && !isEarly) return this.reward(fired)
    this.pledges.replace(fired, this.pledges.redemptionsOf(rule.results))
    const refusal = this.carryOut(fired, 'discount')
    if (!refusal && !isEarly && isIdle(fired)) {
      this.takeBack(rule, before)
      this.fired[place] = undefined
      this.entries[place] = traceSilent(rule, idleWhy(fired))
    }
    return refusal
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
      if (result.name === 'convert')
        this.pledges.replace(fired, this.pledges.redemptionsOf(results.slice(place + 1), 'fixed'))
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
    if (phase === 'reward') this.pledges.replace(fired, noRedemptions)
    return undefined
  }

  private offer(rule: CompiledRule, place: number): void {
    const { option, uuid } = rule
    if (!option || this.offered[place]) return
    const offer = judgeOffer(rule, this.state.facts)
    if (typeof offer === 'object') this.ask(offer.needs)
    if (offer === 'offered') this.offered[place] = showOption(this, { uuid, option })
  }

  /** A rule that holds lists the products that it lets one choose, whether or not one was chosen. */
  private offerChoices({ results }: CompiledRule, place: number): void {
    const choices = results.flatMap(({ product }) => product?.choices ?? [])
    if (choices.length > 0) this.choices[place] = choices.map((choice) => showChoice(this, choice))
  }

  /** The shared counters of a brand have one lock: if one is needed, all that could come up are asked for. */
  ask(needs: readonly FactNeed[]): void {
    this.wants.facts.push(...needs)
    if (!needs.some(isLocking)) return
    for (const { id, limits } of this.rules) {
      const shared = limits.filter(isShared).map((limit) => firingsOf(id, limit, this.state.facts))
      this.wants.facts.push(...shared.filter((need) => need !== undefined))
    }
  }
}
