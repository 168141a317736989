import { inTransaction } from '../../../ground/database/in-transaction.ts'
import type { AccessServices } from '../access-services.ts'
import { tellBrands } from '../login/change-login.ts'
import { findLogin, type Login, listGrants } from '../login/login.sql.ts'
import { isAddress, nameKeyOf } from '../login/login-name.ts'
import type { Identity } from './provider.ts'
import { findLinkedLogin, linkLogin } from './sso.sql.ts'

/**
 * The login of whom the provider vouches for: the one that is linked to them, or else the one whose name is their verified
 * e-mail address, which is linked from then on. Nobody gets a login this way who was not invited. A claim that is no address
 * matches nobody: else whoever calls themselves `admin` at the provider would be admin here.
 */
export async function findLinked(
  services: Pick<AccessServices, 'pool'>,
  { subject, email }: Identity,
  address: string,
): Promise<Login | undefined> {
  const linked = await findLinkedLogin(services.pool, subject)
  if (linked || email === undefined) return linked?.isDisabled ? undefined : linked
  const login = await findLogin(services.pool, nameKeyOf(email))
  if (!login || login.isDisabled || !isSameAddress(login.name, email)) return undefined
  const origin = { actor: { kind: 'user', name: login.name, from: address } } as const
  const isLinked = await inTransaction(services.pool, async (db) => {
    if (!(await linkLogin(db, login.id, subject))) return false
    await tellBrands({ db, origin }, await listGrants(db, login.id), { action: 'user.linked', subject: login.name })
    return true
  })
  return isLinked ? login : undefined
}

/** Letter by letter: two names that only look alike are one login, but need not be one mailbox. */
const isSameAddress = (name: string, email: string): boolean =>
  isAddress(name) && isAddress(email) && name.toLowerCase() === email.toLowerCase()
