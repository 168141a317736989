import { isRecord } from '../../../parts/schema-form/field.ts'

export type Entry = Readonly<Record<string, unknown>>

/** A key that is not the same on both sides. */
export interface Difference {
  readonly key: string
  readonly before: unknown
  readonly theirs: unknown
  readonly yours: unknown
  /** The side that has changed it, if only one has. */
  readonly only?: MergeSide
}

export type MergeSide = 'theirs' | 'yours'

/** What two people have made of the same entry, key by key. */
export function differencesOf(before: Entry, theirs: Entry, yours: Entry): readonly Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(theirs), ...Object.keys(yours)])]
  return keys
    .filter((key) => !isSame(theirs[key], yours[key]))
    .map((key) => {
      const only = onlySide(before[key], theirs[key], yours[key])
      return { key, before: before[key], theirs: theirs[key], yours: yours[key], ...(only && { only }) }
    })
}

function onlySide(before: unknown, theirs: unknown, yours: unknown): MergeSide | undefined {
  if (isSame(before, theirs)) return 'yours'
  return isSame(before, yours) ? 'theirs' : undefined
}

/** Their entry with what is taken from yours. */
export function merged(
  theirs: Entry,
  differences: readonly Difference[],
  sides: Readonly<Record<string, MergeSide>>,
): Entry {
  const taken = differences.map(({ key, ...values }) => [key, values[sides[key] ?? values.only ?? 'yours']] as const)
  const whole = { ...theirs, ...Object.fromEntries(taken) }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** Whether two values of a file say the same, in whatever order their keys are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  if (isRecord(one) && isRecord(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return keys.every((key) => isSame(one[key], other[key]))
  }
  return one === other
}
