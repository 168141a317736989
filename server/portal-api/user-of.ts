import type { Standing, Visitor } from '../access/visitor.ts'
import type { CallUser } from '../decision/call.ts'

/** The visitor as whoever makes a call. */
export function userOf({ name }: Pick<Visitor, 'name'>, { locations }: Standing): CallUser {
  return { name, rights: locations ? { locations: [...locations] } : {} }
}
