export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** How values of several processes become one; and in gauges about brands, those of brands beyond the bound. */
  readonly joined: 'sum' | 'max' | 'min'
}

const counter = (help: string, ...labels: string[]): Metric => ({ type: 'counter', help, labels, joined: 'sum' })
const histogram = (help: string, ...labels: string[]): Metric => ({ type: 'histogram', help, labels, joined: 'sum' })
const sum = (help: string, ...labels: string[]): Metric => ({ type: 'gauge', help, labels, joined: 'sum' })
const highest = (help: string, ...labels: string[]): Metric => ({ type: 'gauge', help, labels, joined: 'max' })
const lowest = (help: string, ...labels: string[]): Metric => ({ type: 'gauge', help, labels, joined: 'min' })

/** What each process counts for itself. */
export const processMetrics = {
  purser_build_info: highest('Always 1; the labels name the version that runs.', 'version', 'node'),
  purser_requests_total: counter(
    'Requests that were answered. The code is that of docs/errors.md, 0 for success; the operation is none where there is no such address.',
    'operation',
    'code',
  ),
  purser_request_duration_seconds: histogram(
    'Time from the headers of a call to its answer, by operation.',
    'operation',
  ),
  purser_callers_refused_total: counter(
    'Calls refused for who made them or for guessing: authenticationFailed, authenticationLimited, employeeFailed, employeeLimited, guessLimited.',
    'reason',
  ),
  purser_commands_queued: sum('Commands that are queued or running.'),
  purser_commands_queued_max: sum('How many may be (--queue-in-all); beyond it calls are refused with 109.'),
  purser_lane_commands_queued: sum(
    'Commands that wait in a lane for their batch. The lane is a number, or slow.',
    'lane',
  ),
  purser_command_wait_seconds: histogram('How long commands waited for their batch to begin.'),
  purser_batch_commands: histogram('Commands in one transaction.'),
  purser_batch_phase_duration_seconds: histogram(
    'Duration of the phases of a batch: load (with the wait for row locks), decide, store (with the commit).',
    'phase',
  ),
  purser_batch_faults_total: counter(
    'Batches that failed and were tried again: conflict (another transaction was in the way), busy (a lock or a statement took too long), unwritable, connection, bug.',
    'fault',
  ),
  purser_records_waiting: sum('Records of calls that are not yet written.'),
  purser_storage_writable: lowest('0 while the database refuses writes: its disk is full or it is read-only.'),
  purser_clock_skew_seconds: highest(
    "By how much the clock of the server's machine and the database's differ. The database's counts for everything.",
  ),
  purser_pool_connections: sum(
    'Connections to the database that reads and tasks share, by pool and state (used, idle).',
    'pool',
    'state',
  ),
  purser_pool_waiting: sum('Reads and tasks that wait for a connection.', 'pool'),
  purser_event_loop_delay_seconds: histogram('How much later than it should a timer of the process runs.'),
  purser_job_runs_total: counter(
    'Runs of background jobs in this process, by result (done, failed).',
    'job_name',
    'result',
  ),
  purser_job_run_duration_seconds: histogram('Duration of runs of background jobs.', 'job_name'),
  purser_job_work_total: counter(
    'What background jobs have done, in their own words: sent, failed, told, expired and so on.',
    'job_name',
    'what',
  ),
} as const satisfies Readonly<Record<`purser_${string}`, Metric>>

/** What the machine is asked, once for all processes. */
export const placeMetricList = {
  purser_disk_free_bytes: lowest('Free space on the disk of the data folder, where the embedded database is.'),
  purser_disk_size_bytes: highest('Size of that disk.'),
  purser_certificate_expires_timestamp_seconds: lowest(
    'When a certificate that was given to the server expires: wallet-apple, which signs passes.',
    'certificate',
  ),
} as const satisfies Readonly<Record<`purser_${string}`, Metric>>

/** What the database is asked, once for all processes. */
export const databaseMetrics = {
  purser_database_up: lowest('0 when the database did not answer; the metrics below are missing then.'),
  purser_database_connections: sum('Connections to the database, of whoever has them.'),
  purser_database_connections_max: highest('How many connections the database allows.'),
  purser_database_lock_waits: sum('Connections that wait for a lock now.'),
  purser_database_lock_wait_max_seconds: highest('How long the one that waits longest has waited.'),
  purser_outbox_oldest_due_seconds: highest(
    'How long the message that is due longest has been due. Brands that have used up their caps are left out.',
    'brand',
  ),
  purser_receivers_disabled: sum('Receivers of messages (email, sms, push, webhook) that are disabled.', 'brand'),
  purser_webhook_behind_seconds: highest(
    'Age of the oldest event that a webhook has not been told, disabled webhooks apart.',
    'brand',
  ),
  purser_webhooks_disabled: sum('Webhooks that are disabled.', 'brand'),
  purser_job_lag_seconds: highest('How long a run of the job has been due without being taken up.', 'job_name'),
  purser_job_last_done_timestamp_seconds: highest(
    'When the job last ended well. Runs are kept for six hours, so that of a job that runs once a day it is missing after that.',
    'job_name',
  ),
  purser_jobs_given_up: sum('Jobs that failed after all retries and wait for an operator (purser jobs).'),
  purser_errands_waiting: sum('Long work that waits to be taken up (purser errands).', 'brand'),
  purser_errands_running: sum('Long work that runs.', 'brand'),
  purser_errands_failed: sum('Long work that failed within the last day.', 'brand'),
  purser_verify_last_run_timestamp_seconds: lowest('When purser verify last checked the brand.', 'brand'),
  purser_verify_discrepancies: sum('How many differences it found.', 'brand'),
  purser_backup_last_timestamp_seconds: lowest('When purser backup last wrote a file that has the brand.', 'brand'),
  purser_key_expires_timestamp_seconds: lowest(
    'When the first of the API keys of the brand that are in force expires; missing where none does.',
    'brand',
  ),
  purser_liability: sum(
    'Value on all cards of a value type, in its own unit (dollars, not cents), holds included.',
    'brand',
    'program',
    'balance_type',
    'balance_code',
  ),
  purser_stock_free_cards: lowest('Cards of a set that can still be allocated, counted up to 100,000.', 'brand', 'set'),
  purser_stock_free_coupons: lowest(
    'Coupons of a set that can still be allocated, counted up to 100,000.',
    'brand',
    'set',
  ),
  purser_budget_spent_ratio: highest(
    "What of a campaign's or a rule's budget is spent in this period: 1 is all of it. The rule is empty for a campaign's.",
    'brand',
    'campaign',
    'rule',
    'of',
  ),
  purser_database_size_bytes: highest('Size of the database on disk.'),
  purser_costly_gauges_age_seconds: highest(
    'How old liability, stock, budgets and size are: they are computed once a minute at most, less often where that takes long.',
  ),
} as const satisfies Readonly<Record<`purser_${string}`, Metric>>

const all: Readonly<Record<string, Metric>> = { ...processMetrics, ...placeMetricList, ...databaseMetrics }

export type MetricName = keyof typeof processMetrics | keyof typeof placeMetricList | keyof typeof databaseMetrics

export function metricOf(name: MetricName): Metric {
  const metric = all[name]
  if (!metric) throw new Error(`there is no metric ${name}`)
  return metric
}
