import { defined } from '../../ground/kernel/defined.ts'
import { formatPrice, type Minor } from '../../ground/kernel/money.ts'
import {
  type BudgetCounter,
  type BudgetNeed,
  type BudgetOf,
  type BudgetPeriod,
  budgetKey,
  type Charge,
  type CompiledBudget,
  costOf,
  periodAt,
  worthOf,
} from '../campaign/budgets.ts'
import type { CallFacts } from '../campaign/call-facts.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import type { Silent } from '../campaign/judge.ts'
import type { RunContext } from './run-context.ts'

interface BudgetPlace {
  readonly budget: CompiledBudget
  readonly counter: BudgetCounter
  readonly period: BudgetPeriod
  readonly key: string
}

const noNeeds: readonly BudgetNeed[] = []

/**
 * What budgets leave to the rules of a call, and what these take of them. While it is not known yet how much a budget
 * has left, rules give as if there were enough, so that it is known how much to ask for.
 */
export class BudgetRooms {
  readonly charges: Charge[] = []
  private readonly context: Pick<RunContext, 'budget' | 'brand' | 'call'>
  private readonly facts: Pick<CallFacts, 'clock'>
  /** Most rules have no budget, so that most calls need neither of these. */
  private taken: Map<string, Minor> | undefined
  private wanted: Map<string, BudgetNeed> | undefined
  private places: Map<CompiledBudget, BudgetPlace> | undefined

  /** `before` is what earlier runs of the same call have taken. */
  constructor(
    context: Pick<RunContext, 'budget' | 'brand' | 'call'>,
    facts: Pick<CallFacts, 'clock'>,
    before: readonly Pick<Charge, 'counter' | 'period' | 'amount'>[] = [],
  ) {
    this.context = context
    this.facts = facts
    for (const charge of before) this.take(budgetKey(charge), charge.amount)
  }

  /** The same, to try what rules would take: it takes nothing, but what it has to know is asked for here. */
  fork(): BudgetRooms {
    const copy = new BudgetRooms(this.context, this.facts)
    if (this.taken) copy.taken = new Map(this.taken)
    copy.places = this.places ??= new Map()
    copy.wanted = this.wanted ??= new Map()
    return copy
  }

  /** As they were, when `before` was made of them. */
  restore(before: BudgetRooms): void {
    this.charges.length = 0
    this.taken = before.taken && new Map(before.taken)
  }

  /** What has to be known before the rules of this call can be carried out. */
  get needs(): readonly BudgetNeed[] {
    return this.wanted ? [...this.wanted.values()] : noNeeds
  }

  /** Why a rule does not fire: one of its budgets is spent. */
  findSpent(rule: CompiledRule): Silent | undefined {
    for (const budget of rule.budgets) {
      const place = this.placeOf(budget)
      if (!place) continue
      const left = this.leftOf(place)
      if (left === undefined) this.wantSome(place)
      else if (worthOf(left, place.counter) <= 0) return this.overBudget(place)
    }
    return undefined
  }

  /**
   * Whether anything is left has to be known also for a rule that then gives nothing, as where there is no card: else it
   * would depend on what other calls have asked for whether it fires.
   */
  private wantSome({ counter, period, key }: BudgetPlace): void {
    const want = this.takenOf(key) + costOf(1, counter)
    const need = { counter: counter.name, period: period.name, amount: counter.amount, want }
    const known = this.context.budget(need)
    if (known && want <= known.room) return
    this.want(key, defined({ ...need, endsAt: period.endsAt }))
  }

  private want(key: string, need: BudgetNeed): void {
    this.wanted ??= new Map()
    if (need.want > (this.wanted.get(key)?.want ?? 0)) this.wanted.set(key, need)
  }

  /** Why a rule that must give all or nothing does not fire: what it would give is more than one of its budgets has left. */
  findShort(rule: CompiledRule, givesOf: (of: BudgetOf, counter: BudgetCounter) => Minor): Silent | undefined {
    for (const budget of rule.budgets) {
      const place = this.placeOf(budget)
      const left = place && this.leftOf(place)
      if (!place || left === undefined) continue
      const asked = costOf(givesOf(budget.of, place.counter), place.counter)
      if (asked > left) return this.overBudget(place, asked)
    }
    return undefined
  }

