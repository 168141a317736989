import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import type { ParsedText } from '../../../domain/brand/reading/parse-text.ts'
import { type KeptMarks, lineStartsOf, TextMarks } from '../../../domain/brand/reading/text-marks.ts'

/**
 * A text that was read, on its way to another thread: as JSON, and the positions of all entries of all objects and lists
 * in their order. To take this apart takes a fraction of what copies of the objects would.
 */
export interface SentText {
  /** Absent with faults. */
  readonly json?: string
  readonly positions: Int32Array
  readonly faults: readonly FileFault[]
}

export function packText({ data, faults, marks }: ParsedText): SentText {
  if (faults.length > 0 || data === undefined) return { faults, positions: new Int32Array() }
  const all: number[] = []
  for (const owner of ownersIn(data)) {
    const own = marks.kept.get(owner) ?? []
    // Once: to count the keys of an object takes as long as to go through them.
    const count = 2 * sizeOf(owner)
    for (let index = 0; index < count; index += 1) all.push(own[index] ?? 0)
  }
  return { json: JSON.stringify(data, spelledOut), positions: Int32Array.from(all), faults }
}

/** Between two steps others may have the thread: a text can have hundreds of thousands of objects. */
export function* unpackText(source: string, { json, positions, faults }: SentText): Generator<void, ParsedText> {
  const text = source.replace(/^\uFEFF/, '')
  const data: unknown = json === undefined ? undefined : JSON.parse(json)
  const kept: KeptMarks = new Map()
  let at = 0
  for (const owner of ownersIn(data)) {
    if (kept.size % ownersPerStep === 0) yield
    const end = at + 2 * sizeOf(owner)
    kept.set(owner, positions.subarray(at, end))
    at = end
  }
  return { data, faults, marks: new TextMarks(text, lineStartsOf(text), kept) }
}

/** JSON has no word for what is no number. */
const spelledOut = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

const ownersPerStep = 500

/** All objects and lists, the outer ones first. */
function* ownersIn(data: unknown): Generator<object> {
  const owners: object[] = isOwner(data) ? [data] : []
  // What is found while it is gone through is gone through as well.
  for (const owner of owners) {
    yield owner
    for (const one of Object.values(owner)) if (isOwner(one)) owners.push(one)
  }
}

const sizeOf = (owner: object) => (Array.isArray(owner) ? owner.length : Object.keys(owner).length)
const isOwner = (value: unknown): value is object => typeof value === 'object' && value !== null
