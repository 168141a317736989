import { randomBytes } from 'node:crypto'
import { networkOf } from '../../calls/delivery/demo-hosts.ts'
import { systemNetwork } from '../../calls/delivery/network.ts'
import { openSenders } from '../../calls/delivery/senders.ts'
import type { Engine } from '../../calls/engine/engine.ts'
import { toAddressList } from '../../domain/brand/keys/addresses.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { type CountExchange, nowhere } from '../../doors/api/count-exchange.ts'
import { FailureLimit } from '../../doors/api/failure-limit.ts'
import type { FixedPage, PortalDoor } from '../../doors/api/routes.ts'
import { memberRoutes } from '../../doors/member/all.ts'
import { memberDescription } from '../../doors/member/describe.ts'
import { MemberDoor } from '../../doors/member/door.ts'
import type { MemberServices } from '../../doors/member/member-services.ts'
import { MemberPageDoor } from '../../doors/member/pages/page-door.ts'
import { VisitCounter } from '../../doors/member/visits.ts'
import { type ConnectionOptions, ConnectionPool } from '../../ground/database/connection.ts'
import type { DatabaseClock } from '../../ground/database/database-clock.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { uuidV7 } from '../../ground/kernel/ids.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import { hour, minute } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import type { CachedBrands } from '../../storage/brand-store/cache/cached-brands.ts'
import type { Config } from '../configuration/config.ts'

/** The members' own, for each process: however many look at their cards, tills have their connections. */
const memberConnections = 3

/** What one address may ask in a minute without being in, and what one session may: a page asks a handful at once. */
const strangersPerMinute = 60
const visitsPerMinute = 240
/** Codes that one place asks for, and cards and pins that it tries, in an hour: a shop's whole network may be one. */
const sendsPerHour = 60
const cardsPerHour = 60
/** Pages that are loaded from one place, in a minute. */
const loadsPerMinute = 2000

interface MemberParts {
  readonly connection: ConnectionOptions
  readonly brands: CachedBrands
  readonly engine: Engine
  readonly clock: DatabaseClock
  readonly pins: PinKeeper
  readonly config: Config & { readonly counts?: Pick<CountExchange, 'of'> }
  readonly log: Log
}

export interface MemberSide {
  readonly door: PortalDoor
  readonly pages: PortalDoor
  /** What explains the interface, by its path. */
  readonly descriptions: readonly (readonly [string, FixedPage])[]
  close(): Promise<void>
}

const describedOnce = oncePer(memberDescription)

/** Everything under /member, and under /m. */
export function openMemberSide({ connection, brands, engine, clock, pins, config, log }: MemberParts): MemberSide {
  const pool = new ConnectionPool(
    { ...connection, name: 'purser members', statementTimeoutMs: 3000, answerTimeoutMs: 4000 },
    memberConnections,
  )
  const { publicUrl, counts, guessesPerMinute } = config
  const elsewhere = (limit: string) => counts?.of(limit) ?? nowhere
  const { now } = clock
  const counter = new VisitCounter({ pool, log, now })
  const services: MemberServices = defined({
    pool,
    brands,
    dispatcher: engine,
    pins,
    senders: openSenders(networkOf(config.environment, systemNetwork(config.allowPrivateReceivers))),
    random: randomBytes,
    now,
    newRef: () => uuidV7(now(), randomBytes(10)),
    log,
    strangers: new FailureLimit(strangersPerMinute, undefined, elsewhere('strangers on member pages'), minute),
    visits: new FailureLimit(visitsPerMinute, undefined, elsewhere('members on their pages'), minute),
    sends: new FailureLimit(sendsPerHour, undefined, elsewhere('codes for members'), hour),
    loads: new FailureLimit(loadsPerMinute, undefined, elsewhere('pages for members'), minute),
    // Whoever has switched off the limit for tills, as tests do, has none here.
    guesses: new FailureLimit(
      guessesPerMinute === 0 ? 0 : cardsPerHour,
      undefined,
      elsewhere('cards by members'),
      hour,
    ),
    counter,
    isDemo: config.environment === 'demo',
    publicUrl,
  })
  const trustedProxies = config.trustedProxies.length > 0 ? toAddressList(config.trustedProxies) : undefined
  const door = new MemberDoor(defined({ services, routes: memberRoutes, trustedProxies }))
  const pages = new MemberPageDoor(defined({ services, trustedProxies }))
  const descriptions = [['/openapi-member.json', () => describedOnce(memberRoutes)]] as const
  const close = () => counter.write().finally(() => pool.close())
  return { door, pages, descriptions, close }
}
