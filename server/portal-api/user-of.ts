import type { Standing, Visitor } from '../access/visitor.ts'
import type { CallUser } from '../decision/call.ts'
import type { Language } from '../kernel/language.ts'

/** The visitor as whoever makes a call. */
export function userOf({ name }: Pick<Visitor, 'name'>, { locations }: Standing, language: Language = 'en'): CallUser {
  return { name, rights: locations ? { locations: [...locations] } : {}, language }
}
