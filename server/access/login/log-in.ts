import { inTransaction } from '../../database/in-transaction.ts'
import type { AccessRoom } from '../access-room.ts'
import { listFactorKinds } from '../factor/factor.sql.ts'
import { type FactorKind, factorsOwed } from '../factor/factors.ts'
import { type Arrival, beginSession } from '../session/begin-session.ts'
import type { Visitor } from '../visitor.ts'
import { findLogin, type Login, listGrants, updateLoggedIn, updatePassword } from './login.sql.ts'
import { nameKeyOf } from './login-name.ts'
import { isOutdated, TooBusy } from './passwords.ts'

/** How an attempt to log in ends. */
export type LoggedIn =
  | {
      readonly kind: 'in'
      readonly token: string
      readonly owes: Visitor['owes']
      readonly factors: readonly FactorKind[]
    }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'slowDown'; readonly seconds: number }

interface Credentials {
  readonly name: string
  readonly password: string
}

/** By name and password. Whether there is such a name, nobody can tell from the answer or from how long it takes. */
export async function logIn(room: AccessRoom, { name, password }: Credentials, arrival: Arrival): Promise<LoggedIn> {
  const nameKey = nameKeyOf(name)
  const seconds = room.throttle.secondsToWait(nameKey, arrival.address)
  if (seconds > 0) return { kind: 'slowDown', seconds }
  const login = await findLogin(room.pool, nameKey)
  const isRight = await checkPassword(room, login, password)
  if (isRight === undefined) return { kind: 'slowDown', seconds: 5 }
  if (login && isRight) {
    // Of many guesses that were sent at once, one that is right gets no further than if they had come one by one.
    const late = room.throttle.secondsToWait(nameKey, arrival.address)
    return late > 0 ? { kind: 'slowDown', seconds: late } : enter(room, login, arrival)
  }
  room.throttle.countFailure(nameKey, arrival.address)
  return { kind: 'wrong' }
}

/** Undefined: too many wait for the same. A login that is disabled has no password that would be right. */
async function checkPassword(
  { pool, passwords }: AccessRoom,
  login: Login | undefined,
  password: string,
): Promise<boolean | undefined> {
  const stored = login?.isDisabled ? undefined : login?.passwordHash
  try {
    const isRight = await passwords.matches(stored, password)
    if (login && isRight && stored !== undefined && isOutdated(stored))
      await updatePassword(pool, login.id, await passwords.hash(password))
    return isRight
  } catch (error) {
    if (error instanceof TooBusy) return undefined
    throw error
  }
}

/** Begins the session of somebody who has proved who they are, as far as the second factor. */
export function enter(room: AccessRoom, { id }: Pick<Login, 'id'>, arrival: Arrival): Promise<LoggedIn> {
  return inTransaction(room.pool, async (db) => {
    const factors = await listFactorKinds(db, id)
    const owes = factorsOwed(factors, room.demandsSecondFactor(await listGrants(db, id)))
    await updateLoggedIn(db, id, room.now())
    const token = await beginSession(db, room, { login: id, owes }, arrival)
    return { kind: 'in', token, owes, factors }
  })
}
