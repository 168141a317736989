import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { defined } from '../../ground/kernel/defined.ts'
import { type LogFormat, type LogLevel, logFormats, logLevels } from '../../ground/log/log.ts'
import { type CallFlags, readCallFlags, readTailFlags, type TailFlags } from './call-flags.ts'
import type { FlagName } from './options.ts'
import { usualProcesses } from './process-count.ts'
import { type ReportFlags, readDays, readReportFlags } from './report-flags.ts'
import { type Environment, type GivenFlags, SettingValues } from './setting-values.ts'

/** Everything an operator can set. No other room reads the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string
  /** Where brands lie on several nodes: the node that tables are changed at. Absent: the same database. */
  readonly coordinatorUrl?: string
  readonly databaseWaitSeconds: number
  /** Where `move` puts what the embedded database has; what a promotion goes to is a brand. */
  readonly moveToUrl?: string
  readonly brandFiles: readonly string[]
  /** Where callers and customers reach the server, without a trailing slash; absent: the address that was called, or the server's own. */
  readonly publicUrl?: string
  /** How many processes serve calls. */
  readonly processes: number
  /** Which of them this is, counted from 1; absent in the process that the operator has started. */
  readonly processNumber?: number
  readonly lanes: number
  readonly batchSizeMax: number
  readonly queueLimits: { readonly perCard: number; readonly perBrand: number; readonly inAll: number }
  /** The most steps that the rules of one call may take. */
  readonly workLimit: number
  readonly requestsPerKeyPerSecond: number
  readonly failuresPerMinute: number
  readonly employeeFailuresPerMinute: number
  readonly guessesPerMinute: number
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** What `key create`, `key change` and `key rotate` are told, as it was written. */
  readonly keyFlags: KeyFlags
  /** Which entries `audit` shows, as it was written. */
  readonly auditFlags: AuditFlags
  /** What commands on brands and their versions are told, as it was written. */
  readonly brandFlags: BrandFlags
  /** What a report is asked for, as it was written. */
  readonly reportFlags: ReportFlags
  /** What `simulate` is told besides its file, as it was written. */
  readonly simulationFlags: SimulationFlags
  /** What `export` is told, as it was written. */
  readonly exportFlags: ExportFlags
  /** What `import` is told, as it was written. */
  readonly importFlags: ImportFlags
  /** What `user` is told, as it was written. */
  readonly userFlags: UserFlags
  /** What `replay` is told besides. */
  readonly replayFlags: ReplayFlags
  /** What `call` and `mcp` are told. */
  readonly callFlags: CallFlags
  /** What `tail` is told besides. */
  readonly tailFlags: TailFlags
  /** Whether a command prints JSON for programs instead of text for people. */
  readonly json: boolean
  readonly bodyBytesMax: number
  readonly connectionsMax: number
  /** How long calls are still taken after a stop was asked for. */
  readonly stopDelaySeconds: number
  /** Given directly, or by the path of a file; neither: the file in the data folder. */
  readonly secretKey?: Buffer
  /** Given with it while it is being replaced. */
  readonly furtherSecretKeys?: readonly Buffer[]
  readonly secretKeyFile?: string
  readonly logLevel: LogLevel
  /** Absent: readable at a terminal, else JSON. */
  readonly logFormat?: LogFormat
  /** Where Prometheus finds metrics; absent: nowhere, and nothing is measured. */
  readonly metrics?: { readonly host: string; readonly port: number }
  /** Where traces are sent; absent: nothing is traced. */
  readonly traces?: { readonly url: string; readonly sampleRatio: number }
  readonly environment: string
  /** Whether somebody named it, or it is only what is usual. */
  readonly namesEnvironment: boolean
  /** Single sign-on; absent: there is none. */
  readonly singleSignOn?: SingleSignOnSettings
  /** Passes in phone wallets; absent: there are none. */
  readonly wallet?: WalletSettings
  /** Roles of the portal that need a second factor; absent: those that are usual in the environment. */
  readonly secondFactorRoles?: readonly string[]
  readonly allowUnsafeDatabase: boolean
  /** Messages may be sent to any address and port, and unencrypted. */
  readonly allowPrivateReceivers: boolean
  /** Into how many parts `database distribute` divides brands. */
  readonly shards: number
  readonly dryRun: boolean
  /** Whether `migrate` also takes away what only older versions need. */
  readonly takesContract: boolean
  /** Whether warnings about a brand file keep it from being applied. */
  readonly strict: boolean
  /** Whether `start` runs background jobs too. */
  readonly runsJobs: boolean
  /** Whether `start` gives the demo brand of a new database a history. */
  readonly makesDemoHistory: boolean
  /** How long a worker may be silent before another takes over its job. */
  readonly jobLeaseSeconds: number
  /** 0 keeps everything forever. */
  readonly retention: { readonly traceDays: number; readonly requestMonths: number; readonly noticeMonths: number }
}

