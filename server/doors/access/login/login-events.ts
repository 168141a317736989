import { hash } from 'node:crypto'
import type { Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { AccessServices } from '../access-services.ts'
import type { Arrival } from '../session/begin-session.ts'
import type { Grant } from '../visitor.ts'
import { tellBrands } from './change-login.ts'
import { type Login, listGrants } from './login.sql.ts'
import { isKnownDevice, updateFailed } from './login-events.sql.ts'

/** What somebody tried to prove. */
export type ProofKind = 'password' | 'secondFactor' | 'confirmation'

interface Failure {
  readonly nameKey: string
  readonly address: string
  readonly tried: ProofKind
  /** Whether nobody gets in by this name now, from there or from anywhere. */
  readonly locks: boolean
}

type EventServices = Pick<AccessServices, 'pool' | 'log' | 'says' | 'tellUser'>

/** A line for each; in the audit log one a minute for each login, and every lock. */
export async function recordFailure(
  services: EventServices,
  { nameKey, address, tried, locks }: Failure,
): Promise<void> {
  const { pool, log } = services
  const login = await updateFailed(pool, nameKey)
  log.warn('portal.login.failed', defined({ user: login?.id, address, text: tried }))
  if (!login) return
  if (locks) log.warn('portal.login.locked', { user: login.id, address })
  if (!locks && !services.says(login.id)) return
  const grants = await listGrants(pool, login.id)
  const origin = { actor: { kind: 'user', name: login.name, from: address } } as const
  const subject = login.name
  await inTransaction(pool, async (db) => {
    await tellBrands({ db, origin }, grants, { action: 'user.loginFailed', subject, after: { tried } })
    if (locks) await tellBrands({ db, origin }, grants, { action: 'user.locked', subject })
  })
  if (locks) services.tellUser({ kind: 'locked', ...login, grants, address })
}

interface Entry {
  readonly login: Login
  readonly grants: readonly Grant[]
  readonly arrival: Arrival
}

/** Whether they come from where they never came from before; the first login of all is not told of. */
export async function recordLogin(
  db: Sql,
  { now }: Pick<AccessServices, 'now'>,
  { login, grants, arrival }: Entry,
): Promise<boolean> {
  const isKnown = await isKnownDevice(db, login.id, deviceOf(arrival), now())
  const isNewDevice = !isKnown && login.loggedInAt !== undefined
  const origin = { actor: { kind: 'user', name: login.name, from: arrival.address } } as const
  const { failedCount } = login
  const after = { ...(isNewDevice && { device: 'new' }), ...(failedCount > 0 && { failedBefore: failedCount }) }
  await tellBrands({ db, origin }, grants, { action: 'user.loggedIn', subject: login.name, after })
  return isNewDevice
}

/** The kind of browser, without versions, which change by the week, and the network, in which an address changes by the day. */
function deviceOf({ browser, address }: Arrival): Buffer {
  const network = address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.replace(/\.\d+$/, '')
  return Buffer.from(hash('sha256', `${browser.replace(/[\d._]+/g, '').trim()}\0${network}`, 'hex'), 'hex')
}
