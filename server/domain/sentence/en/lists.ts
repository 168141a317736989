import { listsOf } from '../grammar/lists.ts'

/** Dates have commas that separate nothing. */
export const lists = listsOf({
  and: 'and',
  or: 'or',
  quotes: ['“', '”'],
  aside: /\([^()]*\)|“[^”]*”|[A-Z][a-z]+ \d+, \d{4}/g,
})
