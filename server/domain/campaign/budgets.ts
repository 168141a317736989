import { currencyScale } from '../../ground/kernel/currency.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type Minor, minorMax, parseDecimal, toMinor } from '../../ground/kernel/money.ts'
import { day, type Instant, minute } from '../../ground/kernel/time.ts'
import type { BrandDocument } from '../brand/document.ts'
import type { Budget } from '../brand/rules/budget.ts'
import type { ResultInFile } from '../brand/rules/results.ts'
import type { Campaign, Rule } from '../brand/shapes/campaign-shape.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import type { LocalClock } from './clock.ts'

/** What a budget counts: discounts, or what is issued of a value type, by its name. */
export type BudgetOf = 'discount' | string

/** A budget of a rule or its campaign, ready to be charged. */
export interface CompiledBudget {
  /** campaignId, or campaignId/ruleId. */
  readonly owner: string
  readonly isOfCampaign: boolean
  readonly of: BudgetOf
  readonly every: Budget['every']
  /** Of discounts: by the currency of the location. Of a value type: the only one. */
  readonly counters: ReadonlyMap<string, BudgetCounter>
}

/** One sum that is kept. */
export interface BudgetCounter {
  /** Its name in the database. What changes the meaning of its numbers is part of it. */
  readonly name: string
  /** The currency or the value type. */
  readonly unit: string
  readonly scale: number
  readonly amount: Minor
  /** What a minor unit of the location's currency is worth in minor units of the counter. */
  readonly rate: Rate
}

interface Rate {
  readonly over: bigint
  readonly under: bigint
}

/** What a firing took of a budget. Kept with the call, so that it can be given back. Plain JSON. */
export interface Charge {
  /** campaignId/ruleId */
  readonly rule: string
  readonly of: BudgetOf
  readonly counter: string
  readonly period: string
  readonly amount: Minor
  /** What was given for it: minor units of the location's currency, or of a value type those of the counter. */
  readonly worth: Minor
  readonly scale: number
  /** When it leaves the days that a rolling budget counts. */
  readonly agesAt?: Instant
}

/** A call's use of a budget; below 0 it gives back. */
export interface BudgetUse extends Pick<Charge, 'counter' | 'period' | 'amount' | 'agesAt'> {
  /** Of a locked setup: when it ends to count, unless it is completed. */
  readonly freesAt?: Instant
}

/** A budget in one period. */
export interface BudgetName {
  readonly counter: string
  readonly period: string
  /** What it is in all; absent for what is charged whatever the budget is. */
  readonly amount?: Minor
}

/** What a decision has to know of a budget before it can take of it. */
export interface BudgetNeed extends BudgetName {
  /** How much is to be taken, as far as that is known. */
  readonly want: Minor
  readonly endsAt?: Instant
}

/** What may be taken of a budget. */
export interface BudgetRoom {
  readonly room: Minor
  /** Whether it is all that the budget has left, or only what was at hand: then more may be asked for. */
  readonly isAll: boolean
  /** What is spent so far; known only if `isAll`. */
  readonly spent: Minor
  /** Whether something can be taken of it: a budget that is spent is not locked. */
  readonly isLocked: boolean
}

export const budgetKey = ({ counter, period }: Pick<BudgetName, 'counter' | 'period'>) => `${counter}\0${period}`

/** The budgets that a rule has to keep: its own and its campaign's, of what it can give. */
export function compileBudgets(campaign: Campaign, rule: Rule, document: BrandDocument): readonly CompiledBudget[] {
  const given = new Set(rule.then.map(givenBy))
  const placed = [
    { budget: rule.budget, owner: `${campaign.id}/${rule.id}`, isOfCampaign: false },
    { budget: campaign.budget, owner: campaign.id, isOfCampaign: true },
  ]
  return placed.flatMap(({ budget, owner, isOfCampaign }) => {
    if (!budget || !given.has(budgetOf(budget))) return []
    const of = budgetOf(budget)
    const counters = new Map(countersOf(budget, document).map(([key, counter]) => [key, named(owner, of, counter)]))
    return [{ owner, isOfCampaign, of, every: budget.every, counters }]
  })
}

function budgetOf({ of }: Budget): BudgetOf {
  return of === 'discount' ? of : valueTypeName(of)
}

/** What a result gives away that a budget can count. */
function givenBy(result: ResultInFile): BudgetOf | undefined {
  if ('discount' in result || 'addProduct' in result) return 'discount'
  if ('convert' in result) return valueTypeName(result.convert.to)
  return 'issue' in result ? valueTypeName(result.issue) : undefined
}

function named(owner: string, of: BudgetOf, counter: Omit<BudgetCounter, 'name'>): BudgetCounter {
  const counted = of === 'discount' ? `discount ${counter.unit}` : of
  return { ...counter, name: `${owner} ${counted} ${counter.scale}` }
}

type Counters = readonly (readonly [string, Omit<BudgetCounter, 'name'>])[]

