import { type Finding, ok, problem, warning } from '../finding.ts'

export interface RoleSight {
  readonly login: string
  readonly isSuperuser: boolean
  /** Whether the server logs in as a role without rights of its own, as in the embedded database. */
  readonly hasServerLogin: boolean
  /** Whether the login may work as purser_app. */
  readonly isUsable: boolean
  /** Tables that are only added to, and that purser_app may nevertheless change. */
  readonly unprotected: readonly string[]
}

const prepare = 'Run: purser database prepare'

export function judgeRoles({ login, isSuperuser, hasServerLogin, isUsable, unprotected }: RoleSight): Finding[] {
  const superAdvice = 'Give Purser a login of its own: docs/own-postgresql.md.'
  const strength =
    isSuperuser && !hasServerLogin
      ? warning('login', `"${login}" is a superuser, which Purser does not need`, superAdvice)
      : ok('login', hasServerLogin ? 'the server logs in without rights of its own' : `"${login}" is no superuser`)
  return [strength, judgeLedger({ login, isUsable, unprotected })]
}

function judgeLedger({ login, isUsable, unprotected }: Pick<RoleSight, 'login' | 'isUsable' | 'unprotected'>): Finding {
  if (!isUsable) return warning('ledger', `is not write-protected: "${login}" may not use the role purser_app`, prepare)
  if (unprotected.length > 0)
    return problem('ledger', `purser_app may change ${unprotected.join(', ')}`, 'Run: purser migrate')
  return ok('ledger', 'can be added to, and neither changed nor deleted')
}
