import type { Brand } from '../../domain/brand/brand.ts'
import { stripeCount, sumSpent, toldOf } from '../../domain/campaign/budget-stripes.ts'
import { type BudgetNeed, budgetKey } from '../../domain/campaign/budgets.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Connection, Sql } from '../../ground/database/connection.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import {
  type CounterName,
  countUses,
  insertStripes,
  listStripes,
  listUncounted,
  lockFreeStripes,
  lockStripes,
  type StripeRow,
} from '../../storage/store/batch/budget.sql.ts'
import type { Loaded } from '../../storage/store/batch/load.ts'
import type { HeldBudget, HeldBudgets } from './batch-budgets.ts'
import type { QueuedCommand } from './queued-command.ts'

export interface BudgetWish {
  readonly command: QueuedCommand
  readonly need: Extract<Need, { kind: 'budgets' }>
}

export interface BudgetSource {
  readonly db: Connection
  readonly brand: Brand
  readonly now: Instant
  /** The stripe of the lane. */
  readonly stripe: number
  /** Whether the command runs alone: then all stripes are locked at once, however long that takes. */
  readonly patient: boolean
  /** Whether the batch may wait for locks: not if it already holds some that come later. */
  readonly mayWait: boolean
}

/** What the whole batch wants of one budget. */
interface WantedBudget extends BudgetNeed {
  readonly key: string
  readonly commands: ReadonlySet<QueuedCommand>
}

/**
 * Finds out what budgets have left, and locks what the batch is going to take. Where the lane's own stripe has enough,
 * that is all it locks, so that lanes do not wait for each other. Else all stripes are locked, in the one order, and what
 * was given back since is counted. A budget that is spent is not locked at all. Returns the commands that have to run
 * again, alone: somebody else was faster, or holds what they need.
 */
export async function fetchBudgets(
  source: BudgetSource,
  wishes: readonly BudgetWish[],
  held: HeldBudgets,
): Promise<readonly QueuedCommand[]> {
  const wanted = merge(wishes)
  const stripes = await loadStripes(source, wanted)
  const spent = await listSpent(source, wanted, stripes)
  const locked = await lock(source, wanted, { stripes, spent, held })
  const whole = wanted.filter(({ key }) => locked.whole.has(key))
  const changes = whole.length > 0 ? sumsOf(await countUses(source.db, source.brand.id, whole, source.now)) : nothing
  const again = new Set<QueuedCommand>()
  for (const want of wanted) {
    const rows = locked.rows.get(want.key) ?? []
    const isAll = locked.whole.has(want.key)
    const known = isAll ? wholeBudget(want, rows, changes.get(want.key) ?? 0) : ownStripe(want, rows)
    const found = spent.has(want.key) ? spentBudget(want, spent.get(want.key) ?? 0) : known
    if (found) held.set(want.key, { ...found, own: source.stripe })
    else for (const command of want.commands) again.add(command)
  }
  return [...again]
}

/** What budgets have left for whoever takes nothing: as they were committed last, and nothing is locked or made. */
export async function readBudgets(
  { db, brand }: Pick<BudgetSource, 'brand'> & { readonly db: Sql },
  wishes: readonly BudgetWish[],
  held: HeldBudgets,
): Promise<void> {
  const wanted = merge(wishes)
  const stripes = byKey(await listStripes(db, brand.id, wanted))
  const changes = sumsOf(await listUncounted(db, brand.id, wanted))
  for (const want of wanted) {
    const { key, amount = 0 } = want
    const rows = stripes.get(key) ?? newStripes(want)
    const change = changes.get(key) ?? 0
    const spent = sumSpent(rows) + change
    const isSpent = want.want !== Number.POSITIVE_INFINITY && spent >= amount
    held.set(key, { ...(isSpent ? spentBudget(want, spent) : wholeBudget(want, rows, change)), own: 0 })
  }
}

function merge(wishes: readonly BudgetWish[]): readonly WantedBudget[] {
  const all = wishes.flatMap(({ command, need }) => need.budgets.map((budget) => ({ command, budget })))
  const groups = Map.groupBy(all, ({ budget }) => budgetKey(budget))
  return [...groups].flatMap(([key, same]) => {
    const [first] = same
    if (!first) return []
    const sized = same.find(({ budget }) => budget.amount !== undefined) ?? first
    const want = same.reduce((sum, { budget }) => sum + budget.want, 0)
    const isForced = same.some(({ budget }) => budget.amount === undefined)
    const commands = new Set(same.map(({ command }) => command))
    return [{ ...sized.budget, want: isForced ? Number.POSITIVE_INFINITY : want, key, commands }]
  })
}

type Stripes = ReadonlyMap<string, readonly StripeRow[]>

const byKey = (rows: readonly StripeRow[]): Stripes => Map.groupBy(rows, budgetKey)

/** As they were committed last; those of a new period are made. */
async function loadStripes({ db, brand }: BudgetSource, wanted: readonly WantedBudget[]): Promise<Stripes> {
  const found = byKey(await listStripes(db, brand.id, wanted))
  const missing = wanted.filter(({ key }) => !found.has(key))
  if (missing.length === 0) return found
  const made = missing.flatMap(newStripes)
  await insertStripes(db, brand.id, made)
  return new Map([...found, ...byKey(made)])
}

