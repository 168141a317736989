import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { tokenSha256 } from '../../../ground/kernel/random-token.ts'
import type { AccessServices } from '../access-services.ts'
import { enter, type LoginEnd } from '../login/log-in.ts'
import { findPasswordFault } from '../login/password-rules.ts'
import { setPassword } from '../login/set-password.ts'
import type { Arrival } from '../session/begin-session.ts'
import { deleteLink, type FoundLink, findLink } from './one-time-link.sql.ts'

/** Whom a link is for; undefined if it was used, has ended, or never was. */
export const lookAtLink = ({ pool, now }: AccessServices, link: string): Promise<FoundLink | undefined> =>
  findLink(pool, tokenSha256(link), now())

interface LinkUse {
  readonly link: string
  readonly password: string
}

/** Sets the password of whom the link is for, and logs them in. Sessions of before end. */
export async function useLink(
  services: AccessServices,
  { link, password }: LinkUse,
  arrival: Arrival,
): Promise<LoginEnd | { readonly kind: 'gone' } | { readonly kind: 'unfit'; readonly text: string }> {
  const found = await lookAtLink(services, link)
  if (!found) return { kind: 'gone' }
  const fault = findPasswordFault(password, found.name)
  if (fault !== undefined) return { kind: 'unfit', text: fault }
  const passwordHash = await services.passwords.hash(password)
  const origin = { actor: { kind: 'user', name: found.name, from: arrival.address } } as const
  const isUsed = await inTransaction(services.pool, async (db) => {
    if (!(await deleteLink(db, tokenSha256(link)))) return false
    await setPassword({ db, origin }, { id: found.login, name: found.name }, passwordHash)
    return true
  })
  return isUsed ? enter(services, { id: found.login }, arrival) : { kind: 'gone' }
}
