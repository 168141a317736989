import { withKey } from '../../../parts/schema-form/field.ts'
import type { Entry } from '../entry/merge.ts'

/** The entry under another name. The short name follows it until it is written by hand, or saved. */
export function renamed(row: Entry, name: unknown, isSaved: boolean): Entry {
  const follows = !isSaved && (row.id === undefined || row.id === shortName(row.name))
  const id = follows ? shortName(name) : row.id
  const next = withKey(withKey(row, 'id', id), 'name', name)
  if (Object.hasOwn(row, 'id') || id === undefined) return next
  // Of a new one, they are what it begins with.
  const { id: _, name: _name, ...rest } = next
  return { id, ...(name !== undefined && { name }), ...rest }
}

/** Letters and digits of a name, in small letters, with dashes between the words. */
function shortName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const short = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return short === '' ? undefined : short.slice(0, 60)
}
