import type { Sql } from '../../../ground/database/connection.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import { day } from '../../../ground/kernel/time.ts'
import type { AccessServices } from '../access-services.ts'
import { deleteLinks, insertLink, type LinkPurpose } from './one-time-link.sql.ts'

const linkMs = day

/** Makes a link that sets a login's password once; the ones before stop working. Returns its token, which nobody keeps. */
export async function makeLink(
  db: Sql,
  { now, random }: Pick<AccessServices, 'now' | 'random'>,
  login: string,
  purpose: LinkPurpose,
): Promise<string> {
  const at = now()
  const { token, sha256 } = newToken(random)
  await deleteLinks(db, login, at)
  await insertLink(db, { sha256, login, purpose, at, endsAt: at + linkMs })
  return token
}

/** The token is in the fragment, which browsers send to no server, so that it is in no log. */
export const linkPath = (token: string) => `/portal/link#${token}`
