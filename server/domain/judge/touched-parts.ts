import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../brand/document.ts'
import { brandParts, type PartRule } from './brand-parts.ts'

/** A part of the brand file that a change touches. */
export interface TouchedPart {
  /** What it is in the table: `programs.valueTypes.maxBalance`. */
  readonly part: string
  /** Where it is in the file: `programs[gift].valueTypes[Currency USD].maxBalance`. */
  readonly path: string
  readonly rule: PartRule
}

type Entry = { readonly [key: string]: unknown }

interface Rows {
  readonly inside: { readonly [key: string]: Row }
  readonly name?: (entry: never) => string
}

type Row = PartRule | Rows

/** Everything that differs between two documents, by the rows of the table. */
export function touchedParts(before: BrandDocument | undefined, after: BrandDocument): readonly TouchedPart[] {
  const whole: Rows = { inside: brandParts as unknown as Rows['inside'] }
  return within(whole, { before: before ?? {}, after }, { part: '', path: '' })
}

/** The rule of a part by its name, as a verdict keeps it. One that the table no longer has is for administrators. */
export function ruleOf(part: string): PartRule {
  let row: Row | undefined = { inside: brandParts as unknown as Rows['inside'] }
  for (const key of part.split('.')) row = row && 'inside' in row ? row.inside[key] : undefined
  return row && !('inside' in row) ? row : { permission: 'users.manage', isConfirmed: true, key: 'admin' }
}

interface Sides {
  readonly before: unknown
  readonly after: unknown
}

interface PartPlace {
  readonly part: string
  readonly path: string
}

function within(row: Row, sides: Sides, place: PartPlace): readonly TouchedPart[] {
  if (isSame(sides)) return []
  if (!('inside' in row)) return [{ ...place, rule: row }]
  if (!row.name) return ofKeys(row, sides, place)
  const found = ofEntries(row, row.name, sides, place)
  // Nothing in them is different: it is their order.
  const [rule] = Object.values(row.inside)
  return found.length > 0 || !rule ? found : within(rule, { before: 1, after: 2 }, place)
}

function ofKeys({ inside }: Rows, { before, after }: Sides, place: PartPlace): readonly TouchedPart[] {
  const [old, next] = [entry(before), entry(after)]
  return Object.entries(inside).flatMap(([key, row]) =>
    within(
      row,
      { before: old[key], after: next[key] },
      { part: joined(place.part, key), path: joined(place.path, key) },
    ),
  )
}

function ofEntries(
  row: Rows,
  name: NonNullable<Rows['name']>,
  { before, after }: Sides,
  { part, path }: PartPlace,
): readonly TouchedPart[] {
  const [old, next] = [byName(before, name), byName(after, name)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((one) => {
    const sides = { before: old.get(one), after: next.get(one) }
    return isSame(sides) ? [] : ofKeys(row, sides, { part, path: `${path}[${one}]` })
  })
}

const byName = (list: unknown, name: NonNullable<Rows['name']>): ReadonlyMap<string, Entry> =>
  new Map((Array.isArray(list) ? list : []).map((one: Entry) => [name(one as never), one]))

const entry = (value: unknown): Entry => (typeof value === 'object' && value !== null ? (value as Entry) : {})

const joined = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** What is empty is as good as absent. */
const isSame = ({ before, after }: Sides): boolean =>
  isDeepStrictEqual(before, after) || (isNothing(before) && isNothing(after))

const isNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
