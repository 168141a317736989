import { randomBytes } from 'node:crypto'
import type { BlockList } from 'node:net'
import { listDeadJobs, listQueues } from '../../background/jobs/runner/queue-report.sql.ts'
import { networkOf } from '../../calls/delivery/demo-hosts.ts'
import { systemNetwork } from '../../calls/delivery/network.ts'
import { openSenders } from '../../calls/delivery/senders.ts'
import type { Engine } from '../../calls/engine/engine.ts'
import { operations } from '../../calls/operations/all.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { toAddressList } from '../../domain/brand/keys/addresses.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { isRole, roleNames } from '../../domain/judge/permissions.ts'
import { loginFactorUse } from '../../doors/access/factor/factors.ts'
import { isPublicPassword } from '../../doors/access/login/demo-logins.ts'
import type { LoginNotice } from '../../doors/access/login/login-notice.ts'
import { LoginThrottle } from '../../doors/access/login/login-throttle.ts'
import { Passwords } from '../../doors/access/login/passwords.ts'
import { StoredSessions } from '../../doors/access/session/stored-sessions.ts'
import { Provider } from '../../doors/access/sso/provider.ts'
import type { Grant } from '../../doors/access/visitor.ts'
import type { CountExchange } from '../../doors/api/count-exchange.ts'
import { nowhere } from '../../doors/api/count-exchange.ts'
import { Guesses } from '../../doors/api/guesses.ts'
import type { PortalDoor } from '../../doors/api/routes.ts'
import { previewMember } from '../../doors/member/pages/preview.ts'
import { readAppleCertificate } from '../../doors/pages/wallet/apple/certificate.ts'
import { tellByMail } from '../../doors/portal-api/access/tell-login.ts'
import { portalRoutes } from '../../doors/portal-api/all.ts'
import { Door } from '../../doors/portal-api/door.ts'
import type { MemberPreviewScreen } from '../../doors/portal-api/member/preview-screens.ts'
import { TestSends } from '../../doors/portal-api/messages/test-sends.ts'
import type { JobsSeen, PortalServices } from '../../doors/portal-api/portal-services.ts'
import { SegmentCounts } from '../../doors/portal-api/segments/segment-counts.ts'
import { SsoDoor, singleSignOnUse } from '../../doors/portal-api/sso/sso-door.ts'
import { StaticFiles } from '../../doors/portal-api/static-files.ts'
import { type ConnectionOptions, ConnectionPool } from '../../ground/database/connection.ts'
import type { DatabaseClock } from '../../ground/database/database-clock.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { uuidV7 } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import { onceAMinute } from '../../ground/log/once-a-minute.ts'
import { canReadJobs } from '../../ground/observe/metrics/database/quick-gauges.sql.ts'
import { listBrandIds } from '../../storage/brand-store/brand-list.sql.ts'
import type { CachedBrands } from '../../storage/brand-store/cache/cached-brands.ts'
import type { Config } from '../configuration/config.ts'
import { canBuildPortal, portalFilesFor } from './portal-files.ts'

/** Whose grants ask for a second factor: by the operator's word, or by that of a brand where they have them. */
function secondFactorDemand(
  { environment, secondFactorRoles: given }: Pick<Config, 'environment' | 'secondFactorRoles'>,
  brands: Pick<CachedBrands, 'load'>,
  pool: ConnectionPool,
) {
  const secondFactorRoles: readonly string[] = given ?? (environment === 'demo' ? [] : ['administrator'])
  const unknown = secondFactorRoles.find((role) => !isRole(role))
  if (unknown !== undefined)
    throw new Error(`--require-second-factor: there is no role ${unknown}; roles are ${roleNames.join(', ')}.`)
  const rolesOf = async (id: BrandId): Promise<readonly string[]> => {
    // A brand that cannot be loaded lets nobody do anything anyway.
    const brand = await brands.load(id).catch(() => undefined)
    return brand?.document.portal?.secondFactor ?? []
  }
  return async (grants: readonly Grant[]) => {
    if (grants.some(({ role }) => secondFactorRoles.includes(role))) return true
    for (const { brand, role } of grants)
      for (const id of brand === undefined ? await listBrandIds(pool) : [brand])
        if ((await rolesOf(id)).includes(role)) return true
    return false
  }
}

/** The portal's own, for each process: its longest questions leave the tills their connections. */
const portalConnections = 4

