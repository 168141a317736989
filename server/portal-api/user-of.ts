import type { Standing, Visitor } from '../access/visitor.ts'
import type { CallUser } from '../decision/call.ts'
import type { Language } from '../kernel/language.ts'

/** The visitor as whoever makes a call. */
export function userOf(
  { name }: Pick<Visitor, 'name'>,
  { locations, permissions }: Standing,
  language: Language = 'en',
): CallUser {
  const rights = locations ? { locations: [...locations] } : {}
  return { name, rights, mayGovern: permissions.has('users.manage'), language }
}