function newStripes({ counter, period, amount = 0, endsAt }: WantedBudget) {
  return numbers.map((stripe) => ({ counter, period, stripe, amount, granted: 0, spent: 0, told: 0, endsAt }))
}

const numbers = Array.from({ length: stripeCount }, (_, index) => index)

/** Which budgets have nothing left, as far as anybody has committed. What is charged in any case does not ask for it. */
async function listSpent(
  { db, brand, patient }: BudgetSource,
  wanted: readonly WantedBudget[],
  stripes: Stripes,
): Promise<ReadonlyMap<string, Minor>> {
  const close = wanted.filter(({ key, amount, want }) => {
    const isForced = amount === undefined || want === Number.POSITIVE_INFINITY
    return !isForced && (patient || sumSpent(stripes.get(key) ?? []) >= amount)
  })
  if (close.length === 0) return nothing
  const changes = sumsOf(await listUncounted(db, brand.id, close))
  const totals = close.map(({ key, amount = 0 }) => {
    const total = sumSpent(stripes.get(key) ?? []) + (changes.get(key) ?? 0)
    return { key, total, isSpent: total >= amount }
  })
  return new Map(totals.filter(({ isSpent }) => isSpent).map(({ key, total }) => [key, total]))
}

function sumsOf(rows: readonly (CounterName & { readonly amount: Minor })[]): ReadonlyMap<string, Minor> {
  const sums = new Map<string, Minor>()
  for (const row of rows) sums.set(budgetKey(row), (sums.get(budgetKey(row)) ?? 0) + row.amount)
  return sums
}

const nothing: ReadonlyMap<string, Minor> = new Map()

interface KnownStripes {
  readonly stripes: Stripes
  readonly spent: ReadonlyMap<string, Minor>
  readonly held: HeldBudgets
}

/** One statement locks whatever is to be locked, in order. `whole` are the budgets of which that is everything. */
async function lock(source: BudgetSource, wanted: readonly WantedBudget[], { stripes, spent, held }: KnownStripes) {
  const { db, brand, stripe, patient, mayWait } = source
  const open = wanted.filter(({ key }) => !spent.has(key))
  const whole = open.filter((want) => {
    const own = stripes.get(want.key)?.find((one) => one.stripe === stripe)
    // Whoever holds a stripe already asks for more than it has.
    return patient || held.has(want.key) || !own || own.amount !== want.amount || roomIn(own) < want.want
  })
  const keys = new Set(whole.map(({ key }) => key))
  const places = open.flatMap(({ key, counter, period }) =>
    (keys.has(key) ? numbers : [stripe]).map((number) => ({ counter, period, stripe: number })),
  )
  const take = mayWait || patient ? lockStripes : lockFreeStripes
  const rows = byKey(places.length === 0 ? [] : await take(db, brand.id, places))
  return { rows, whole: new Set([...keys].filter((key) => rows.get(key)?.length === stripeCount)) }
}

const roomIn = ({ granted, spent }: StripeRow) => granted - spent

function wholeBudget(want: WantedBudget, rows: readonly StripeRow[], change: Minor): Omit<HeldBudget, 'own'> {
  const { counter, period } = want
  const amount = want.amount ?? Math.max(...rows.map((row) => row.amount))
  const spent = sumSpent(rows) + change
  return { counter, period, amount, stripes: rows, isAll: true, spent, told: toldOf(rows, amount, spent) }
}

/** Undefined if it has less by now than the batch wants, or somebody else holds it. */
function ownStripe(want: WantedBudget, rows: readonly StripeRow[]): Omit<HeldBudget, 'own'> | undefined {
  const { counter, period, amount = 0 } = want
  const [own, ...others] = rows
  if (!own || others.length > 0 || own.amount !== amount || roomIn(own) < want.want) return undefined
  return { counter, period, amount, stripes: [own], isAll: false, spent: 0, told: own.told }
}

function spentBudget({ counter, period, amount = 0 }: WantedBudget, spent: Minor): Omit<HeldBudget, 'own'> {
  return { counter, period, amount, stripes: [], isAll: true, spent, told: 0 }
}

/** What was locked or looked up with everything else of the batch, before anybody asked for it. */
export function heldSoFar(loaded: Pick<Loaded, 'stripes' | 'spentStripes' | 'uncounted'>, own: number): HeldBudgets {
  const held: HeldBudgets = new Map()
  const changes = sumsOf(loaded.uncounted)
  for (const [key, rows] of byKey(loaded.spentStripes)) {
    const [first] = rows
    const spent = sumSpent(rows) + (changes.get(key) ?? 0)
    const { counter = '', period = '', amount = 0 } = first ?? {}
    if (rows.length === stripeCount && spent >= amount && rows.every((row) => row.amount === amount))
      held.set(key, { counter, period, amount, stripes: [], own, isAll: true, spent, told: 0 })
  }
  for (const row of loaded.stripes) {
    const { counter, period, amount, told } = row
    held.set(budgetKey(row), { counter, period, amount, stripes: [row], own, isAll: false, spent: 0, told })
  }
  return held
}
