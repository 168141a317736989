import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { Role } from '../../server/access/permissions.ts'
import type { Visitor } from '../../server/access/visitor.ts'
import { startHttpServer } from '../../server/api/http-server.ts'
import { Watch } from '../../server/api/watch.ts'
import { PinKeeper } from '../../server/card/pin-keeper.ts'
import { ConnectionPool } from '../../server/database/connection.ts'
import { serverConnection } from '../../server/database/database.ts'
import { openLog } from '../../server/log/log.ts'
import { operations } from '../../server/operations/all.ts'
import { portalRoutes } from '../../server/portal-api/all.ts'
import { Door } from '../../server/portal-api/door.ts'
import { StaticFiles } from '../../server/portal-api/static-files.ts'
import { openEngine } from './engine-room.ts'
import { type Shop, testDatabase } from './shop.ts'

/** Where somebody may do something, and whether they proved just now who they are. */
interface Place {
  readonly location?: string
  readonly group?: string
  readonly isConfirmed?: boolean
  readonly name?: string
}

interface CallHeaders {
  readonly note?: string
  readonly location?: string
  readonly terminal?: string
  /** The customRequestId. */
  readonly id?: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back.
type Body = any

/** Somebody at the portal. Both answer what came back, refusals as `{ error }`. */
export interface Clerk {
  readonly name: string
  ask(route: string, body?: object): Promise<Body>
  call(operation: string, body: object, headers?: CallHeaders): Promise<Body>
}

export interface Desk {
  as(role: Role, place?: Place): Clerk
}

const closing: (() => Promise<unknown>)[] = []

after(async () => {
  for (const close of closing) await close()
})

const limits = {
  bodyBytesMax: 1024 * 1024,
  connectionsMax: 100,
  requestsPerKeyPerSecond: 0,
  failuresPerMinute: 0,
  employeeFailuresPerMinute: 0,
  guessesPerMinute: 0,
}

/** The portal of a shop over HTTP, with sessions that the test makes up. */
export async function openDesk(shop: Shop): Promise<Desk> {
  const { engine, brand, newRef } = await openEngine(shop)
  const pool = new ConnectionPool(await serverConnection(testDatabase()), 4)
  const visitors = new Map<string, Visitor>()
  const log = openLog('error')
  const brands = { load: async (id: string) => (id === brand.id ? brand : undefined), find: () => brand }
  const room = {
    pool,
    sessions: { find: async (token: string) => visitors.get(token) },
    brands,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    dispatcher: engine,
    pins: new PinKeeper(randomBytes(32), randomBytes),
    log,
    now: Date.now,
    random: randomBytes,
    newRef,
    environment: 'demo',
  }
  const files = new StaticFiles('/nowhere', randomBytes)
  const portal = new Door({ room, routes: portalRoutes, files, bodyBytesMax: limits.bodyBytesMax })
  const nobody = { findAccess: () => null, loadAccess: async () => null }
  const parts = { dispatcher: engine, operations, brands: nobody, pages: new Map(), portal, limits, log }
  const more = {
    takesPublicSecrets: false,
    keyUse: { note: () => undefined },
    watch: new Watch(log),
    random: randomBytes,
  }
  const http = await startHttpServer(
    { ...parts, ...more, readiness: async () => undefined },
    { host: '127.0.0.1', port: 0 },
  )
  closing.push(async () => {
    await http.stop()
    await pool.close()
  })
  return { as: (role, place = {}) => clerkAt(http.port, shop.id, addVisitor(visitors, role, place)) }
}

interface LoggedIn {
  readonly name: string
  readonly token: string
}

function addVisitor(visitors: Map<string, Visitor>, role: Role, place: Place): LoggedIn {
  const { location, group, isConfirmed = true, name = `${role}-${visitors.size}` } = place
  const token = randomBytes(24).toString('base64url')
  visitors.set(token, {
    loginId: name,
    name,
    sessionId: token,
    grants: [{ role, ...(location !== undefined && { location }), ...(group !== undefined && { group }) }],
    confirmedAt: isConfirmed ? Date.now() : 0,
  })
  return { name, token }
}

function clerkAt(port: number, brand: string, { name, token }: LoggedIn): Clerk {
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const own = { 'content-type': 'application/json', 'purser-portal': '1', cookie: `purser_session=${token}`, brand }
    const url = `http://127.0.0.1:${port}/portal/${path}`
    const answer = await fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
    assert.notEqual(answer.status, 500, path)
    return answer.json()
  }
  return {
    name,
    ask: (route, body = {}) => post(`api/${route}`, body, {}),
    call: (operation, body, { note, location, terminal, id } = {}) =>
      post(`call/${operation}`, body, {
        ...(note !== undefined && { note }),
        ...(location !== undefined && { location }),
        ...(terminal !== undefined && { terminal }),
        ...(id !== undefined && { customrequestid: id }),
      }),
  }
}