function countersOf({ amount, of }: Budget, document: BrandDocument): Counters {
  if (of !== 'discount') {
    const unit = valueTypeName(of)
    const scale = largestScale(document, unit)
    return [['', { unit, scale, amount: minorOf(Number(amount), scale), rate: one }]]
  }
  if (typeof amount === 'object') {
    return Object.entries(amount).map(([unit, own]) => {
      const scale = currencyScale(unit)
      return [unit, { unit, scale, amount: minorOf(own, scale), rate: one }]
    })
  }
  const { currency: main, exchangeRates } = document.brand
  const scale = currencyScale(main)
  const counter = { unit: main, scale, amount: minorOf(amount, scale) }
  const foreign = Object.entries(exchangeRates).map(([from, rate]) => [from, rateOf(from, rate, scale)] as const)
  return [[main, one] as const, ...foreign].map(([from, rate]) => [from, { ...counter, rate }])
}

const one: Rate = { over: 1n, under: 1n }

function rateOf(from: string, rate: number, scale: number): Rate {
  const { units, scale: decimals } = parseDecimal(String(rate)) ?? { units: 1, scale: 0 }
  return { over: BigInt(units) * ten(scale), under: ten(decimals) * ten(currencyScale(from)) }
}

const ten = (power: number) => 10n ** BigInt(power)

/** Programs may give a value type different decimals: the counter has the most of them. */
function largestScale({ programs }: BrandDocument, name: string): number {
  const scales = programs
    .flatMap(({ valueTypes }) => valueTypes)
    .filter(({ balanceType, balanceCode }) => valueTypeName({ balanceType, balanceCode }) === name)
    .map(({ scale }) => scale)
  return Math.max(0, ...scales)
}

/** Decimals that the counter does not have are cut: the budget is never exceeded. */
function minorOf(amount: number, scale: number): Minor {
  const decimal = parseDecimal(String(amount)) ?? { units: 0, scale: 0 }
  const exact = toMinor(decimal, scale)
  if (exact !== undefined) return exact
  const cut = (BigInt(decimal.units) * ten(scale)) / ten(decimal.scale)
  return cut > BigInt(minorMax) ? minorMax : Number(cut)
}

/** What giving so much costs the budget: rounded up, so that it is never exceeded. */
export function costOf(given: Minor, { rate }: Pick<BudgetCounter, 'rate'>): Minor {
  return Number((BigInt(given) * rate.over + rate.under - 1n) / rate.under)
}

/** The most that can be given for what is left. */
export function worthOf(left: Minor, { rate }: Pick<BudgetCounter, 'rate'>): Minor {
  return left <= 0 ? 0 : Number((BigInt(left) * rate.under) / rate.over)
}

/** The value of a balance in minor units of its counter, which has at least as many decimals. */
export function inScale(amount: Minor, from: number, to: number): Minor {
  return amount * 10 ** (to - from)
}

export interface BudgetPeriod {
  readonly name: string
  readonly endsAt?: Instant
  /** When what is spent now leaves the days that are counted. */
  readonly agesAt?: Instant
}

/** The period that a firing at this time is counted in, in the brand's time zone. */
export function periodAt(every: Budget['every'], clock: LocalClock): BudgetPeriod {
  if (every === 'ever') return { name: 'ever' }
  if (typeof every === 'object') return { name: `days ${every.days}`, agesAt: clock.now + every.days * day }
  return { name: `${every} ${clock.firstDateOf(every)}`, endsAt: clock.endOf(every) }
}

/** What a call takes of budgets, of each in one. That of a locked setup ends to count with it. */
export function usesOf(charges: readonly Charge[], freesAt?: Instant): BudgetUse[] {
  const groups = Map.groupBy(charges, ({ counter, period, agesAt }) => `${counter}\0${period}\0${agesAt}`)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { counter, period, agesAt } = first
    const amount = others.reduce((sum, charge) => sum + charge.amount, first.amount)
    return [defined({ counter, period, amount, agesAt, freesAt })]
  })
}

/** The opposite: the charges no longer count. */
export function givenBack(charges: readonly Charge[], freesAt?: Instant): BudgetUse[] {
  return usesOf(charges, freesAt).map((use) => ({ ...use, amount: -use.amount }))
}

/**
 * When the reservation of a setup ends to count: a little after the setup, because a call that completed it in time may not
 * have been stored yet.
 */
export const reservationEnd = (until: Instant): Instant => until + minute

/** Charges less what of their value was not given after all, or stays with whoever has it. */
export function lessOf(charges: readonly Charge[], kept: readonly KeptWorth[]): Charge[] {
  // By budget, because a rule and its campaign may both have been charged.
  const left = new Map<string, Minor>()
  return charges.map((charge) => {
    let { amount } = charge
    for (const [index, one] of kept.entries()) {
      if (one.of !== charge.of || (one.rule !== undefined && one.rule !== charge.rule)) continue
      const key = `${charge.counter} ${index}`
      const open = left.get(key) ?? inScale(one.amount, one.scale, charge.scale)
      const part = Math.min(amount, open)
      left.set(key, open - part)
      amount -= part
    }
    return { ...charge, amount, worth: charge.worth - (charge.amount - amount) }
  })
}

/** An amount of a value type. */
export interface KeptWorth {
  readonly of: BudgetOf
  readonly amount: Minor
  readonly scale: number
  /** campaignId/ruleId; absent if it could be any. */
  readonly rule?: string
}
