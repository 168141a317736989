import type { Brand } from '../../../domain/brand/brand.ts'
import { type CompiledRule, isRunning } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { type HomeZone, homeZones } from '../../../domain/campaign/home-zone.ts'
import {
  beforeDay,
  type DatedRule,
  delayMsMax,
  dueOccurrences,
  localDay,
  lookFrom,
  type Occurrence,
} from '../../../domain/campaign/occurrence/due.ts'
import type { BrandId, RandomBytes } from '../../../ground/kernel/ids.ts'
import { day, hour, type Instant } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { runCommands } from '../runner/run-commands.ts'
import {
  beginProgress,
  deleteOccurrences,
  type Reached,
  type RuleBeginning,
  type RuleProgress,
  updateProgress,
} from './dates.sql.ts'
import { type DateResult, fireDateRule } from './dates-command.ts'
import { type DateDueCard, type DueSearch, pageSize } from './dates-due.sql.ts'
import { type FindPage, searchesFor } from './dates-due.ts'

/** Runs date rules when their hour has come, at most a minute late. */
export const dates: Job = {
  name: 'dates',
  every: { seconds: 30 },
  run: (context) => runDateRules(context),
}

/** Deletes records of occurrences that can no longer come up again. */
export const oldDates: Job = {
  name: 'old-dates',
  every: { cron: '40 3 * * *' },
  run: (context) => forgetOccurrences(context),
}

/** How long a rule rests after a fault of the server: trying it every minute would not help. */
const restAfterFaultMs = hour
/** If a search reads more pages than this in which no card was due, the rule rests for `restOfPageMs` per page. */
const pagesMax = 300
/** About twenty times as long as reading a page. If all cards had one date, the search would otherwise run all day. */
const restOfPageMs = 300
/** Occurrences identified by a day are not searched after `delayMsMax`. Those identified by a year are kept forever. */
const keptMs = 30 * day

type Counts = Record<DateResult | 'later' | 'failed', number>
/** Processes one page of a brand per step. */
type Turns = AsyncGenerator<void, void>

/** One round: everything that became due since the last round, and what that one left over. `at` replaces the time. */
export async function runDateRules(context: JobContext, at?: Instant): Promise<JobReport> {
  const now = at ?? (await context.now())
  const counts: Counts = { fired: 0, silent: 0, nothing: 0, later: 0, failed: 0 }
  const brands = rotated(await context.listBrands(), context.random)
  const faults: unknown[] = []
  let pending = brands.map((brand) => turnsOf(context, brand, { now, counts, faults }))
  while (pending.length > 0) {
    const next: Turns[] = []
    for (const turns of pending) if (!(await turns.next()).done) next.push(turns)
    pending = next
  }
  // The job fails only after all other brands are done.
  if (faults.length > 0) throw faults[0]
  return { counts, ...(context.isOver() && { more: true }) }
}

/** Begins with a random brand, so that when there is too much to do it is not always the same brands that wait. */
function rotated(brands: readonly BrandId[], random: RandomBytes): BrandId[] {
  const first = new DataView(Uint8Array.from(random(4)).buffer).getUint32(0) % Math.max(brands.length, 1)
  return [...brands.slice(first), ...brands.slice(0, first)]
}

/** A brand whose rules cannot be run does not hold up the others. */
async function* turnsOf(context: JobContext, brand: BrandId, { now, counts, faults }: RoundOfAll): Turns {
  try {
    if (!context.isOver()) yield* new BrandRound(context, await context.brandAt(brand), now, counts).run()
  } catch (error) {
    faults.push(error)
    context.log.error('dates', { ...faultFields(error), brand })
  }
}

interface RoundOfAll {
  readonly now: Instant
  readonly counts: Counts
  readonly faults: unknown[]
}

/** Whether cards wait for the next round, whether because of a server fault, and how many pages were in vain. */
interface Left {
  later: boolean
  fault: boolean
  idlePages: number
}

function restAfter({ fault, idlePages }: Left): number {
  if (fault) return restAfterFaultMs
  return idlePages > pagesMax ? Math.min(idlePages * restOfPageMs, hour) : 0
}

class BrandRound {
  private readonly context: JobContext
  private readonly brand: Brand
  private readonly now: Instant
  private readonly counts: Counts
  private readonly homes: readonly HomeZone[]

  constructor(context: JobContext, brand: Brand, now: Instant, counts: Counts) {
    this.context = context
    this.brand = brand
    this.now = now
    this.counts = counts
    this.homes = homeZones(brand)
  }

  async *run(): Turns {
    const { pool } = this.context
    // Dates belong to root cards. Files of earlier versions may still have date rules for child cards.
    const rules = campaignsOf(this.brand).rules.filter((rule) => rule.trigger === 'date' && rule.target !== 'child')
    const begun = rules.map(({ id, schedule }) => ({
      rule: id,
      ...(schedule && { schedule: JSON.stringify(schedule) }),
    }))
    const all = await beginProgress(pool, this.brand.id, begun, (changedAt) => this.beginning(changedAt))
    const known = new Map(all.map((one) => [one.rule, one]))
    for (const rule of rules) {
      const progress = known.get(rule.id)
      if (!progress || (progress.notBefore !== undefined && progress.notBefore > this.now)) continue
      if (this.context.isOver()) return
      await updateProgress(pool, this.brand.id, yield* this.runRule(rule, progress))
    }
  }

