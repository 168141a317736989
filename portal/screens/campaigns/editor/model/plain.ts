/** Where a value lies in an entry: keys of objects, places in lists. */
export type Path = readonly (string | number)[]

export type PlainEntry = Readonly<Record<string, unknown>>

export const isEntry = (value: unknown): value is PlainEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What lies at a path, if anything does. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at) && typeof step === 'number') return at[step]
    return isEntry(at) && typeof step === 'string' && Object.hasOwn(at, step) ? at[step] : undefined
  }, value)
}

/** The same with another value at the path; undefined takes a key away. */
export function withValueAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  if (typeof step === 'number') {
    const list = listOf(value)
    return list.with(step, withValueAt(list[step], rest, next))
  }
  const entry = isEntry(value) ? value : {}
  const inner = withValueAt(entry[step], rest, next)
  const { [step]: _, ...others } = entry
  return inner === undefined ? others : { ...entry, [step]: inner }
}

/** Whether two plain values say the same; the order of keys does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  if (!isEntry(a) || !isEntry(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}

/** The path as a text, which fields and faults are found by: `rules[0].when[1].value`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}
