import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { AccessRoom } from '../access-room.ts'
import { listFactorKinds } from '../factor/factor.sql.ts'
import { type FactorKind, factorsOwed } from '../factor/factors.ts'
import { prove } from '../prove.ts'
import { type Arrival, beginSession } from '../session/begin-session.ts'
import type { Visitor } from '../visitor.ts'
import { findLogin, findLoginById, type Login, listGrants, updateLoggedIn, updatePassword } from './login.sql.ts'
import { recordLogin } from './login-events.ts'
import { nameKeyOf } from './login-name.ts'
import { isOutdated } from './passwords.ts'

/** How an attempt to log in ends. */
export type LoginEnd =
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
export async function logIn(room: AccessRoom, { name, password }: Credentials, arrival: Arrival): Promise<LoginEnd> {
  const login = await findLogin(room.pool, nameKeyOf(name))
  const check = () => isPasswordOf(room, login, { password, isLocal: arrival.isLocal })
  const proof = await prove(room, { name, address: arrival.address, tried: 'password' }, check)
  if (proof.kind === 'slowDown') return proof
  return proof.kind === 'right' && login ? enter(room, login, arrival) : { kind: 'wrong' }
}

interface GivenPassword {
  readonly password: string
  readonly isLocal: boolean
}

/** A login that is disabled has no password that would be right. */
export async function isPasswordOf(
  room: AccessRoom,
  login: Login | undefined,
  { password, isLocal }: GivenPassword,
): Promise<boolean> {
  const { pool, passwords } = room
  const isUsable = !login?.isDisabled && room.takesPassword(password, isLocal)
  const stored = isUsable ? login?.passwordHash : undefined
  const isRight = await passwords.matches(stored, password)
  if (login && isRight && stored !== undefined && isOutdated(stored))
    await updatePassword(pool, login.id, await passwords.hash(password))
  return isRight
}

/** Begins the session of somebody who has proved who they are, as far as the second factor. */
export async function enter(room: AccessRoom, { id }: Pick<Login, 'id'>, arrival: Arrival): Promise<LoginEnd> {
  const grants = await listGrants(room.pool, id)
  const isDemanded = await room.demandsSecondFactor(grants)
  const entered = await inTransaction(room.pool, async (db) => {
    const login = await findLoginById(db, id)
    if (!login) return undefined
    const factors = await listFactorKinds(db, id)
    const owes = factorsOwed(factors, isDemanded)
    const isNewDevice = await recordLogin(db, room, { login, grants, arrival })
    await updateLoggedIn(db, id, { at: room.now(), from: arrival.address })
    const token = await beginSession(db, room, { login, owes, isNewDevice }, arrival)
    return { login, isNewDevice, answer: { kind: 'in', token, owes, factors } as const }
  })
  // Somebody has removed the login meanwhile.
  if (!entered) return { kind: 'wrong' }
  const { name, language } = entered.login
  room.log.info('portal.login', { user: id, address: arrival.address })
  const { address, browser } = arrival
  if (entered.isNewDevice) room.tellUser(defined({ kind: 'newDevice', name, language, grants, address, browser }))
  return entered.answer
}
