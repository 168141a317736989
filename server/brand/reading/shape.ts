import { suggestion } from '../../kernel/nearest.ts'
import type { Place } from './place.ts'

/** Reads one value: returns it normalised, or undefined after reporting at its place what is wrong with it. */
export type FileShape<T> = (value: unknown, at: Place) => T | undefined
export type Shaped<S> = S extends FileShape<infer T> ? T : never

/** How a key of an object is read. `null` counts as absent. */
export type Key<T, Optional extends boolean> = {
  readonly shape: FileShape<T>
  readonly optional: Optional
  readonly fallback?: (sofar: Readonly<Record<string, unknown>>) => T
}
type Keys = Readonly<Record<string, Key<unknown, boolean>>>
type Typed<K> = K extends Key<infer T, boolean> ? T : never
type OptionalNames<K extends Keys> = { [N in keyof K]: K[N]['optional'] extends true ? N : never }[keyof K]
type Flat<T> = { readonly [N in keyof T]: T[N] }
export type ObjectOf<K extends Keys> = Flat<
  { [N in Exclude<keyof K, OptionalNames<K>>]: Typed<K[N]> } & { [N in OptionalNames<K>]?: Typed<K[N]> }
>

export function required<T>(shape: FileShape<T>): Key<T, false> {
  return { shape, optional: false }
}

export function optional<T>(shape: FileShape<T>): Key<T, true> {
  return { shape, optional: true }
}

/** A key with a default. */
export function or<T>(shape: FileShape<T>, fallback: NoInfer<T>): Key<T, false> {
  return { shape, optional: false, fallback: () => fallback }
}

/** A key whose default is the value of another, earlier key. */
export function orSameAs<T>(shape: FileShape<T>, other: string): Key<T, false> {
  return { shape, optional: false, fallback: (sofar) => sofar[other] as T }
}

/** An object with exactly these keys, in this order. Any other key is a fault. `example` shows what one looks like. */
export function object<const K extends Keys>(keys: K, example = exampleOf(keys)): FileShape<ObjectOf<K>> {
  return (value, at) => {
    if (!isObject(value)) return at.fault(`expected an object such as ${example}, found ${describe(value)}`)
    const result: Record<string, unknown> = {}
    let sound = sayUnknownKeys(value, keys, at)
    for (const [name, key] of Object.entries(keys)) {
      const given = value[name] ?? undefined
      if (given !== undefined) {
        result[name] = key.shape(given, at.key(value, name))
        if (result[name] === undefined) sound = false
      } else if (key.fallback) {
        result[name] = key.fallback(result)
      } else if (!key.optional) {
        at.key(value, name).fault('is required')
        sound = false
      }
    }
    return sound ? (result as ObjectOf<K>) : undefined
  }
}

function sayUnknownKeys(value: Readonly<Record<string, unknown>>, keys: Keys, at: Place): boolean {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(keys, name))
  const known = Object.keys(keys)
  for (const name of unknown) {
    const meant = suggestion(name, known)
    at.key(value, name).fault(meant === '' ? `unknown key; known here: ${known.join(', ')}` : `unknown key${meant}`)
  }
  return unknown.length === 0
}

/** Shows the required keys, or else the first key. */
function exampleOf(keys: Keys): string {
  const names = Object.keys(keys)
  const needed = names.filter((name) => !keys[name]?.optional && !keys[name]?.fallback)
  return `{ ${(needed.length > 0 ? needed : names.slice(0, 1)).map((name) => `${name}: …`).join(', ')} }`
}

/** A list. `null` entries are faults. Unless they are `named`, messages call entries by their number. */
export function list<T>(
  entry: FileShape<T>,
  limits: { min?: number; max?: number; named?: boolean } = {},
): FileShape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return at.fault(`expected a list, found ${describe(value)}`)
    const { min = 0, max = Number.POSITIVE_INFINITY, named = true } = limits
    if (value.length < min) return at.fault(`expected at least ${min === 1 ? 'one entry' : `${min} entries`}`)
    if (value.length > max) return at.fault(`expected at most ${max} entries, found ${value.length}`)
    const read = value.map((one, index) => entry(one, at.entry(value, index, named)))
    return read.every((one) => one !== undefined) ? read : undefined
  }
}

/** One value, or a list of them. It is kept as it was written. */
export function oneOrList<T>(
  entry: FileShape<T>,
  limits: { max: number; named?: boolean },
): FileShape<T | readonly T[]> {
  const entries = list(entry, { min: 1, ...limits })
  return (value, at) => (Array.isArray(value) ? entries(value, at) : entry(value, at))
}

/** A list without duplicates. */
export function distinct<T extends string | number>(entry: FileShape<T>, limits?: { min?: number; max?: number }) {
  return checked(list(entry, limits), (values, at) => {
    const seen = new Set<T>()
    for (const value of values) {
      if (seen.has(value)) at.fault(`"${value}" is listed twice`)
      seen.add(value)
    }
  })
}

/** An object whose keys are data; they come out sorted. */
export function record<T>(key: FileShape<string>, entry: FileShape<T>): FileShape<Readonly<Record<string, T>>> {
  return (value, at) => {
    if (!isObject(value)) return at.fault(`expected an object such as { name: … }, found ${describe(value)}`)
    const entries = Object.keys(value)
      .toSorted()
      .map((name) => {
        const place = at.key(value, name)
        return [key(name, place), entry(value[name], place)] as const
      })
    if (entries.some(([name, one]) => name === undefined || one === undefined)) return undefined
    return Object.fromEntries(entries) as Record<string, T>
  }
}

type Raw = Readonly<Record<string, unknown>>

/**
 * An object that others refer to. Its name is registered before the rest of it is read, so that a mistake in it is one
 * fault, and not another for each place that refers to it.
 */
export function namedBefore<T>(shape: FileShape<T>, name: (raw: Raw, at: Place) => void): FileShape<T> {
  return (value, at) => {
    if (isObject(value)) name(value, at)
    return shape(value, at)
  }
}

/** A shape with a further check, which runs on well-formed values and may add faults. */
export function checked<T>(shape: FileShape<T>, check: (value: T, at: Place) => void): FileShape<T> {
  return (value, at) => {
    const read = shape(value, at)
    if (read === undefined) return undefined
    const before = at.reading.faults.length
    check(read, at)
    return at.reading.faults.length === before ? read : undefined
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a value is called in a message. Long values are not repeated. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return value.length > 40 ? 'a long text' : `the text "${value}"`
  return String(value)
}
