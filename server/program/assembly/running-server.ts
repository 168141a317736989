import { randomBytes } from 'node:crypto'
import { errands } from '../../background/errand-runner/all.ts'
import { allJobs } from '../../background/jobs/all.ts'
import { type RunningJobs, startJobs } from '../../background/jobs/runner/runner.ts'
import { networkOf } from '../../calls/delivery/demo-hosts.ts'
import { systemNetwork } from '../../calls/delivery/network.ts'
import { openSenders } from '../../calls/delivery/senders.ts'
import { Engine, type EngineParts } from '../../calls/engine/engine.ts'
import { operations } from '../../calls/operations/all.ts'
import { prepareCampaigns } from '../../domain/campaign/campaigns-of.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { addressMarkUse } from '../../domain/channel/address-mark.ts'
import { consentLinkUse } from '../../domain/message/link/consent-link.ts'
import { consentLinks } from '../../domain/message/link/consent-links.ts'
import { standingNow } from '../../doors/access/login/standing-now.ts'
import type { CountExchange } from '../../doors/api/count-exchange.ts'
import { descriptionPages } from '../../doors/api/describe/pages.ts'
import { type HttpParts, type HttpServer, startHttpServer } from '../../doors/api/http-server.ts'
import { prepareSoon } from '../../doors/api/prepared-page.ts'
import type { Unready } from '../../doors/api/readiness.ts'
import { urlOf } from '../../doors/api/url-of.ts'
import { Watch, type Watched } from '../../doors/api/watch.ts'
import { DocumentShelf } from '../../doors/documentation/shelf.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import { type ConnectionOptions, ConnectionPool, type Sql } from '../../ground/database/connection.ts'
import { isDurable, serverConnection } from '../../ground/database/database.ts'
import type { DatabaseClock } from '../../ground/database/database-clock.ts'
import { longReadConnections } from '../../ground/database/long-reads.ts'
import { hasRoom } from '../../ground/database/room.sql.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { faultFields, type Log } from '../../ground/log/log.ts'
import { onceAMinute } from '../../ground/log/once-a-minute.ts'
import type { MetricJson } from '../../ground/observe/metrics/metric-json.ts'
import { inTurns } from '../../ground/waiting/in-turns.ts'
import { within } from '../../ground/waiting/within.ts'
import { type CachedBrands, openBrandDirectory } from '../../storage/brand-store/cache/cached-brands.ts'
import { brandSecretUse } from '../../storage/brand-store/document-secrets.ts'
import { KeyUse } from '../../storage/brand-store/keys/key-use.ts'
import type { ErrandTable } from '../../storage/errand/kind.ts'
import { findReachedAt, sayReachedAt } from '../../storage/store/outbox/reached-at.sql.ts'
import type { Config } from '../configuration/config.ts'
import { type ClockWatching, watchClock } from './clock-watch.ts'
import { customerPages } from './customer-pages.ts'
import { type MemberSide, openMemberSide } from './member.ts'
import { type Observing, openObserving } from './observing.ts'
import { faultTellers, type Outages, openOutages } from './outages.ts'
import { openPortal, type Portal } from './portal.ts'
import { RuleAlerts } from './rule-alerts.ts'
import { openWallet, type Wallet, walletsOf } from './wallet.ts'
import { withErrands } from './with-errands.ts'

export interface Service extends Measured {
  readonly port: number
  readonly address: string
  /** Calls that were refused for who made them, since the start. */
  readonly refused: Readonly<Record<Watched, number>>
  /** Runs background jobs from now on, if it does not yet. */
  beginJobs(): Promise<void>
  /** Finishes what is in flight, refuses what is new, and closes every connection. */
  stop(): Promise<void>
}

/** A process that may be asked for its metrics. */
export interface Measured {
  /** Absent when nothing is measured (--metrics-port). */
  readonly metrics?: () => Promise<readonly MetricJson[]>
}

/** What the operator has set, and what is different because there are several processes. */
export interface ServiceConfig extends Config, ClockWatching {
  /** What is counted together with the other processes. */
  readonly counts?: Pick<CountExchange, 'of'>
  /** What long work can be asked for, if not what this version knows. */
  readonly errands?: ErrandTable
  /** Who else may vouch for Apple's push service, besides those whom Node trusts. */
  readonly pushAuthorities?: readonly string[]
  /** Whether pages are built before anybody asks for them, unless it is said that they are not. */
  readonly preparesPages?: boolean
}

