import { type Document, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Path } from './plain.ts'

/** What is wrong with the text itself, before anybody asks what it means. Lines and columns begin at 1. */
interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The text of an entry and what it says. The text is the truth; everything else is read from it. */
export interface EditedText {
  readonly text: string
  /** What the text says; undefined if it is no YAML. */
  readonly value: unknown
  readonly problems: readonly TextProblem[]
}

/** Numbers keep all digits that were typed: 4.50 stays 4.50. Dates stay texts. */
export const yamlOptions = { version: '1.2', keepSourceTokens: false, prettyErrors: false } as const

export function readEntry(text: string): EditedText {
  const lines = new LineCounter()
  const document = parseDocument(text, { ...yamlOptions, lineCounter: lines })
  const problems = document.errors.map(({ pos: [from], message }) => {
    const { line, col } = lines.linePos(from)
    return { line: Math.max(line, 1), column: Math.max(col, 1), message: firstLine(message) }
  })
  return { text, value: problems.length > 0 ? undefined : plainOf(document), problems }
}

/** An anchor that refers to itself has no end; then there is nothing to show but the text. */
function plainOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    return undefined
  }
}

const firstLine = (message: string) => message.split('\n', 1)[0] ?? message

/** A piece of the text, counted in characters from its beginning. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Where a value lies in the text. Of a key that is missing: the object that should have it. */
export function rangeOf(text: string, path: Path): Range {
  const document = parseDocument(text, yamlOptions)
  for (let length = path.length; length > 0; length -= 1) {
    const found = rangeIn(document, path.slice(0, length))
    if (found) return found
  }
  return { from: 0, to: text.indexOf('\n') < 0 ? text.length : text.indexOf('\n') }
}

function rangeIn(document: Document, path: Path): Range | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const last = path.at(-1)
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    if (!pair) return undefined
    const key = isScalar(pair.key) ? pair.key.range : undefined
    const value = isScalar(pair.value) || isCollection(pair.value) ? pair.value.range : undefined
    // A list or an object is marked at its key: nobody wants a whole page underlined.
    const range = isScalar(pair.value) && value ? value : (key ?? value)
    return range ? { from: range[0], to: Math.max(range[1], range[0] + 1) } : undefined
  }
  const node = document.getIn(path, true)
  if (isPair(node)) return undefined
  const range = isScalar(node) || isCollection(node) ? node.range : undefined
  return range ? { from: range[0], to: Math.max(range[1], range[0] + 1) } : undefined
}

/** The path of whatever lies at a place in the text. */
export function pathAt(text: string, at: number): Path {
  const document = parseDocument(text, yamlOptions)
  const path: (string | number)[] = []
  let node: unknown = document.contents
  while (isCollection(node)) {
    const items: readonly unknown[] = node.items
    const index = items.findIndex((item) => isInside(isPair(item) ? [item.key, item.value] : [item], at))
    const item = items[index]
    if (item === undefined) break
    path.push(isPair(item) ? String(isScalar(item.key) ? item.key.value : item.key) : index)
    node = isPair(item) ? item.value : item
  }
  return path
}

function isInside(nodes: readonly unknown[], at: number): boolean {
  const ranges = nodes.flatMap((node) => (isScalar(node) || isCollection(node) ? [node.range ?? []] : []))
  const from = Math.min(...ranges.map(([start = Number.POSITIVE_INFINITY]) => start))
  const to = Math.max(...ranges.map(([, , end = -1]) => end))
  return from <= at && at <= to
}

export interface LinePlace {
  readonly line: number
  readonly column: number
}

/** A place in the text as people count it. */
export function lineOf(text: string, at: number): LinePlace {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A place by its line, as a number of characters. */
export function offsetOf(text: string, { line, column }: LinePlace): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return Math.min(before + Math.min(column - 1, lines[line - 1]?.length ?? 0), text.length)
}
