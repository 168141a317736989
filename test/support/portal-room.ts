import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Role } from '../../server/domain/judge/permissions.ts'
import { inviteLogin } from '../../server/doors/access/login/change-login.ts'
import { putGrant, updatePassword } from '../../server/doors/access/login/login.sql.ts'
import { Passwords } from '../../server/doors/access/login/passwords.ts'
import type { Grant } from '../../server/doors/access/visitor.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import type { Log } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import {
  type Answer,
  openShop,
  type Shop,
  type ShopOptions,
  startTestService,
  testDatabase,
  testOrigin,
} from './shop.ts'

/** What every login of a test has; its hash is made once. */
export const testPassword = 'correct horse battery staple'
const passwords = new Passwords(randomBytes)
let passwordHash: Promise<string> | undefined

export interface PortalRoom {
  readonly service: Service
  /** A shop whose calls the same server answers. */
  readonly shop: Shop
  /** Somebody with a role in the shop's brand, or with these grants; logged in unless a test does that itself. */
  login(role: Role, reach?: Pick<Grant, 'group' | 'location'>): Promise<PortalUser>
  loginWith(grants: readonly Grant[]): Promise<PortalUser>
  /** Somebody who is not logged in. */
  stranger(): PortalUser
  readonly pool: ConnectionPool
  close(): Promise<void>
}

/** A server, a shop, and people who use the portal. The test closes it. */
export async function openPortalRoom(
  options: ShopOptions & {
    readonly flags?: readonly string[]
    readonly runsJobs?: boolean
    readonly allowPrivateReceivers?: boolean
    readonly log?: Log
  } = {},
): Promise<PortalRoom> {
  const { flags = [], runsJobs = false, allowPrivateReceivers = false, log, ...rest } = options
  const service = await startTestService(flags, runsJobs, testDatabase(), {
    allowPrivateReceivers,
    ...(log && { log }),
  })
  const shop = await openShop({ ...rest, service }).catch(async (fault) => {
    // Else the server would keep the test's process alive for as long as it may take.
    await service.stop()
    throw fault
  })
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  const stranger = () => new PortalUser(service.port, '', shop.id)
  const loginWith = async (grants: readonly Grant[]) => {
    const name = await makeLogin(pool, grants)
    const user = new PortalUser(service.port, name, shop.id)
    await user.logIn()
    return user
  }
  const login: PortalRoom['login'] = (role, reach = {}) => loginWith([{ brand: shop.id, role, ...reach }])
  const close = async () => {
    await pool.close()
    await service.stop()
  }
  return { service, shop, login, loginWith, stranger, pool, close }
}

/** A login with the usual password. Returns its name. */
export async function makeLogin(pool: ConnectionPool, grants: readonly Grant[]): Promise<string> {
  const [first, ...others] = grants
  if (!first) throw new Error('A login has at least one grant.')
  const name = `user-${randomBytes(6).toString('hex')}`
  const office = { origin: testOrigin, now: Date.now, random: randomBytes }
  passwordHash ??= passwords.hash(testPassword)
  const hash = await passwordHash
  await inTransaction(pool, async (db) => {
    const made = await inviteLogin({ ...office, db }, name, first)
    if (!made) throw new Error(`There is a login ${name} already.`)
    for (const grant of others) await putGrant(db, made.id, grant)
    await updatePassword(db, made.id, hash)
  })
  return name
}

/** Somebody at a browser: it sends the cookie that it was given. */
export class PortalUser {
  readonly name: string
  /** The cookie as the server set it; a test may put another one here. */
  cookie = ''
  /** That of the device at the counter, if the browser is registered as one. */
  deviceCookie = ''
  private readonly port: number
  private readonly brand: string

  constructor(port: number, name: string, brand: string) {
    this.port = port
    this.name = name
    this.brand = brand
  }

  async logIn(password = testPassword): Promise<Answer> {
    return this.ask('logIn', { name: this.name, password })
  }

  /** Asks a route of the portal. */
  ask(route: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/portal/api/${route}`, body, headers)
  }

  /** Asks a route that has to answer, and returns what it says. */
  async must(route: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer['body']> {
    const answer = await this.ask(route, body, headers)
    if (answer.status !== 200) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Carries out an operation of the interface. */
  call(operation: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/portal/call/${operation}`, body, headers)
  }

  private async post(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const own = {
      'content-type': 'application/json',
      'purser-portal': '1',
      origin: `http://127.0.0.1:${this.port}`,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Test browser',
      brand: this.brand,
      cookie: [this.cookie, this.deviceCookie].filter((one) => one !== '').join('; '),
      ...headers,
    }
    // A header that a test leaves out is empty.
    const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
    const answer = await exchange(this.port, 'POST', path, { headers: sent, text: JSON.stringify(body) })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [cookie = ''] = set.split(';')
      if (cookie.includes('purser_device=')) this.deviceCookie = cookie
      else this.cookie = cookie
    }
    return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
  }
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly text?: string
}

/** A request as it is, and the answer as a text. */
export function exchange(port: number, method: string, path: string, { headers = {}, text = '' }: Sent = {}) {
  return new Promise<Omit<Answer, 'body'> & { text: string }>((resolve, reject) => {
    const request = httpRequest(
      { port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(text)
  })
}
