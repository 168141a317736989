import { nearestOf } from '../../../ground/kernel/nearest.ts'
import type { Advice } from '../faults/advice.ts'
import { foundOf } from '../faults/found.ts'
import type { Noun } from '../faults/noun.ts'
import { type FileSchema, orNull } from './file-schema.ts'
import { keyMeant } from './key-meant.ts'
import type { Place } from './place.ts'

/** Reads one value: returns it normalised, or undefined after reporting at its place what is wrong with it. */
export interface FileShape<T> extends ShapeNotes {
  (value: unknown, at: Place): T | undefined
}

/** What a shape says about itself: to editors by its schema, and to those who get it wrong by an example. */
export interface ShapeNotes {
  readonly schema: FileSchema
  /** A value as somebody would write it on one line. */
  readonly example: string
  /** What it consists of, if that can be read before the whole. */
  readonly parts?: ShapeParts
  /** What it names, if it is an id. */
  readonly defines?: Noun
}

type ShapeParts =
  | { readonly kind: 'object'; readonly keys: Readonly<Record<string, { readonly shape: FileShape<unknown> }>> }
  | { readonly kind: 'list'; readonly entry: FileShape<unknown>; readonly named: boolean }

export type Shaped<S> = S extends FileShape<infer T> ? T : never

/** A shape of its own kind. */
export function shaped<T>(notes: ShapeNotes, read: (value: unknown, at: Place) => T | undefined): FileShape<T> {
  const { schema, example, parts, defines } = notes
  return Object.assign((value: unknown, at: Place) => read(value, at), {
    schema,
    example,
    ...(parts && { parts }),
    ...(defines && { defines }),
  })
}

/** How a key of an object is read. `null` counts as absent. */
export type Key<T, Optional extends boolean> = {
  readonly shape: FileShape<T>
  readonly optional: Optional
  readonly fallback?: (sofar: Readonly<Record<string, unknown>>) => T
  /** What the fallback is, if it is always the same. */
  readonly usual?: T
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
  return { shape, optional: false, fallback: () => fallback, usual: fallback }
}

/** A key whose default is the value of another, earlier key. */
export function orSameAs<T>(shape: FileShape<T>, other: string): Key<T, false> {
  return { shape, optional: false, fallback: (sofar) => sofar[other] as T }
}

/** A key whose default is the first entry of another, earlier list, if there is that. */
export function orFirst<T>(shape: FileShape<T>, other: string, fallback: NoInfer<T>): Key<T, false> {
  const firstOf = (list: unknown) => (Array.isArray(list) ? (list[0] as T) : fallback)
  return { shape, optional: false, fallback: (sofar) => firstOf(sofar[other]), usual: fallback }
}

/** An object with exactly these keys, in this order. Any other key is a fault. `example` shows what one looks like. */
export function object<const K extends Keys>(keys: K, example = exampleOf(keys)): FileShape<ObjectOf<K>> {
  const notes = { schema: objectSchema(keys), example, parts: { kind: 'object', keys } } as const
  return shaped(notes, (value, at) => {
    if (!isObject(value)) return at.fault('notObject', { example, found: foundOf(value) })
    const result: Record<string, unknown> = {}
    const unknown = sayUnknownKeys(value, keys, at)
    let sound = unknown.length === 0
    for (const [name, key] of Object.entries(keys)) {
      const given = value[name] ?? undefined
      if (given !== undefined) {
        result[name] = key.shape(given, at.key(value, name))
        if (result[name] === undefined) sound = false
      } else if (key.fallback) {
        result[name] = key.fallback(result)
      } else if (!key.optional) {
        // A key that is only misspelt is not missing as well.
        const kind = Object.hasOwn(value, name) ? 'valueless' : 'missingKey'
        if (!unknown.includes(name)) at.key(value, name).fault(kind, { name, example: key.shape.example })
        if (key.shape.defines) at.reading.unnamed.add(key.shape.defines)
        sound = false
      }
    }
    return sound ? (result as ObjectOf<K>) : undefined
  })
}

function objectSchema(keys: Keys): FileSchema {
  const entries = Object.entries(keys)
  const isNeeded = (key: Key<unknown, boolean>) => !key.optional && !key.fallback
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, key]) => {
        const schema = isNeeded(key) ? key.shape.schema : orNull(key.shape.schema)
        return [name, key.usual === undefined ? schema : { ...schema, default: key.usual }]
      }),
    ),
    required: entries.filter(([, key]) => isNeeded(key)).map(([name]) => name),
    additionalProperties: false,
  }
}

/** More unknown keys than these are no typos: the object is something else. */
const unknownKeysMax = 20

/** Reports unknown keys, and returns the known ones that they were most likely meant to be, or their own names. */
function sayUnknownKeys(value: Readonly<Record<string, unknown>>, keys: Keys, at: Place): string[] {
  const known = Object.keys(keys)
  const missing = known.filter((name) => !Object.hasOwn(value, name))
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(keys, name))
  const meant = unknown.slice(0, unknownKeysMax).map((name) => {
    const meant = keyMeant(name, missing) ?? nearestOf(name, missing)
    const advice: Advice =
      meant === undefined ? { advice: 'knownHere', names: known } : { advice: 'meant', name: meant }
    at.key(value, name).faultOfKey('unknownKey', { advice })
    if (at.path === '' && meant !== undefined) at.reading.misspelt.add(meant)
    return meant ?? name
  })
  sayFurther(value, unknown.slice(unknownKeysMax), at)
  return meant
}

