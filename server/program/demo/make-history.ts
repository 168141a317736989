import type { Finished } from '../../calls/engine/work.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { heldOutSide } from '../../domain/brand/rules/experiment.ts'
import type { Campaign } from '../../domain/brand/shapes/campaign-shape.ts'
import { compileExperiment, drawSide } from '../../domain/campaign/experiment.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { Connection, type ConnectionOptions, type Sql } from '../../ground/database/connection.ts'
import { serverConnection } from '../../ground/database/database.ts'
import type { BrandId, RequestRef } from '../../ground/kernel/ids.ts'
import { day as dayMs } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import { brandSecretUse } from '../../storage/brand-store/document-secrets.ts'
import { loadBrand } from '../../storage/brand-store/load-brand.ts'
import { listKnownRequests } from '../../storage/store/batch/request.sql.ts'
import { backdateBrand, listStock, type StockCard } from './backdate.sql.ts'
import { makeClock } from './clock.sql.ts'
import { HistoryJobs } from './history-jobs.ts'
import { applyLaterVersion, type LaterVersion, readLaterVersions, stepOf } from './later-versions.ts'
import { type Day, historyDays } from './plan/calendar.ts'
import { giftCardCount } from './plan/gift-cards.ts'
import { peopleCount, walkerCount } from './plan/people.ts'
import { type PlanInput, type PlannedDay, planHistory } from './plan/plan.ts'
import { byMoment, type DemoStep, refOf } from './plan/step.ts'
import { findProgress, forgetProgress, type HistoryProgress, lockHistory, updateProgress } from './progress.sql.ts'
import { Walker } from './walker.ts'

export interface HistoryParts {
  /** Of the database's owner. */
  readonly url: string
  readonly brand: BrandId
  readonly pins: PinKeeper
  readonly environment: string
  readonly log: Log
  /** How many people come; fewer in tests. */
  readonly people?: number
  /** Told after every few days. */
  readonly onDays?: (daysDone: number) => void
}

export interface MadeHistory {
  readonly cards: number
  readonly calls: number
  readonly refused: number
}

const seed = 'harbor'
/** Cards beyond those of the people, for those who lose theirs. */
const spareCount = 8

/** Makes the history that was asked for, or goes on with it. Undefined when there is nothing to do. */
export async function makeHistory(parts: HistoryParts): Promise<MadeHistory | undefined> {
  const owner = await Connection.open({ url: parts.url, name: 'purser demo', statementTimeoutMs: 0, lockTimeoutMs: 0 })
  try {
    await lockHistory(owner)
    const progress = await findProgress(owner, parts.brand)
    if (!progress) return undefined
    const made = await new History(parts, owner, progress).make()
    await forgetProgress(owner)
    return made
  } finally {
    await owner.close()
  }
}

/** The history is about the brand of demo/harbor-coffee.yaml, under whatever id. */
export async function findMisfit(
  db: Sql,
  { id, locations }: Pick<Brand, 'id' | 'locations'>,
): Promise<string | undefined> {
  const cards = await listStock(db, id, 'rewards-cards')
  const gifts = await listStock(db, id, 'gift-cards')
  const isFit = cards.length >= peopleCount + spareCount && gifts.length >= giftCardCount
  if (isFit && ['L1', 'L2', 'WEB'].every((location) => locations.has(location))) return undefined
  return `The brand ${id} is not like demo/harbor-coffee.yaml, which the history is about.`
}

class History {
  private readonly parts: HistoryParts
  private readonly owner: Connection
  private readonly progress: HistoryProgress
  private readonly walkers: Walker[] = []
  private readonly jobs: HistoryJobs
  private later: readonly LaterVersion[] = []
  /** The calls of the days that were under way at the last interruption, as far as they were made. */
  private made: ReadonlySet<RequestRef> = new Set()
  private known: Brand | undefined
  private readonly people: number
  private calls = 0
  private refused = 0

  constructor(parts: HistoryParts, owner: Connection, progress: HistoryProgress) {
    this.parts = parts
    this.owner = owner
    this.progress = progress
    const { brand: brandId, pins, log, people = peopleCount } = parts
    this.people = people
    this.jobs = new HistoryJobs({ brandId, pins, log, brand: () => this.brandAt(0) })
  }

  async make(): Promise<MadeHistory> {
    const from = this.progress.beganAt - (historyDays + 1) * dayMs
    await makeClock(this.owner)
    if (this.progress.daysDone === 0) await backdateBrand(this.owner, this.parts.brand, from)
    const connection = await serverConnection(this.parts.url)
    try {
      for (let number = 0; number < walkerCount; number += 1)
        this.walkers.push(await this.openWalker(number, connection))
      this.later = await readLaterVersions()
      const plan = (await this.plan()).slice(this.progress.daysDone)
      let { daysDone } = this.progress
      const stretches = inStretches(plan, (day) => this.versionsOn(day).length > 0)
      this.made = await this.listMade(stretches[0] ?? [])
      for (const days of stretches) {
        await this.makeStretch(days)
        daysDone += days.length
        await updateProgress(this.owner, this.parts.brand, daysDone)
        this.parts.onDays?.(daysDone)
      }
      await this.finish()
    } finally {
      for (const walker of this.walkers) await walker.close()
    }
    return { cards: this.people + giftCardCount, calls: this.calls, refused: this.refused }
  }

  private openWalker(number: number, connection: ConnectionOptions): Promise<Walker> {
    const { url, pins, environment, log } = this.parts
    const brandAt = (version: number) => this.brandAt(version)
    const brandChanged = async () => {
      this.known = undefined
    }
    return Walker.open({ number, connection, url, pins, environment, brandAt, brandChanged, log })
  }

