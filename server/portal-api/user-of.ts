import type { Standing, Visitor } from '../access/visitor.ts'
import type { CallUser } from '../decision/call.ts'

/** The visitor as whoever makes a call. */
export function userOf({ name }: Pick<Visitor, 'name'>, { locations, permissions }: Standing): CallUser {
  const rights = locations ? { locations: [...locations] } : {}
  return { name, rights, mayGovern: permissions.has('users.manage') }
}
