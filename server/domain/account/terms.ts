import type { Account } from './account.ts'

/** A text by which a card can be found: in lower case, as a whole. */
export interface Term {
  readonly field: string
  readonly term: string
}

/** The fields of the primary customer that a card is found by. */
const searchedFields = ['firstName', 'lastName', 'email', 'phone', 'mobilePhone', 'postal', 'birthday'] as const

/** Longer texts would not fit into an index, and nobody searches for them as a whole. */
const termCharactersMax = 255

/** Everything that a card can be found by. It depends on the account alone, so that it can be verified. */
export function termsOf({ customer, demographics }: Pick<Account, 'customer' | 'demographics'>): readonly Term[] {
  const terms = [
    ...searchedFields.flatMap((field) => toTerm(field, customer[field])),
    ...Object.entries(demographics).flatMap(([name, values]) =>
      values.flatMap((value) => toTerm(demographicTermField(name), value)),
    ),
  ]
  return [...new Map(terms.map((one) => [termKey(one), one])).values()]
}

/** The name under which the values of a demographic field are found. */
export const demographicTermField = (name: string) => `demographic:${name}`

/** A text as it is compared. */
export const toTermText = (text: string) => text.toLowerCase()

function toTerm(field: string, value: unknown): Term[] {
  const isFound = typeof value === 'string' && value !== '' && value.length <= termCharactersMax
  return isFound ? [{ field, term: toTermText(value) }] : []
}

export const termKey = ({ field, term }: Term) => `${field}\0${term}`

/** What must be removed and added to turn the terms of one account into those of another. */
export function termDifference(before: Account | undefined, after: Account): { gone: Term[]; added: Term[] } {
  const old = before ? termsOf(before) : []
  const now = termsOf(after)
  const oldKeys = new Set(old.map(termKey))
  const newKeys = new Set(now.map(termKey))
  return {
    gone: old.filter((term) => !newKeys.has(termKey(term))),
    added: now.filter((term) => !oldKeys.has(termKey(term))),
  }
}