  private async brandAt(version: number): Promise<Brand> {
    const { brand, pins } = this.parts
    if (!this.known || this.known.version < version)
      this.known = await loadBrand(this.owner, brand, pins.sealerFor(brandSecretUse))
    if (!this.known) throw new Error(`the brand ${brand} is gone`)
    return this.known
  }

  /** The last cards of the stock, which nobody has been given yet. */
  private async plan(): Promise<readonly PlannedDay[]> {
    const { brand } = this.parts
    const { timeZone } = await this.brandAt(0)
    const cards = (await listStock(this.owner, brand, 'rewards-cards')).slice(-(peopleCount + spareCount))
    const gifts = (await listStock(this.owner, brand, 'gift-cards')).slice(-giftCardCount)
    const numbersOf = (stock: readonly StockCard[]) => stock.map(({ cardNumber }) => cardNumber)
    const treatments = treatmentsBy(brand, this.later)
    const end = this.progress.beganAt
    return planHistory({
      seed,
      people: this.people,
      end,
      timeZone,
      cards: numbersOf(cards),
      giftCards: numbersOf(gifts),
      treatments,
    })
  }

  private versionsOn({ ago }: Day): readonly LaterVersion[] {
    return this.later.filter(({ daysAgo }) => daysAgo === ago)
  }

  /** Everybody goes through the days by themselves, but waits for the others where the brand changes and where jobs run. */
  private async makeStretch(days: readonly PlannedDay[]): Promise<void> {
    const [walker] = this.walkers
    const first = days[0]?.day
    const last = days.at(-1)?.day
    if (!walker || !first || !last) throw new Error('somebody walks through days')
    for (const version of this.versionsOn(first)) {
      if (!this.isMade(stepOf(version, first))) await applyLaterVersion(version, first, walker)
    }
    const steps = days.flatMap((planned) => planned.steps).filter((step) => !this.isMade(step))
    await this.walk(steps.filter(({ at }) => at < last.jobsAt))
    const names = jobsOn(last)
    if (names.length > 0) await walker.goTo(Math.min(last.jobsAt, this.progress.beganAt))
    await this.jobs.run(names, walker)
    await this.walk(steps.filter(({ at }) => at >= last.jobsAt))
  }

  private async listMade(days: readonly PlannedDay[]): Promise<ReadonlySet<RequestRef>> {
    const versions = days.flatMap(({ day }) => this.versionsOn(day).map((version) => stepOf(version, day)))
    const refs = [...versions, ...days.flatMap(({ steps }) => steps)].map(refOf)
    return new Set(await listKnownRequests(this.owner, this.parts.brand, refs))
  }

  /** A call has the same reference each time, and no request is stored under one that is taken, not even a refused one. */
  private isMade(step: DemoStep): boolean {
    return this.made.has(refOf(step))
  }

  private async walk(steps: readonly DemoStep[]): Promise<void> {
    await Promise.all(
      this.walkers.map(async (walker, number) => {
        for (const moment of byMoment(steps.filter((step) => step.walker === number))) {
          const finished = await walker.makeAtOnce(moment)
          for (const [index, one] of finished.entries()) this.count(moment[index], one)
        }
      }),
    )
  }

  private count(step: DemoStep | undefined, finished: Finished): void {
    this.calls += 1
    if (finished.kind === 'done') return
    this.refused += 1
    this.parts.log.debug('demo', { text: `${step?.name}: ${finished.code} ${finished.text}` })
  }

  /** What the jobs have found out by the end. */
  private async finish(): Promise<void> {
    const [first] = this.walkers
    await first?.goTo(this.progress.beganAt)
    if (first) await this.jobs.run(lastJobs, first)
  }
}

const often = ['dates', 'bounces', 'later-messages', 'delivery']
const seldom = ['expiry', 'segments', 'tiers']
const lastJobs = [...seldom, ...often, 'webhooks', 'scores', 'recommendations', 'daily-sums']
/** Notices are kept for a month, so there is no point in having more. */
const webhooksSinceAgo = 22

/** Less often than a server runs them, so that it does not take long: nothing is missed, it only comes later. */
function jobsOn({ ago }: Day): readonly string[] {
  return [
    ...(ago % 14 === 0 ? seldom : []),
    ...(ago % 4 === 0 ? often : []),
    ...(ago < webhooksSinceAgo ? ['webhooks'] : []),
  ]
}

/** Days in a row: jobs run only on the last of them, and the brand changes only on the first. */
function inStretches(plan: readonly PlannedDay[], isChanging: (day: Day) => boolean): readonly PlannedDay[][] {
  const stretches: PlannedDay[][] = []
  let isOver = true
  for (const planned of plan) {
    if (isOver || isChanging(planned.day)) stretches.push([])
    stretches.at(-1)?.push(planned)
    isOver = jobsOn(planned.day).length > 0
  }
  return stretches
}

/** Counts the campaigns with a hold-out that a card gets of those that later versions bring. */
function treatmentsBy(brand: BrandId, later: readonly LaterVersion[]): PlanInput['treatments'] {
  const tried = later.flatMap(({ add, daysAgo }) =>
    ((add.campaigns ?? []) as readonly TriedCampaign[]).flatMap((campaign) => {
      const experiment = compileExperiment(campaign)
      return experiment ? [{ id: campaign.id, experiment, daysAgo }] : []
    }),
  )
  const isGiven = ({ id, experiment }: (typeof tried)[number], cardNumber: string) =>
    drawSide(experiment, [brand, id, cardNumber]) !== heldOutSide
  return (cardNumber, daysAgo) => tried.filter((one) => daysAgo < one.daysAgo && isGiven(one, cardNumber)).length
}

type TriedCampaign = Pick<Campaign, 'id' | 'holdout' | 'variants'>
