import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { AccessServices } from '../access-services.ts'
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
export async function logIn(
  services: AccessServices,
  { name, password }: Credentials,
  arrival: Arrival,
): Promise<LoginEnd> {
  const login = await findLogin(services.pool, nameKeyOf(name))
  const check = () => isPasswordOf(services, login, { password, isLocal: arrival.isLocal })
  const proof = await prove(services, { name, address: arrival.address, tried: 'password' }, check)
  if (proof.kind === 'slowDown') return proof
  return proof.kind === 'right' && login ? enter(services, login, arrival) : { kind: 'wrong' }
}

interface GivenPassword {
  readonly password: string
  readonly isLocal: boolean
}

/** A login that is disabled has no password that would be right. */
export async function isPasswordOf(
  services: AccessServices,
  login: Login | undefined,
  { password, isLocal }: GivenPassword,
): Promise<boolean> {
  const { pool, passwords } = services
  const isUsable = !login?.isDisabled && services.takesPassword(password, isLocal)
  const stored = isUsable ? login?.passwordHash : undefined
  const isRight = await passwords.matches(stored, password)
  if (login && isRight && stored !== undefined && isOutdated(stored))
    await updatePassword(pool, login.id, await passwords.hash(password))
  return isRight
}

/** Begins the session of somebody who has proved who they are, as far as the second factor. */
export async function enter(services: AccessServices, { id }: Pick<Login, 'id'>, arrival: Arrival): Promise<LoginEnd> {
  const grants = await listGrants(services.pool, id)
  const isDemanded = await services.demandsSecondFactor(grants)
  const entered = await inTransaction(services.pool, async (db) => {
    const login = await findLoginById(db, id)
    if (!login) return undefined
    const factors = await listFactorKinds(db, id)
    const owes = factorsOwed(factors, isDemanded)
    const isNewDevice = await recordLogin(db, services, { login, grants, arrival })
    await updateLoggedIn(db, id, { at: services.now(), from: arrival.address })
    const token = await beginSession(db, services, { login, owes, isNewDevice }, arrival)
    return { login, isNewDevice, answer: { kind: 'in', token, owes, factors } as const }
  })
  // Somebody has removed the login meanwhile.
  if (!entered) return { kind: 'wrong' }
  const { name, language } = entered.login
  services.log.info('portal.login', { user: id, address: arrival.address })
  const { address, browser } = arrival
  if (entered.isNewDevice) services.tellUser(defined({ kind: 'newDevice', name, language, grants, address, browser }))
  return entered.answer
}
