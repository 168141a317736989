import { type BudgetName, type BudgetRoom, type BudgetUse, budgetKey } from '../../domain/campaign/budgets.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'

interface Spent {
  readonly counter: string
  readonly period: string
  hasBefore: boolean
  spent: Minor
  /** What is part of it for some days only, in the order in which it ends. */
  aging: { readonly amount: Minor; readonly at: Instant }[]
  /** What setups reserve: no part of it. */
  reserved: Map<RequestRef, BudgetUse[]>
  amount?: Minor
  ranOutAt?: Instant
}

/** A budget in one period, as the replay leaves it. */
export interface BudgetResult {
  readonly counter: string
  readonly period: string
  readonly amount: Minor
  readonly spent: Minor
  readonly ranOutAt?: Instant
}

type Name = Pick<BudgetName, 'counter' | 'period'>

/** What the replay has spent of budgets, with what was spent before the period. */
export class SpentBudgets {
  private readonly known = new Map<string, Spent>()
  /** A sample spends its share. */
  private readonly sample: number

  constructor(sample: number) {
    this.sample = sample
  }

  /** Adds what was spent before. */
  begin(name: Name, before: readonly { readonly amount: Minor; readonly agesAt?: Instant | undefined }[]): void {
    const spent = this.spentOf(name)
    spent.hasBefore = true
    const shares = before.map((one) => ({ ...one, amount: Math.round(one.amount / this.sample) }))
    for (const { amount, agesAt } of shares) add(spent, amount, agesAt)
    spent.aging.sort((a, b) => a.at - b.at)
  }

  /** Undefined while it is not known what was spent before. */
  roomOf(name: BudgetName, now: Instant): BudgetRoom | undefined {
    const known = this.known.get(budgetKey(name))
    if (!known?.hasBefore) return undefined
    known.amount = name.amount ?? known.amount ?? 0
    const amount = Math.floor(known.amount / this.sample)
    const spent = spentAt(known, now)
    if (spent >= amount && name.amount !== undefined) known.ranOutAt ??= now
    return { room: Math.max(0, amount - spent), isAll: true, spent, isLocked: true }
  }

  charge(use: BudgetUse, ref: RequestRef): void {
    const spent = this.spentOf(use)
    if (use.freesAt === undefined) add(spent, use.amount, use.agesAt)
    else spent.reserved.set(ref, [...(spent.reserved.get(ref) ?? []), use])
  }

  /** What a setup had reserved is spent, or free again. */
  endReservation(setup: RequestRef, isSpent: boolean): void {
    for (const spent of this.known.values()) {
      const uses = spent.reserved.get(setup) ?? []
      spent.reserved.delete(setup)
      if (isSpent) for (const { amount, agesAt } of uses) add(spent, amount, agesAt)
    }
  }

  results(): BudgetResult[] {
    return [...this.known.values()].flatMap(({ counter, period, spent, amount, ranOutAt }) => {
      if (amount === undefined) return []
      return [{ counter, period, amount, spent: spent * this.sample, ...(ranOutAt !== undefined && { ranOutAt }) }]
    })
  }

  private spentOf({ counter, period }: Name): Spent {
    const key = budgetKey({ counter, period })
    const known = this.known.get(key)
    if (known) return known
    const made = { counter, period, hasBefore: false, spent: 0, aging: [], reserved: new Map() }
    this.known.set(key, made)
    return made
  }
}

function add(spent: Spent, amount: Minor, agesAt: Instant | undefined): void {
  spent.spent += amount
  if (agesAt !== undefined) spent.aging.push({ amount, at: agesAt })
}

function spentAt(known: Spent, now: Instant): Minor {
  while ((known.aging[0]?.at ?? Number.POSITIVE_INFINITY) <= now) known.spent -= known.aging.shift()?.amount ?? 0
  let spent = known.spent
  for (const uses of known.reserved.values()) {
    for (const { amount, freesAt = 0 } of uses) if (freesAt > now) spent += amount
  }
  return spent
}