  /** A new rule begins with the current day, even if its hour has passed. */
  private beginning(changedAt: Instant): RuleBeginning {
    const beganAt = Math.min(changedAt, this.now)
    const firstDay = localDay(beganAt, this.brand.timeZone)
    const begun = { firstDay, beganAt }
    return { ...begun, doneUntil: Math.min(...this.homes.map((home) => beforeFirstDay(begun, home) ?? beganAt)) }
  }

  /** Processes what is due. Cards that are left over hold back the progress, but not later occurrences. */
  private async *runRule(rule: CompiledRule, progress: RuleProgress): AsyncGenerator<void, Reached> {
    const { timeZone } = this.brand
    const { doneUntil } = progress
    const { from: begins } = rule
    const firstDay = begins === undefined ? progress.firstDay : localDay(begins, timeZone)
    const left: Left = { later: false, fault: false, idlePages: 0 }
    let reached: Instant | undefined
    for (const occurrence of this.occurrencesOf({ ...rule, firstDay }, progress)) {
      // A card that gets the date after its hour counts only while the campaign runs.
      const at = occurrence.dueAt > doneUntil ? occurrence.dueAt : this.now
      if (!isRunning(rule, occurrence.dueAt) || !isRunning(rule, at)) continue
      left.later = false
      yield* this.runOccurrence(rule, { occurrence, left, isAgain: occurrence.dueAt <= doneUntil })
      if (left.later) reached ??= occurrence.dueAt - 1
    }
    const rest = reached === undefined || left.fault ? restAfter(left) : 0
    return {
      rule: rule.id,
      doneUntil: reached ?? Math.max(doneUntil, this.now),
      isHeld: reached !== undefined,
      ...(rest > 0 && { notBefore: this.now + rest }),
    }
  }

  /** What is due, by the clock of each home location. */
  private occurrencesOf(rule: DatedRule, progress: RuleProgress): HomeOccurrence[] {
    const { now } = this
    return this.homes
      .flatMap((home) => {
        const { timeZone } = home
        const begun = this.homes.length === 1 ? undefined : beforeFirstDay(progress, home)
        const from = Math.max(lookFrom(rule, timeZone, progress.doneUntil), now - delayMsMax, begun ?? 0)
        return dueOccurrences(rule, timeZone, from, now).map((occurrence) => ({ ...occurrence, home }))
      })
      .toSorted((a, b) => a.dueAt - b.dueAt)
  }

  private async *runOccurrence(rule: CompiledRule, { occurrence, left, isAgain }: Looked): Turns {
    const { now, brand } = this
    const { key, day: meant, home } = occurrence
    const homes = this.homes.length > 1 ? home.cards : undefined
    const search = { brand: brand.id, rule: rule.id, occurrence: key, day: meant, now, homes }
    for (const find of searchesFor({ rule, occurrence, timeZone: home.timeZone, now, isAgain })) {
      yield* this.runSearch(find, search, { occurrence, left, isAgain })
    }
  }

  private async *runSearch(find: FindPage, search: DueSearch, looked: Looked): Turns {
    let page: DateDueCard[] = []
    do {
      if (this.context.isOver()) {
        looked.left.later = true
        return
      }
      page = await find(this.context.pool, search, page.at(-1))
      await this.runPage(page, search, looked)
      yield
    } while (page.length === pageSize)
  }

  private async runPage(
    page: readonly DateDueCard[],
    { rule }: DueSearch,
    { occurrence, left }: Looked,
  ): Promise<void> {
    // A card may be in a page twice, for example if two of its balances expire on the same day.
    const numbers = new Set(page.filter((card) => card.is_due).map((card) => card.card_number))
    if (numbers.size === 0) {
      if (page.length === pageSize) left.idlePages += 1
      return
    }
    const { key, day: meant, dueAt } = occurrence
    const commands = [...numbers].map((cardNumber) => ({
      operation: fireDateRule,
      request: { cardNumber, rule, occurrence: key, day: meant, dueAt },
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

/** A rule begins with the brand's day wherever that is still to come, and elsewhere with the day that it is there. */
function beforeFirstDay(
  { firstDay, beganAt }: Pick<RuleProgress, 'firstDay' | 'beganAt'>,
  { timeZone }: HomeZone,
): Instant | undefined {
  if (firstDay === undefined) return undefined
  const ownDay = beganAt === undefined ? firstDay : localDay(beganAt, timeZone)
  return beforeDay(ownDay > firstDay ? ownDay : firstDay, timeZone)
}

/** An occurrence for the cards that have their home in one time zone. */
interface HomeOccurrence extends Occurrence {
  readonly home: HomeZone
}

interface Looked {
  readonly occurrence: HomeOccurrence
  readonly left: Left
  /** Whether it was searched before. */
  readonly isAgain: boolean
}

async function forgetOccurrences(context: JobContext): Promise<JobReport> {
  const before = (await context.now()) - keptMs
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