const ledgerNotProtected =
  'The ledger is not write-protected: this login to the database may not use the role purser_app. ' +
  'Run "purser database prepare"; docs/own-postgresql.md explains it.'

/** How often it is looked whether a database that took no writes does again. */
const writesLookMs = 3000

/** How many connections reads share; as many are for calls that hold one of their own. */
const readConnections = 8

/** What calls and jobs share: the engine, the configurations and the connections. */
interface Rooms {
  /** Whether there is no database just now. */
  readonly isAway: () => boolean
  readonly connection: ConnectionOptions
  readonly pool: ConnectionPool
  /** Where tables are changed: partitions come and go there. */
  readonly home: ConnectionPool
  readonly brands: CachedBrands
  readonly engine: Engine
  readonly clock: DatabaseClock
  readonly observing: Observing
  /** This process's metrics, with the counts of callers that were refused where calls are served. */
  readonly metrics: (callersRefused?: Watch['counts']) => Measured
  close(): Promise<void>
}

async function openRooms(url: string, config: ServiceConfig, outages: Outages, pins: PinKeeper): Promise<Rooms> {
  const { log } = outages
  const connection = await serverConnection(url)
  if (!connection.role && !config.isFurther) log.warn('role', { text: ledgerNotProtected })
  const reading = { ...connection, statementTimeoutMs: 3000, answerTimeoutMs: 3500 }
  const pool = new ConnectionPool(reading, readConnections)
  const { coordinatorUrl } = config
  const home = coordinatorUrl === undefined ? pool : new ConnectionPool({ ...reading, url: coordinatorUrl }, 1)
  const oncePool = new ConnectionPool(reading, readConnections)
  const longPool = new ConnectionPool(
    { ...reading, name: 'purser reports', isReadOnly: true, letsOthersFirst: true },
    longReadConnections,
  )
  if (!config.allowUnsafeDatabase) await assertDurable(pool)
  const brands = await openBrandDirectory(pool, pins.sealerFor(brandSecretUse), log, config.coordinatorUrl)
  brands.prepare = async (brand) => {
    await inTurns(prepareCampaigns(brand))
  }
  const { clock, stop: stopClock } = await watchClock(pool, log, config)
  const alerts = new RuleAlerts(log, clock.now)
  const observing = await openObserving(config, log)
  const engine = new Engine({
    connection: { ...connection, answerTimeoutMs: 7000 },
    pool,
    oncePool,
    longPool,
    pins,
    random: randomBytes,
    environment: config.environment,
    errandKinds: (config.errands ?? errands).kinds,
    brandAt: (brand, version) => brands.atLeast(brand, version),
    brandChanged: (brand) => brands.readAgain(brand),
    lanes: config.lanes,
    batchSize: config.batchSizeMax,
    limits: config.queueLimits,
    workLimit: config.workLimit,
    stopwatch: () => performance.now(),
    onOverwork: overworkTeller(log, config.workLimit),
    ...faultTellers(outages, () => watchWrites.begin()),
    onUnfulfilled: (work, unfulfilled) => alerts.warn(work, unfulfilled),
    ...defined({ observer: observing.observer }),
  })
  outages.onUnwritable = (error) => engine.writes.failed(error)
  const watchWrites = writesWatch({ pool, engine })
  const close = async () => {
    stopClock()
    watchWrites.end()
    outages.outage.close()
    await engine.drain()
    await brands.close()
    await oncePool.close()
    await longPool.close()
    if (home !== pool) await home.close()
    await pool.close()
    await observing.stop()
  }
  const metrics = metricsOf(observing, { engine, pool, oncePool, clock })
  const isAway = () => outages.outage.isAway
  return { connection, pool, home, brands, engine, clock, observing, metrics, isAway, close }
}

/** Looks whether a database that took no writes does again: nobody else may ask for a while. */
function writesWatch(rooms: Pick<Rooms, 'pool' | 'engine'>) {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(async () => {
      if (!(await takesWrites(rooms))) begin()
    }, writesLookMs).unref()
  }
  return { begin, end }
}

