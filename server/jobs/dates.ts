import type { Brand } from '../brand/brand.ts'
import { type CompiledRule, isRunning } from '../campaign/campaigns.ts'
import { campaignsOf } from '../campaign/campaigns-of.ts'
import type { BrandId, RandomBytes } from '../kernel/ids.ts'
import { day, hour, type Instant } from '../kernel/time.ts'
import { dueOccurrences, longestDelay, type Occurrence } from '../occurrence/due.ts'
import { beginProgress, deleteOccurrences, type Progress, updateProgress } from '../store/dates.sql.ts'
import { type DueCard, type DueSearch, pageSize } from '../store/dates-due.sql.ts'
import { type DateResult, fireDateRule } from './dates-command.ts'
import { type FindPage, searchesFor } from './dates-due.ts'
import type { Job, JobContext, Report } from './job.ts'
import { runCommands } from './run-commands.ts'

/** Runs the rules of dates and schedules when their hour has come. */
export const dates: Job = {
  name: 'dates',
  every: { seconds: 60 },
  run: (context) => runDateRules(context),
}

/** Forgets what can no longer come a second time. */
export const oldDates: Job = {
  name: 'old-dates',
  every: { cron: '40 3 * * *' },
  run: (context) => forgetOccurrences(context),
}

/** How long a rule rests that failed for a reason of ours: trying it every minute would help nobody. */
const restAfterFault = hour
/** What is known by its day is not looked at again after `longestDelay`. What is known by its year is kept, as firings are. */
const kept = 30 * day

type Counts = Record<DateResult | 'later' | 'failed', number>

/** One round: everything that became due since the last one, and what that left over. `at` instead of the present. */
export async function runDateRules(context: JobContext, at?: Instant): Promise<Report> {
  const now = at ?? (await context.now())
  const counts: Counts = { fired: 0, silent: 0, nothing: 0, later: 0, failed: 0 }
  for (const brandId of rotated(await context.listBrands(), context.random)) {
    if (context.isOver()) return { counts, more: true }
    await new BrandRound(context, await context.brandAt(brandId), now, counts).run()
  }
  return { counts, ...(context.isOver() && { more: true }) }
}

/** Begins with another brand each time: one that has much to do takes the time of a round, but not of every round. */
function rotated(brands: readonly BrandId[], random: RandomBytes): BrandId[] {
  const first = new DataView(Uint8Array.from(random(4)).buffer).getUint32(0) % Math.max(brands.length, 1)
  return [...brands.slice(first), ...brands.slice(0, first)]
}

/** Whether cards have to wait for the next round, and whether that has a reason of ours. */
interface Left {
  later: boolean
  fault: boolean
}

class BrandRound {
  private readonly context: JobContext
  private readonly brand: Brand
  private readonly now: Instant
  private readonly counts: Counts

  constructor(context: JobContext, brand: Brand, now: Instant, counts: Counts) {
    this.context = context
    this.brand = brand
    this.now = now
    this.counts = counts
  }

  async run(): Promise<void> {
    const { pool } = this.context
    // Dates are those of root cards.
    const rules = campaignsOf(this.brand).rules.filter((rule) => rule.trigger === 'date' && rule.target !== 'child')
    const ids = rules.map((rule) => rule.id)
    const known = new Map((await beginProgress(pool, this.brand.id, ids, this.now)).map((one) => [one.rule, one]))
    for (const rule of rules) {
      const progress = known.get(rule.id)
      if (!progress || (progress.notBefore !== undefined && progress.notBefore > this.now)) continue
      if (this.context.isOver()) return
      await updateProgress(pool, this.brand.id, [await this.runRule(rule, progress)])
    }
  }

  /** Goes through what is due. What is left over holds the progress back, but not what became due after it. */
  private async runRule(rule: CompiledRule, { doneUntil }: Progress): Promise<Progress> {
    const from = Math.max(doneUntil, this.now - longestDelay)
    let reached: Instant | undefined
    let hasFault = false
    for (const occurrence of dueOccurrences(rule, this.brand.timeZone, from, this.now)) {
      if (!isRunning(rule.campaign, occurrence.dueAt)) continue
      const left = await this.runOccurrence(rule, occurrence)
      if (left.later) reached ??= occurrence.dueAt - 1
      hasFault ||= left.fault
    }
    return {
      rule: rule.id,
      doneUntil: reached ?? Math.max(from, this.now),
      ...(hasFault && { notBefore: this.now + restAfterFault }),
    }
  }

  private async runOccurrence(rule: CompiledRule, occurrence: Occurrence): Promise<Left> {
    const left = { later: false, fault: false }
    const { key, day: meant } = occurrence
    const search = { brand: this.brand.id, rule: rule.id, occurrence: key, day: meant, now: this.now }
    for (const find of searchesFor(rule, occurrence, this.brand.timeZone)) {
      await this.runSearch(find, search, occurrence, left)
    }
    return left
  }

  private async runSearch(find: FindPage, search: DueSearch, occurrence: Occurrence, left: Left): Promise<void> {
    let page: DueCard[] = []
    do {
      if (this.context.isOver()) {
        left.later = true
        return
      }
      page = await find(this.context.pool, search, page.at(-1))
      await this.runPage(page, search, occurrence, left)
    } while (page.length === pageSize)
  }

  private async runPage(page: readonly DueCard[], { rule }: DueSearch, due: Occurrence, left: Left): Promise<void> {
    // A card may be in a page twice: two of its balances expire on the same day.
    const numbers = new Set(page.filter((card) => card.is_due).map((card) => card.card_number))
    if (numbers.size === 0) return
    const { key: occurrence, day: meant, dueAt } = due
    const commands = [...numbers].map((cardNumber) => ({
      operation: fireDateRule,
      request: { cardNumber, rule, occurrence, day: meant, dueAt },
    }))
    const { finished, later, refused } = await runCommands(this.context, this.brand.id, commands)
    for (const one of finished) {
      if (one?.kind === 'done') this.counts[(one.response as { result: DateResult }).result] += 1
    }
    this.counts.later += later
    this.counts.failed += refused.values().reduce((sum, count) => sum + count, 0)
    left.fault ||= refused.has(1)
    left.later ||= later > 0 || refused.has(1)
  }
}

async function forgetOccurrences(context: JobContext): Promise<Report> {
  const before = (await context.now()) - kept
  let forgotten = 0
  for (const brand of await context.listBrands()) {
    let last = pageSize
    while (last === pageSize && !context.isOver()) {
      last = await deleteOccurrences(context.pool, brand, before, pageSize)
      forgotten += last
    }
  }
  return { counts: { forgotten }, ...(context.isOver() && { more: true }) }
}