export type KeyFlags = Readonly<Partial<Record<'scope' | 'locations' | 'addresses' | 'expires', string>>> & {
  readonly strict: boolean
  readonly lenient: boolean
  /** Whether `key rotate` ends the older secret. */
  readonly finish: boolean
}

type BrandFlags = Readonly<Partial<Record<'note' | 'at' | 'from' | 'to', string>>> & {
  readonly version?: number
  /** Whether a file may take back what others have changed. */
  readonly overwrite: boolean
}

interface ReplayFlags {
  readonly sample: number
}

type UserFlags = Readonly<Partial<Record<'role' | 'brand' | 'group' | 'location', string>>> & {
  readonly removeFactors: boolean
}

type SimulationFlags = Readonly<Partial<Record<'card' | 'products' | 'location' | 'draft', string>>>

type ExportFlags = Readonly<Partial<Record<'from' | 'to' | 'format' | 'out', string>>> & {
  readonly personalData: boolean
}

type ImportFlags = Readonly<Partial<Record<'decimal' | 'dates' | 'faultsFile' | 'mapping', string>>> & {
  readonly map: readonly string[]
  readonly set: readonly string[]
  readonly word: readonly string[]
  readonly shown: number
  readonly skipsBadRows: boolean
  readonly loadsAgain: boolean
  readonly takesSeveral: boolean
}

type AuditFlags = Readonly<Partial<Record<'since' | 'until' | 'action', string>>>

export type ReadConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }

/**
 * Reads every setting, and names everything that is wrong at once. What `--to` means depends on the command: it is a
 * database only for one that takes `--to-file` as well.
 */
