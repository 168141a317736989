import type { Model } from './field.ts'

/** A field of a request that its contract does not have. */
export interface UnknownField {
  readonly path: string
  readonly name: string
  /** Where it would have to be. */
  readonly model: Model
}

/** Longer names are not worth the time of comparing them. */
const longestName = 64
/** Names that are listed where none is like the unknown one. */
const mostListed = 25

/** Says of each unknown field which one may have been meant: `products[0].pric: unknown field; did you mean price?` */
export function tellUnknown(unknown: readonly UnknownField[], apiVersion: 1 | 2): string {
  return unknown.map((field) => `${field.path}: ${adviceOf(field, apiVersion)}`).join('; ')
}

function adviceOf({ name, model }: UnknownField, apiVersion: 1 | 2): string {
  if (Object.hasOwn(model.fields, name)) return 'unknown field; it needs apiVersion 2 of the brand'
  const known = Object.entries(model.fields).flatMap(([field, { spec }]) =>
    spec.v2 && apiVersion === 1 ? [] : [field],
  )
  const nearest = findNearest(name, known)
  if (nearest !== undefined) return `unknown field; did you mean ${nearest}?`
  const listed = known.slice(0, mostListed).join(', ')
  if (listed === '') return 'unknown field; there are none here'
  return `unknown field; known here: ${listed}${known.length > mostListed ? ', …' : ''}`
}

/** The name that a writer most likely meant: with few letters changed, or the one with this name in it. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined
  const written = name.toLowerCase()
  const farthest = Math.max(1, Math.floor(written.length / 3))
  const ranked = known
    .map((one) => ({ one, distance: distanceOf(written, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= farthest || isPart(written, one.toLowerCase()))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.one
}

const shortestPart = 3

const isPart = (written: string, one: string) =>
  (written.length >= shortestPart && one.includes(written)) || (one.length >= shortestPart && written.includes(one))

/** How many letters have to be added, removed or replaced to make one text of the other. */
function distanceOf(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}
