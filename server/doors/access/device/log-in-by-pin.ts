import type { Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { AccessServices } from '../access-services.ts'
import { findLoginById, type Login, listGrants, updateSeenAt } from '../login/login.sql.ts'
import { unlessTooBusy } from '../login/passwords.ts'
import { type Arrival, beginSession } from '../session/begin-session.ts'
import { type Device, updateDeviceUsed } from './device.sql.ts'
import { giveBackPinTry, takePinTry, updatePinUsed } from './pin.sql.ts'
import { grantsByPin } from './pin-rules.ts'

/** How an attempt to log in by PIN ends. */
export type PinEnd =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong'; readonly left: number }
  /** No attempt is left, or there is no PIN any more: the password is the way in. */
  | { readonly kind: 'passwordNeeded' }
  | { readonly kind: 'slowDown'; readonly seconds: number }

interface GivenPin {
  readonly userId: string
  readonly pin: string
}

/**
 * A cashier on a registered device. The device is what they have and the PIN is what they know, so that no second factor is
 * asked for; in return the session is short, and may do no more than cashiers of the device's brand.
 */
export async function logInByPin(
  services: AccessServices,
  device: Device,
  { userId, pin }: GivenPin,
  arrival: Arrival,
): Promise<PinEnd> {
  const attempt = await takePinTry(services.pool, device.id, userId, services.now())
  if (!attempt) return { kind: 'passwordNeeded' }
  const { pinHash, left } = attempt
  const isRight = await services.passwords.matches(pinHash, pin).catch(unlessTooBusy)
  if (isRight === undefined) {
    await giveBackPinTry(services.pool, device.id, userId)
    return { kind: 'slowDown', seconds: 5 }
  }
  const login = await findLoginById(services.pool, userId)
  if (!login) return { kind: 'passwordNeeded' }
  if (!isRight) {
    await recordWrongPin(services, { device, login, left, address: arrival.address })
    return left > 0 ? { kind: 'wrong', left } : { kind: 'passwordNeeded' }
  }
  const token = await inTransaction(services.pool, (db) =>
    enterByPin(db, services, { device, login, pinHash, arrival }),
  )
  return token === undefined ? { kind: 'passwordNeeded' } : { kind: 'in', token }
}

interface RightPin {
  readonly device: Device
  readonly login: Login
  readonly pinHash: string
  readonly arrival: Arrival
}

/** Undefined: meanwhile the PIN was taken away, or they are no cashier any more. */
async function enterByPin(
  db: Sql,
  services: AccessServices,
  { device, login, pinHash, arrival }: RightPin,
): Promise<string | undefined> {
  const at = services.now()
  const isCashier = grantsByPin(await listGrants(db, login.id), device.brand).length > 0
  if (login.isDisabled || !isCashier || !(await updatePinUsed(db, device.id, login.id, { pinHash, at })))
    return undefined
  await updateDeviceUsed(db, device.id, at)
  await updateSeenAt(db, login.id, { at, from: arrival.address })
  const actor = { kind: 'user', name: login.name, from: arrival.address } as const
  const after = { by: 'pin', at: device.name }
  await insertAuditEntries(db, device.brand, [{ actor, action: 'user.loggedIn', subject: login.name, after }])
  services.log.info('portal.login', { user: login.id, address: arrival.address, text: 'pin' })
  // What failed before is told to whoever logs in by the password.
  const entering = { login: { ...login, failedCount: 0 }, owes: undefined, isNewDevice: false, device: device.id }
  return beginSession(db, services, entering, arrival)
}

interface WrongPin extends Pick<RightPin, 'device' | 'login'> {
  readonly left: number
  readonly address: string
}

/** Each is in the audit log: there are few. */
async function recordWrongPin(services: AccessServices, { device, login, left, address }: WrongPin): Promise<void> {
  const { id, name } = login
  services.log.warn('portal.login.failed', { user: id, address, text: 'pin' })
  if (left === 0) services.log.warn('portal.login.locked', { user: id, address, text: 'pin' })
  const actor = { kind: 'user', name, from: address } as const
  const failed = { actor, action: 'user.loginFailed', subject: name, after: { tried: 'pin', at: device.name } } as const
  const locked = { actor, action: 'user.pin', subject: name, after: { state: 'locked', at: device.name } } as const
  await inTransaction(services.pool, (db) =>
    insertAuditEntries(db, device.brand, left === 0 ? [failed, locked] : [failed]),
  )
}