function sayFurther(value: Readonly<Record<string, unknown>>, further: readonly string[], at: Place): void {
  const [first, ...others] = further
  if (first === undefined) return
  const count = others.length
  at.key(value, first).faultOfKey('unknownKey', { advice: count === 0 ? undefined : { advice: 'moreUnknown', count } })
}

/** Shows the required keys, or else the first key. */
function exampleOf(keys: Keys): string {
  const all = Object.entries(keys)
  const needed = all.filter(([, key]) => !key.optional && !key.fallback)
  const shown = needed.length > 0 ? needed : all.slice(0, 1)
  return `{ ${shown.map(([name, key]) => `${name}: ${key.shape.example}`).join(', ')} }`
}

/** A list. `null` entries are faults. Unless they are `named`, messages call entries by their number. */
export function list<T>(
  entry: FileShape<T>,
  limits: { min?: number; max?: number; named?: boolean } = {},
): FileShape<readonly T[]> {
  const { min = 0, max = Number.POSITIVE_INFINITY, named = true } = limits
  const schema: FileSchema = {
    type: 'array',
    items: entry.schema,
    ...(min > 0 && { minItems: min }),
    ...(Number.isFinite(max) && { maxItems: max }),
  }
  const example = `[${Array.from({ length: Math.max(1, min) }, () => entry.example).join(', ')}]`
  return shaped({ schema, example, parts: { kind: 'list', entry, named } }, (value, at) => {
    if (!Array.isArray(value))
      return at.fault('notList', { example, found: foundOf(value), advice: isObject(value) ? dashes : undefined })
    if (value.length < min) return at.fault('tooFewEntries', { min, example })
    if (value.length > max) return at.fault('tooManyEntries', { max, count: value.length })
    const read = value.map((one, index) => readEntry(entry, one, at.entry(value, index, named)))
    return read.every((one) => one !== undefined) ? read : undefined
  })
}

/** A list in several lines needs a dash before each entry. */
const dashes: Advice = { advice: 'dashes' }

function readEntry<T>(entry: FileShape<T>, value: unknown, at: Place): T | undefined {
  const before = at.reading.readBefore.get(value)
  return before ? (before.read as T | undefined) : entry(value, at)
}

/**
 * Reads the entries of all lists of objects, one at a step, so that reading the whole afterwards takes little time at
 * once. Between two steps the caller may let others have the processor.
 */
export function* readEntries(shape: FileShape<unknown>, value: unknown, at: Place): Generator<void> {
  const { parts } = shape
  if (parts?.kind === 'object' && isObject(value)) {
    for (const [name, key] of Object.entries(parts.keys)) {
      if (isObject(value[name]) || Array.isArray(value[name]))
        yield* readEntries(key.shape, value[name], at.key(value, name))
    }
  }
  if (parts?.kind !== 'list' || !Array.isArray(value)) return
  for (const [index, one] of value.entries()) {
    if (!isObject(one)) return
    const place = at.entry(value, index, parts.named)
    yield* readEntries(parts.entry, one, place)
    at.reading.readBefore.set(one, { read: parts.entry(one, place) })
    yield
  }
}

/** One value, or a list of them. It is kept as it was written. */
export function oneOrList<T>(
  entry: FileShape<T>,
  limits: { max: number; named?: boolean },
): FileShape<T | readonly T[]> {
  const entries = list(entry, { min: 1, ...limits })
  return shaped<T | readonly T[]>(
    { schema: { anyOf: [entry.schema, entries.schema] }, example: entry.example },
    (value, at) => (Array.isArray(value) ? entries(value, at) : entry(value, at)),
  )
}

/** A list without duplicates. */
export function distinct<T extends string | number>(entry: FileShape<T>, limits?: { min?: number; max?: number }) {
  return checked(list(entry, limits), (values, at) => {
    const seen = new Set<T>()
    for (const value of values) {
      if (seen.has(value)) at.fault('listedTwice', { name: value })
      seen.add(value)
    }
  })
}

/** An object whose keys are data; they come out sorted. */
export function record<T>(
  key: FileShape<string>,
  entry: FileShape<T>,
  example = `{ ${key.example}: ${entry.example} }`,
): FileShape<Readonly<Record<string, T>>> {
  const schema = { type: 'object', propertyNames: key.schema, additionalProperties: entry.schema } as const
  return shaped({ schema, example }, (value, at) => {
    if (!isObject(value)) return at.fault('notObject', { example, found: foundOf(value) })
    const entries = Object.keys(value)
      .toSorted()
      .map((name) => {
        const place = at.key(value, name)
        return [key(name, place), entry(value[name], place)] as const
      })
    if (entries.some(([name, one]) => name === undefined || one === undefined)) return undefined
    return Object.fromEntries(entries) as Record<string, T>
  })
}

type Raw = Readonly<Record<string, unknown>>

/**
 * An object that others refer to. Its name is registered before the rest of it is read, so that a mistake in it is one
 * fault, and not another for each place that refers to it.
 */
export function namedBefore<T>(shape: FileShape<T>, name: (raw: Raw, at: Place) => void): FileShape<T> {
  return shaped(shape, (value, at) => {
    if (isObject(value)) name(value, at)
    return shape(value, at)
  })
}

/** A shape with a further check, which runs on well-formed values and may add faults. */
export function checked<T>(shape: FileShape<T>, check: (value: T, at: Place) => void): FileShape<T> {
  return shaped(shape, (value, at) => {
    const read = shape(value, at)
    if (read === undefined) return undefined
    const before = at.reading.faults.length
    check(read, at)
    return at.reading.faults.length === before ? read : undefined
  })
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