async function assertDurable(pool: ConnectionPool): Promise<void> {
  if (await isDurable(pool)) return
  await pool.close()
  throw new Error('The database may lose committed data (fsync, full_page_writes or synchronous_commit is off).')
}

function metricsOf(
  { metrics }: Observing,
  rooms: Pick<Rooms, 'engine' | 'pool' | 'clock'> & { oncePool: ConnectionPool },
) {
  const { engine, pool, oncePool, clock } = rooms
  const pools = { reads: pool.pool, tasks: oncePool.pool }
  const isWritable = () => takesWrites(rooms)
  const clockAheadMs = () => clock.aheadMs
  return (callersRefused?: Watch['counts']): Measured =>
    metrics
      ? {
          metrics: () =>
            metrics(defined({ callersRefused, pools, isWritable, clockAheadMs, engine: () => engine.state() })),
        }
      : {}
}

/** A brand whose rules take too much is named once a minute, with the rule that takes most: a till may try for hours. */
function overworkTeller(log: Log, limit: number): EngineParts['onOverwork'] {
  const maySay = onceAMinute()
  return ({ brand, call, operation }, rule) => {
    if (!maySay(brand.id)) return
    const most = rule === undefined ? '' : `; the rule that takes most is ${rule}`
    log.warn('too much work', {
      brand: brand.id,
      requestRef: call.ref,
      operation: operation.name,
      code: 135,
      text: `refused: the rules of this call take more than ${limit} steps (--work-limit)${most}`,
    })
  }
}

/** How long the last steps of a start may take, jobs included. */
const beginMsMax = 30_000
/** How long a start that failed may take to clean up. */
const giveUpMsMax = 15_000

/** Serves a database that has been migrated: the whole program but for its command line. */
export async function startService(url: string, config: ServiceConfig, lines: Log, pins: PinKeeper): Promise<Service> {
  const outages = openOutages(url, lines, config.isFurther === true)
  const { log } = outages
  const rooms = await openRooms(url, config, outages, pins)
  let http: HttpServer | undefined
  let jobs: Promise<RunningJobs> | undefined
  let isStarted = false
  const watch = new Watch(log)
  const keyUse = new KeyUse(rooms.pool, rooms.clock.now)
  const portal = openPortal({ ...rooms, url, config, log, pins })
  const wallet = openWallet(rooms, { config, log, pins })
  const member = openMemberSide({ ...rooms, config, log, pins })
  const beginJobs = async () => {
    jobs ??= jobsOf(url, config, log, { ...rooms, pins })
    jobs.catch(() => {
      jobs = undefined
    })
    if (!(await within(beginMsMax, jobs))) throw new Error(`The jobs did not begin in ${beginMsMax / 1000} s.`)
  }
  const stop = async () => {
    // At the same time, so that it takes as long as the slower of both and not as long as both.
    const stopped = await Promise.allSettled([http?.stop(), jobs?.then((running) => running.stop())])
    await keyUse.close()
    await portal.close()
    await member.close()
    await rooms.close()
    for (const one of stopped) if (one.status === 'rejected') throw one.reason
  }
  try {
    const parts = httpParts(
      rooms,
      defined({ config, log, pins, watch, keyUse, portal, wallet, member }),
      () => isStarted,
    )
    http = await startHttpServer(parts, config)
    if (config.preparesPages !== false) prepareSoon(parts.pages, (error) => log.error('fault', faultFields(error)))
    if (!config.isFurther) await tellReachedAt(http, config, log, rooms.pool)
    if (config.runsJobs) await beginJobs()
    isStarted = true
    const { port, address } = http
    return { port, address, refused: watch.counts, beginJobs, stop, ...rooms.metrics(watch.counts) }
  } catch (error) {
    await within(giveUpMsMax, stop()).catch(() => undefined)
    throw error
  }
}

interface ServiceParts {
  readonly config: ServiceConfig
  readonly log: Log
  readonly pins: PinKeeper
  readonly watch: Watch
  readonly keyUse: KeyUse
  readonly portal: Portal
  readonly wallet?: Wallet
  readonly member: MemberSide
}