export function readConfig(given: GivenFlags, env: Environment, takes: readonly FlagName[] = []): ReadConfig {
  const values = new SettingValues(given, env)
  const databaseUrl = values.databaseUrl(['database', 'database-file'])
  const config: Config = defined({
    host: values.text('host') ?? '',
    port: values.whole('port', 0, 65_535),
    dataFolder: resolve(values.text('data') ?? ''),
    databaseUrl,
    coordinatorUrl: values.coordinatorUrl(),
    moveToUrl: takes.includes('to-file') ? values.databaseUrl(['to', 'to-file']) : undefined,
    databaseWaitSeconds: values.whole('database-wait', 0, 3600),
    brandFiles: values.list('brand'),
    publicUrl: values.publicUrl(),
    processes: readProcesses(values, databaseUrl === undefined),
    processNumber: values.text('process') === undefined ? undefined : values.whole('process', 1, processesMax),
    lanes: values.whole('lanes', 1, 64),
    batchSizeMax: values.whole('batch-size', 1, 1024),
    queueLimits: readQueueLimits(values),
    workLimit: values.whole('work-limit', 10_000, 999_999_999),
    requestsPerKeyPerSecond: values.whole('rate-limit', 0, 1_000_000),
    failuresPerMinute: values.whole('failure-limit', 0, 1_000_000),
    employeeFailuresPerMinute: values.whole('employee-limit', 0, 1_000_000),
    guessesPerMinute: values.whole('guess-limit', 0, 1_000_000),
    trustedProxies: values.subnets('trusted-proxies'),
    ...readCommandFlags(values),
    json: values.flag('json'),
    bodyBytesMax: values.whole('body-limit', 1024, 64 * 1024 * 1024),
    connectionsMax: values.whole('connections', 1, 1_000_000),
    // A stop as a whole must not take longer than 45 seconds.
    stopDelaySeconds: values.whole('stop-delay', 0, 20),
    ...values.secretKeys(),
    secretKeyFile: values.text('secret-key-file'),
    logLevel: values.oneOf('log-level', logLevels),
    logFormat: values.optionalOneOf('log-format', logFormats),
    metrics: readMetrics(values),
    traces: readTraces(values),
    environment: values.name('environment'),
    namesEnvironment: values.isGiven('environment'),
    singleSignOn: readSingleSignOn(values),
    wallet: readWallet(values),
    secondFactorRoles: readSecondFactorRoles(values),
    allowUnsafeDatabase: values.flag('allow-unsafe-database'),
    allowPrivateReceivers: values.flag('allow-private-receivers'),
    shards: values.whole('shards', 1, 1024),
    dryRun: values.flag('dry-run'),
    takesContract: values.flag('contract'),
    strict: values.flag('strict'),
    runsJobs: !values.flag('no-jobs'),
    makesDemoHistory: !values.flag('no-demo-history'),
    // The queue refuses less than 10; with more than 30 the job of a silent worker could wait longer than a minute.
    jobLeaseSeconds: values.whole('job-lease', 10, 30),
    retention: {
      traceDays: values.whole('trace-days', 0, 36_500),
      requestMonths: values.whole('request-months', 0, 1200),
      noticeMonths: values.whole('notice-months', 0, 1200),
    },
  })
  return values.faults.length > 0 ? { kind: 'faults', faults: values.faults } : { kind: 'config', config }
}

interface SingleSignOnSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly label: string
}

function readSingleSignOn(values: SettingValues): SingleSignOnSettings | undefined {
  const issuer = values.httpUrl('oidc-issuer')
  if (issuer === undefined) return undefined
  return defined({
    issuer,
    clientId: values.needed('oidc-client-id', 'oidc-issuer'),
    clientSecret: values.secret('oidc-client-secret', 'oidc-client-secret-file'),
    label: values.text('oidc-label') ?? '',
  })
}

/** Paths of files, and where to reach Apple and Google. */
interface WalletSettings {
  readonly apple?: {
    readonly certificateFile: string
    readonly keyFile: string
    readonly passphraseFile?: string
    readonly wwdrFile: string
    readonly pushUrl: string
  }
  readonly google?: { readonly serviceAccountFile: string; readonly apiUrl: string }
}

function readWallet(values: SettingValues): WalletSettings | undefined {
  const certificateFile = values.text('wallet-apple-certificate')
  const serviceAccountFile = values.text('wallet-google-service-account')
  const pushUrl = values.httpUrl('wallet-apple-push') ?? ''
  const apiUrl = values.httpUrl('wallet-google-api') ?? ''
  if (certificateFile === undefined && serviceAccountFile === undefined) return undefined
  const apple = certificateFile !== undefined && {
    certificateFile,
    keyFile: values.needed('wallet-apple-key', 'wallet-apple-certificate'),
    passphraseFile: values.text('wallet-apple-passphrase-file'),
    wwdrFile: values.needed('wallet-apple-wwdr', 'wallet-apple-certificate'),
    pushUrl,
  }
  return {
    ...(apple && { apple: defined(apple) }),
    ...(serviceAccountFile !== undefined && { google: { serviceAccountFile, apiUrl } }),
  }
}

