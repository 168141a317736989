import type { Model } from './field.ts'

/** A field of a request that its contract does not have. */
export interface UnknownField {
  readonly path: string
  readonly name: string
  /** The model that it was sent in. */
  readonly model: Model
}

/** Longer names are not compared: it would take too long. */
const nameCharactersMax = 64
/** How many known names are listed if none resembles the unknown one. */
const listedMax = 25

/** Says for each unknown field which one may have been meant: `products[0].pric: unknown field; did you mean price?` */
export function tellUnknown(unknown: readonly UnknownField[], apiVersion: 1 | 2): string {
  return unknown.map((field) => `${field.path}: ${adviceOf(field, apiVersion)}`).join('; ')
}

function adviceOf({ name, model }: UnknownField, apiVersion: 1 | 2): string {
  if (Object.hasOwn(model.fields, name)) return 'unknown field; it exists only for brands with apiVersion 2'
  const known = Object.entries(model.fields).flatMap(([field, { spec }]) =>
    spec.v2 && apiVersion === 1 ? [] : [field],
  )
  const nearest = findNearest(name, known)
  if (nearest !== undefined) return `unknown field; did you mean ${nearest}?`
  const listed = known.slice(0, listedMax).join(', ')
  if (listed === '') return 'unknown field; no fields are allowed here'
  return `unknown field; known here: ${listed}${known.length > listedMax ? ', …' : ''}`
}

/** The name that was most likely meant: one with few letters changed, or one that contains the given name. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameCharactersMax) return undefined
  const written = name.toLowerCase()
  const farthest = Math.max(1, Math.floor(written.length / 3))
  const ranked = known
    .map((one) => ({ one, distance: distanceOf(written, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= farthest || isPart(written, one.toLowerCase()))
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.one
}

const partCharactersMin = 3

const isPart = (written: string, one: string) =>
  (written.length >= partCharactersMin && one.includes(written)) ||
  (one.length >= partCharactersMin && written.includes(one))

/** How many letters must be added, removed or replaced to turn one text into the other. */
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
