/** What was found where something else was expected. Long values are not repeated. */
export type FoundValue =
  | { readonly is: 'nothing' | 'list' | 'object' | 'longText' | 'neither' }
  | { readonly is: 'text'; readonly text: string }
  /** A number, or true or false. */
  | { readonly is: 'value'; readonly value: string }
  /** An object, by its keys. */
  | { readonly is: 'keys'; readonly names: readonly string[] }

const shownCharactersMax = 40

export function foundOf(value: unknown): FoundValue {
  if (value === null || value === undefined) return { is: 'nothing' }
  if (Array.isArray(value)) return { is: 'list' }
  if (typeof value === 'object') return { is: 'object' }
  if (typeof value === 'string')
    return value.length > shownCharactersMax ? { is: 'longText' } : { is: 'text', text: value }
  return { is: 'value', value: String(value) }
}

/** An object by its keys, if it has any. */
export const foundKeys = (keys: readonly string[], value: unknown): FoundValue =>
  keys.length > 0 ? { is: 'keys', names: keys } : foundOf(value)