/** The names of roles are checked where roles are known. */
function readSecondFactorRoles(values: SettingValues): readonly string[] | undefined {
  const given = values.list('require-second-factor')
  return given.length === 0 ? undefined : given.flatMap((role) => (role === 'none' ? [] : role.split(',')))
}

function readQueueLimits(values: SettingValues): Config['queueLimits'] {
  return {
    perCard: values.whole('queue-per-card', 1, 1_000_000),
    perBrand: values.whole('queue-per-brand', 1, 1_000_000),
    inAll: values.whole('queue-in-all', 1, 1_000_000),
  }
}

function readMetrics(values: SettingValues): Config['metrics'] {
  const port = values.optionalWhole('metrics-port', 0, 65_535)
  return port === undefined ? undefined : { port, host: values.text('metrics-host') ?? '' }
}

function readTraces(values: SettingValues): Config['traces'] {
  const url = values.httpUrl('traces')
  const sampleRatio = values.ratio('traces-sample')
  return url === undefined ? undefined : { url, sampleRatio }
}

const processesMax = 64

function readProcesses(values: SettingValues, isEmbedded: boolean): number {
  if (values.text('processes') !== undefined) return values.whole('processes', 1, processesMax)
  // Both are those of a container, where it has limits.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return usualProcesses({ cores: availableParallelism(), memoryBytes }, isEmbedded)
}

function readAuditFlags(values: SettingValues): AuditFlags {
  return defined({
    since: values.text('since'),
    until: values.text('until'),
    action: values.text('action'),
  })
}

/** What only some commands take. */
const readCommandFlags = (values: SettingValues) => ({
  keyFlags: readKeyFlags(values),
  auditFlags: readAuditFlags(values),
  brandFlags: readBrandFlags(values),
  reportFlags: readReportFlags(values),
  simulationFlags: readSimulationFlags(values),
  exportFlags: readExportFlags(values),
  userFlags: readUserFlags(values),
  importFlags: readImportFlags(values),
  replayFlags: { sample: values.whole('sample', 1, 10_000) },
  callFlags: readCallFlags(values),
  tailFlags: readTailFlags(values),
})

function readSimulationFlags(values: SettingValues): SimulationFlags {
  return defined({
    card: values.text('card'),
    products: values.text('products'),
    location: values.text('location'),
    draft: values.text('draft'),
  })
}

function readImportFlags(values: SettingValues): ImportFlags {
  return defined({
    map: values.list('map'),
    mapping: values.text('mapping'),
    set: values.list('set'),
    word: values.list('word'),
    decimal: values.flagText('decimal'),
    dates: values.flagText('dates'),
    faultsFile: values.text('faults'),
    shown: values.whole('show', 0, 10_000),
    skipsBadRows: values.flag('skip-bad-rows'),
    loadsAgain: values.flag('load-again'),
    takesSeveral: values.flag('several'),
  })
}

function readUserFlags(values: SettingValues): UserFlags {
  return defined({
    role: values.text('role'),
    brand: values.flagText('brand'),
    group: values.text('group'),
    location: values.text('location'),
    removeFactors: values.flag('remove-factors'),
  })
}

function readBrandFlags(values: SettingValues): BrandFlags {
  return defined({
    note: values.text('note'),
    at: values.text('at'),
    ...readDays(values),
    version: values.optionalWhole('version', 1, Number.MAX_SAFE_INTEGER),
    overwrite: values.flag('overwrite'),
  })
}

function readExportFlags(values: SettingValues): ExportFlags {
  return defined({
    ...readDays(values),
    format: values.text('format'),
    out: values.text('out'),
    personalData: values.flag('personal-data'),
  })
}

function readKeyFlags(values: SettingValues): KeyFlags {
  return defined({
    scope: values.text('scope'),
    locations: values.text('locations'),
    addresses: values.text('addresses'),
    expires: values.text('expires'),
    strict: values.flag('strict'),
    lenient: values.flag('lenient'),
    finish: values.flag('finish'),
  })
}
