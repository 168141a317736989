import type { ConnectionPool, Sql } from '../../../database/connection.ts'
import { inPatience } from '../../../database/timeouts.sql.ts'
import { codeOf } from '../../../kernel/code-of.ts'
import { faultFields, type Log } from '../../../log/log.ts'
import { onceAMinute } from '../../../log/once-a-minute.ts'
import { within } from '../../../waiting/within.ts'
import { type MetricJson, toMetric, toSingle } from '../metric-json.ts'
import type { MetricName } from '../metric-list.ts'
import { boundBrands } from './brand-bound.ts'
import {
  type BudgetSpent,
  findDatabaseBytes,
  listBudgets,
  listFreeCards,
  listFreeCoupons,
  listLiabilities,
  type StockGauge,
} from './costly-gauges.sql.ts'
import {
  type BrandNumber,
  canReadJobs,
  countDisabledReceivers,
  countDisabledWebhooks,
  countErrands,
  findDatabaseState,
  type JobState,
  listBackups,
  listJobStates,
  listKeyExpiries,
  listOutboxAges,
  listVerifyRuns,
  listWebhookAges,
} from './quick-gauges.sql.ts'

/** Two Prometheus servers that scrape at the same time ask the database once. */
const quickForMs = 5000
/** How long a scrape waits for the database; it is answered without its gauges then. */
const quickMsMax = 3000
const costlyEveryMs = 60_000
const costlyMsMax = 20_000
/** Computing the costly gauges takes at most one part in so many of the database's time. */
const costlyShare = 50
const stopMsMax = 1000

interface Collected {
  readonly metrics: readonly MetricJson[]
  readonly atMs: number
}

/**
 * Gauges about what is in the database: asked once for all processes, on connections of its own, so that neither calls
 * nor jobs wait for them. The costly ones are computed in the background.
 */
export class DatabaseMetrics {
  private readonly pool: ConnectionPool
  private readonly log: Log
  private quick: Collected | undefined
  private costly: Collected | undefined
  private costlyDueMs = 0
  private computing: Promise<void> | undefined
  private isStopping = false
  private readonly maySay = onceAMinute()

  /** `pool`: two connections of the database's owner, who may read the job queue too. */
  constructor(pool: ConnectionPool, log: Log) {
    this.pool = pool
    this.log = log
  }

  /** Never rejects: what is not known is left out. */
  async toJson(): Promise<readonly MetricJson[]> {
    this.computeSoon()
    const quick = await this.readQuick()
    if (!quick) return [toSingle('purser_database_up', 0)]
    const { costly } = this
    return [
      toSingle('purser_database_up', 1),
      ...quick,
      ...(costly?.metrics ?? []),
      ...(costly ? [toSingle('purser_costly_gauges_age_seconds', (performance.now() - costly.atMs) / 1000)] : []),
    ]
  }

  /** A server that stops does not wait for gauges that nobody will see. */
  async stop(): Promise<void> {
    this.isStopping = true
    await within(stopMsMax, this.pool.close())
  }

  private async readQuick(): Promise<readonly MetricJson[] | undefined> {
    if (this.quick && performance.now() - this.quick.atMs < quickForMs) return this.quick.metrics
    try {
      const metrics = await within(quickMsMax, inPatience(this.pool, quickMsMax, quickMetrics))
      this.quick = metrics && { metrics, atMs: performance.now() }
      return metrics
    } catch (error) {
      this.logFailure(error)
      return hasAnswered(error) ? [] : undefined
    }
  }

  private computeSoon(): void {
    if (this.computing || this.isStopping || performance.now() < this.costlyDueMs) return
    const began = performance.now()
    this.computing = inPatience(this.pool, costlyMsMax, costlyMetrics)
      .then((metrics) => {
        this.costly = { metrics, atMs: performance.now() }
      })
      .catch((error) => this.logFailure(error))
      .then(() => {
        const took = performance.now() - began
        this.costlyDueMs = performance.now() + Math.max(costlyEveryMs, costlyShare * took)
        this.computing = undefined
      })
  }

  private logFailure(error: unknown): void {
    if (!this.isStopping && this.maySay('')) this.log.warn('metrics', faultFields(error))
  }
}