function httpParts(rooms: Rooms, parts: ServiceParts, isStarted: () => boolean): HttpParts {
  const { config, log, pins, watch, keyUse, portal, wallet, member } = parts
  const { publicUrl, trustedProxies } = config
  return defined({
    dispatcher: rooms.engine,
    operations,
    brands: rooms.brands,
    pages: new Map([
      ...descriptionPages(operations, publicUrl === undefined ? {} : { baseUrl: publicUrl }),
      ...member.descriptions,
    ]),
    pagesNow: customerPages(rooms, pins, wallet),
    shelf: new DocumentShelf(),
    portal: portal.door,
    wallet: wallet?.door,
    member: member.door,
    memberPages: member.pages,
    publicUrl,
    trustedProxies,
    takesPublicSecrets: config.environment === 'demo',
    keyUse,
    watch,
    readiness: () => (isStarted() ? findObstacle(rooms) : 'starting'),
    limits: config,
    counts: config.counts,
    log,
    random: randomBytes,
    now: rooms.clock.now,
    observer: rooms.observing.observer,
  })
}

/** What is in the way of calls just now. */
async function findObstacle({ pool, engine }: Rooms): Promise<Unready | undefined> {
  const now = await within(2000, readNow(pool)).catch(() => undefined)
  if (now === undefined) return 'database'
  return (await takesWrites({ pool, engine })) ? undefined : 'storage'
}

/** At once, unless a write has failed lately. */
async function takesWrites({ pool, engine }: Pick<Rooms, 'pool' | 'engine'>): Promise<boolean> {
  const isGood = within(
    2000,
    engine.writes.isGood(() => hasRoom(pool)),
  )
  return (await isGood.catch(() => false)) ?? false
}

/** Links that jobs make, in this process or in others, begin with the public address, or else with that of this server. */
async function tellReachedAt(http: HttpServer, { publicUrl, environment }: Config, log: Log, db: Sql): Promise<void> {
  const url = publicUrl ?? urlOf(http)
  await sayReachedAt(db, url, publicUrl !== undefined)
  if (publicUrl !== undefined || environment === 'demo') return
  log.warn('links', { text: `links in e-mail begin with ${url}; say with --public-url where customers reach you` })
}

/** Only what happens without a call: nothing is listened to. */
export async function startWork(
  url: string,
  config: ServiceConfig,
  lines: Log,
  pins: PinKeeper,
): Promise<RunningJobs & Measured> {
  const outages = openOutages(url, lines, config.isFurther === true)
  const { log } = outages
  const rooms = await openRooms(url, config, outages, pins)
  try {
    const jobs = await jobsOf(url, config, log, { ...rooms, pins })
    return { wake: (name) => jobs.wake(name), stop: () => jobs.stop().finally(rooms.close), ...rooms.metrics() }
  } catch (error) {
    await within(giveUpMsMax, rooms.close()).catch(() => undefined)
    throw error
  }
}

type JobRooms = Rooms & { readonly pins: PinKeeper }

async function jobsOf(url: string, config: ServiceConfig, log: Log, rooms: JobRooms): Promise<RunningJobs> {
  const { engine, brands, pool, home, pins } = rooms
  const { jobLeaseSeconds: leaseSeconds, retention, allowPrivateReceivers, publicUrl } = config
  const network = networkOf(config.environment, systemNetwork(allowPrivateReceivers))
  const reachedAt = async () => publicUrl ?? (await findReachedAt(pool))
  const links = async () => {
    const url = await reachedAt()
    return url === undefined ? undefined : consentLinks(url, pins.keyFor(consentLinkUse))
  }
  const addressKey = () => pins.keyFor(addressMarkUse)
  const means = () => ({ random: randomBytes, pins, sealer: pins.sealerFor(brandSecretUse), standingOf: standingNow })
  const wallets = walletsOf(config, log, pins)
  const wallet = wallets && defined({ wallets, network, authorities: config.pushAuthorities })
  const outside = defined({ network, senders: openSenders(network), addressKey, links, reachedAt, wallet, pins })
  const jobs = allJobs(retention, outside, means)
  const { observer } = rooms.observing
  const running = await startJobs(
    defined({
      url: config.coordinatorUrl ?? url,
      leaseSeconds,
      log,
      jobs,
      engine,
      brands,
      pool,
      home,
      random: randomBytes,
      isAway: rooms.isAway,
      observer,
    }),
  )
  return withErrands(running, { ...rooms, config, log, table: config.errands ?? errands })
}