interface PortalParts {
  /** The database as its owner, who alone may look into the queue of jobs. */
  readonly url: string
  readonly connection: ConnectionOptions
  readonly brands: CachedBrands
  readonly engine: Engine
  readonly clock: DatabaseClock
  readonly pins: PinKeeper
  readonly config: Config & { readonly counts?: Pick<CountExchange, 'of'> }
  readonly log: Log
}

export interface Portal {
  readonly door: PortalDoor
  close(): Promise<void>
}

/** Everything under /portal. */
export function openPortal(parts: PortalParts): Portal {
  const { config } = parts
  const pool = new ConnectionPool(
    { ...parts.connection, name: 'purser portal', statementTimeoutMs: 5000, answerTimeoutMs: 7000 },
    portalConnections,
  )
  const jobs = new ConnectionPool(
    { url: config.coordinatorUrl ?? parts.url, name: 'purser portal jobs', statementTimeoutMs: 2000, isReadOnly: true },
    1,
  )
  const services = { ...roomOf(parts, pool), jobStates: () => lookAtJobs(jobs) }
  const trustedProxies = config.trustedProxies.length > 0 ? toAddressList(config.trustedProxies) : undefined
  const door = new Door(
    defined({
      services,
      routes: portalRoutes,
      files: new StaticFiles(portalFilesFor(config), randomBytes, canBuildPortal()),
      sso: openSso(services, config, trustedProxies),
      trustedProxies,
      bodyBytesMax: config.bodyBytesMax,
    }),
  )
  const close = async () => {
    await Promise.all([pool.close(), jobs.close()])
  }
  return { door, close }
}

function openSso(
  services: PortalServices,
  { singleSignOn }: Config,
  trustedProxies: BlockList | undefined,
): SsoDoor | undefined {
  if (!singleSignOn) return undefined
  const provider = new Provider(singleSignOn, services.now)
  return new SsoDoor(defined({ services, provider, sealer: services.pins.sealerFor(singleSignOnUse), trustedProxies }))
}

function roomOf(
  { brands, engine, clock, pins, config, log }: PortalParts,
  pool: ConnectionPool,
): Omit<PortalServices, 'jobStates'> {
  const { environment, publicUrl, failuresPerMinute, guessesPerMinute, counts } = config
  const { now } = clock
  const newRef = () => uuidV7(now(), randomBytes(10))
  const senders = openSenders(networkOf(config.environment, systemNetwork(config.allowPrivateReceivers)))
  return defined({
    pool,
    sessions: new StoredSessions(pool, now),
    brands,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    dispatcher: engine,
    atLength: engine.atLength,
    pins,
    log,
    senders,
    testSends: new TestSends(now),
    segmentCounts: new SegmentCounts(pool, now),
    guesses: new Guesses(guessesPerMinute, (limit) => counts?.of(`${limit} in the portal`) ?? nowhere),
    now,
    random: randomBytes,
    newRef,
    passwords: new Passwords(randomBytes),
    throttle: new LoginThrottle({ db: pool, perAddressPerMinute: failuresPerMinute, now }),
    says: onceAMinute(),
    tellUser: (notice: LoginNotice) => tellByMail({ pool, brands, senders, log, newRef, now }, notice),
    takesPassword: (password: string, isLocal: boolean) =>
      !isPublicPassword(password) || (environment === 'demo' && isLocal),
    factorSealer: pins.sealerFor(loginFactorUse),
    demandsSecondFactor: secondFactorDemand(config, brands, pool),
    environment,
    publicUrl,
    singleSignOn: config.singleSignOn?.label,
    previewMember: (brand: Brand, screen: MemberPreviewScreen, language: string | undefined) =>
      previewMember(brand, screen, language, now()),
    walletCertificateEnds: () => certificateEnd(config),
  })
}

/** Read anew each time, because it is replaced in its file. */
function certificateEnd({ wallet }: Pick<Config, 'wallet'>): Instant | undefined {
  const read = wallet?.apple && readAppleCertificate(wallet.apple)
  return read?.kind === 'certificate' ? read.certificate.expiresAt : undefined
}

async function lookAtJobs(pool: ConnectionPool): Promise<JobsSeen | undefined> {
  if (!(await canReadJobs(pool))) return undefined
  const [queues, dead] = await Promise.all([listQueues(pool), listDeadJobs(pool)])
  return { queues, dead }
}