/** A database that refuses a statement is up; one that throws us out, or cannot answer in time, is not. */
function hasAnswered(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(08|28|53|57)/.test(code)
}

async function quickMetrics(db: Sql): Promise<readonly MetricJson[]> {
  await db.rows`set transaction read only`
  const state = await findDatabaseState(db)
  const jobs = (await canReadJobs(db)) ? await listJobStates(db) : []
  const errands = await countErrands(db)
  const runs = await listVerifyRuns(db)
  const ranAt = runs.map(({ brand, ranAtSeconds: value }) => ({ brand, value }))
  const found = runs.map(({ brand, discrepancies: value }) => ({ brand, value }))
  return [
    toSingle('purser_database_connections', state?.connections ?? 0),
    toSingle('purser_database_connections_max', state?.connectionsMax ?? 0),
    toSingle('purser_database_lock_waits', state?.lockWaits ?? 0),
    toSingle('purser_database_lock_wait_max_seconds', state?.lockWaitSecondsMax ?? 0),
    byBrand('purser_outbox_oldest_due_seconds', await listOutboxAges(db)),
    byBrand('purser_receivers_disabled', await countDisabledReceivers(db)),
    byBrand('purser_webhook_behind_seconds', await listWebhookAges(db)),
    byBrand('purser_webhooks_disabled', await countDisabledWebhooks(db)),
    ...jobMetrics(jobs),
    ...(['waiting', 'running', 'failed'] as const).map((state) =>
      byBrand(
        `purser_errands_${state}`,
        errands.map((one) => ({ brand: one.brand, value: one[state] })),
      ),
    ),
    byBrand('purser_verify_last_run_timestamp_seconds', ranAt),
    byBrand('purser_verify_discrepancies', found),
    byBrand('purser_backup_last_timestamp_seconds', await listBackups(db)),
    byBrand('purser_key_expires_timestamp_seconds', await listKeyExpiries(db)),
  ]
}

function jobMetrics(all: readonly JobState[]): MetricJson[] {
  const jobs = all.filter(({ job }) => job !== 'dead')
  return [
    toMetric(
      'purser_job_lag_seconds',
      jobs.map(({ job, lagSeconds: value }) => ({ value, labels: { job_name: job } })),
    ),
    toMetric(
      'purser_job_last_done_timestamp_seconds',
      jobs.flatMap(({ job, lastDoneSeconds: value }) => (value === null ? [] : [{ value, labels: { job_name: job } }])),
    ),
    toSingle(
      'purser_jobs_given_up',
      all.reduce((sum, { givenUp }) => sum + givenUp, 0),
    ),
  ]
}

async function costlyMetrics(db: Sql): Promise<readonly MetricJson[]> {
  await db.rows`set transaction read only`
  const liabilities = (await listLiabilities(db)).map(({ brand, program, balanceType, balanceCode, value }) => ({
    value,
    labels: { brand, program, balance_type: balanceType, balance_code: balanceCode },
  }))
  return [
    toMetric('purser_liability', boundBrands('purser_liability', liabilities)),
    bySet('purser_stock_free_cards', await listFreeCards(db)),
    bySet('purser_stock_free_coupons', await listFreeCoupons(db)),
    toMetric(
      'purser_budget_spent_ratio',
      boundBrands('purser_budget_spent_ratio', (await listBudgets(db)).map(toBudget)),
    ),
    toSingle('purser_database_size_bytes', await findDatabaseBytes(db)),
  ]
}

/** The owner comes first in the name of a counter: campaignId or campaignId/ruleId, neither of which has spaces. */
function toBudget({ brand, counter, value }: BudgetSpent) {
  const [owner = '', ...of] = counter.split(' ')
  const [campaign = '', rule = ''] = owner.split('/')
  return { value, labels: { brand, campaign, rule, of: of.slice(0, -1).join(' ') } }
}

function byBrand(name: MetricName, rows: readonly BrandNumber[]): MetricJson {
  const values = rows.map(({ brand, value }) => ({ value, labels: { brand } }))
  return toMetric(name, boundBrands(name, values))
}

function bySet(name: MetricName, rows: readonly StockGauge[]): MetricJson {
  const values = rows.map(({ brand, set, value }) => ({ value, labels: { brand, set } }))
  return toMetric(name, boundBrands(name, values))
}