  /** The most that a rule may give now, in minor units of what is given: `scale` is that of a balance. */
  roomFor(rule: CompiledRule, of: BudgetOf, scale?: number): Minor {
    let room = Number.POSITIVE_INFINITY
    for (const budget of rule.budgets) {
      const place = budget.of === of ? this.placeOf(budget) : undefined
      const left = place && this.leftOf(place)
      if (!place || left === undefined) continue
      const worth = worthOf(left, place.counter)
      const own = scale === undefined ? worth : Math.floor(worth / 10 ** (place.counter.scale - scale))
      room = Math.min(room, own)
    }
    return room
  }

  /** Takes what a rule has given of its budgets. */
  charge(
    rule: CompiledRule,
    of: BudgetOf,
    { amount, scale }: { readonly amount: Minor; readonly scale?: number },
  ): void {
    if (amount <= 0) return
    for (const budget of rule.budgets) {
      const place = budget.of === of ? this.placeOf(budget) : undefined
      if (!place) continue
      const { counter, period, key } = place
      const worth = scale === undefined ? amount : amount * 10 ** (counter.scale - scale)
      this.keep(place, { rule: rule.id, amount: costOf(worth, counter), worth })
      const known = this.context.budget({ counter: counter.name, period: period.name, amount: counter.amount })
      const taken = this.takenOf(key)
      if (known && (known.isAll || taken <= known.room)) continue
      const need = { counter: counter.name, period: period.name, amount: counter.amount, want: taken }
      this.want(key, defined({ ...need, endsAt: period.endsAt }))
    }
  }

  private keep({ budget, counter, period, key }: BudgetPlace, given: Pick<Charge, 'rule' | 'amount' | 'worth'>): void {
    this.take(key, given.amount)
    const same = this.charges.findIndex((one) => one.rule === given.rule && budgetKey(one) === key)
    const before = this.charges[same]
    if (before) {
      this.charges[same] = { ...before, amount: before.amount + given.amount, worth: before.worth + given.worth }
      return
    }
    const { of } = budget
    const { name, scale } = counter
    this.charges.push(defined({ ...given, of, counter: name, period: period.name, scale, agesAt: period.agesAt }))
  }

  private take(key: string, amount: Minor): void {
    this.taken ??= new Map()
    this.taken.set(key, this.takenOf(key) + amount)
  }

  private takenOf(key: string): Minor {
    return this.taken?.get(key) ?? 0
  }

  /** Undefined while it is not known. */
  private leftOf({ counter, period, key }: BudgetPlace): Minor | undefined {
    const known = this.context.budget({ counter: counter.name, period: period.name, amount: counter.amount })
    if (!known?.isAll) return undefined
    return Math.max(0, known.room - this.takenOf(key))
  }

  /** The same for the whole call: its moment and location do not change. */
  private placeOf(budget: CompiledBudget): BudgetPlace | undefined {
    const known = this.places?.get(budget)
    if (known) return known
    const place = this.findPlace(budget)
    if (!place) return undefined
    this.places ??= new Map()
    this.places.set(budget, place)
    return place
  }

  private findPlace(budget: CompiledBudget): BudgetPlace | undefined {
    const { brand, call } = this.context
    const currency = brand.locations.get(call.locationId)?.currency ?? brand.currency
    const counter = budget.counters.get(budget.of === 'discount' ? currency : '')
    if (!counter) return undefined
    const period = periodAt(budget.every, this.facts.clock)
    return { budget, counter, period, key: budgetKey({ counter: counter.name, period: period.name }) }
  }

  private overBudget({ budget, counter, period, key }: BudgetPlace, asked?: Minor): Silent {
    const known = this.context.budget({ counter: counter.name, period: period.name, amount: counter.amount })
    const show = (minor: Minor) => formatPrice(minor, counter.scale)
    return defined({
      kind: 'overBudget',
      of: budget.isOfCampaign ? 'campaign' : 'rule',
      amount: show(counter.amount),
      unit: counter.unit,
      every: budget.every,
      spent: show((known?.spent ?? 0) + this.takenOf(key)),
      asked: asked === undefined ? undefined : show(asked),
    })
  }
}
