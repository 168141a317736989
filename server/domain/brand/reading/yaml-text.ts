import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { type BrandFault, type FileFault, faultOf } from '../faults/fault.ts'
import { keysMax, tooManyKeys } from './keys-max.ts'
import { EntryMarks, type TextMarks } from './text-marks.ts'
import { afterDash, type BlockKey, entriesOf, lineOf, type TextPiece } from './text-pieces.ts'
import { duplicateKey } from './twice.ts'
import { yamlFault } from './yaml-fault.ts'

interface YamlSource {
  readonly text: string
  readonly lineStarts: readonly number[]
  readonly marks: TextMarks
  readonly faults: FileFault[]
  readonly depthMax: number
}

/**
 * The parser needs a hundred times as much memory as the text has, and milliseconds for each kilobyte. A longer text is
 * therefore given to it in pieces, and only the plain data of each is kept.
 */
export const pieceCharactersMax = 12 * 1024
/** Duplicate keys and the like: enough to work with. */
const faultsMax = 1000

/** Reads a YAML text as plain data. */
export class YamlReader {
  private readonly source: YamlSource
  private readonly lines: readonly string[]
  /** Nothing more is read of a text that is far from any brand. */
  private isGivenUp = false

  constructor(source: YamlSource) {
    this.source = source
    this.lines = source.text.split('\n')
  }

  *readText(): Generator<void, unknown> {
    const data = yield* this.readPiece({ firstLine: 0, endLine: this.lines.length, skipped: 0 }, '', 0)
    return this.source.faults.length > 0 ? undefined : data
  }

  private *readPiece(piece: TextPiece, path: string, depth: number): Generator<void, unknown> {
    if (this.source.faults.length > 0) return undefined
    const entries = this.sizeOf(piece) > pieceCharactersMax ? entriesOf(this.lines, piece) : undefined
    if (!entries || depth > this.source.depthMax) {
      yield
      return this.parse(piece, path, depth)
    }
    if (entries.kind === 'list') return yield* this.readListPieces(entries.entries, path, depth)
    return yield* this.readObjectPieces(entries.entries, path, depth)
  }

  private *readListPieces(entries: readonly TextPiece[], path: string, depth: number): Generator<void, unknown[]> {
    const data: unknown[] = []
    const marks = new EntryMarks()
    for (const group of this.groupsOf(entries)) {
      const [entry] = group.entries
      const inner = entry && group.isLarge ? afterDash(this.lines, entry) : undefined
      if (inner) {
        const at = this.offsetOf(inner)
        marks.add('', at, at)
        data.push(yield* this.readPiece(inner, `${path}[${data.length}]`, depth + 1))
      } else {
        yield
        this.parseEntries(group, { data, marks, path, depth })
      }
    }
    this.source.marks.set(data, marks)
    return data
  }

  private *readObjectPieces(
    entries: readonly (TextPiece & { readonly key: BlockKey | undefined })[],
    path: string,
    depth: number,
  ): Generator<void, Record<string, unknown>> {
    const object = { data: {} as Record<string, unknown>, marks: new EntryMarks() }
    for (const group of this.groupsOf(entries)) {
      if (this.isGivenUp) break
      const [entry] = group.entries
      if (entry?.key && group.isLarge) {
        const { name, column } = entry.key
        const inner = { firstLine: entry.firstLine + 1, endLine: entry.endLine, skipped: 0 }
        const at = path === '' ? name : `${path}.${name}`
        const offset = (this.source.lineStarts[entry.firstLine] ?? 0) + column
        this.put(object, { name, at, keyOffset: offset, valueOffset: this.offsetOf(inner) })
        object.data[name] = yield* this.readPiece(inner, at, depth + 1)
      } else {
        yield
        const parsed = this.compose(group)
        if (isMap(parsed.node)) this.readMap(parsed.node, { ...object, path, depth, base: parsed.base })
        else if (this.source.faults.length === 0) this.fault(path, faultOf('keyMissing'), this.offsetOf(group))
      }
    }
    this.source.marks.set(object.data, object.marks)
    return object.data
  }

  /** Neighbours are read together as far as they are small; a large entry is a group of its own. */
  private groupsOf<Entry extends TextPiece>(entries: readonly Entry[]) {
    const groups: (TextPiece & { endLine: number; readonly entries: Entry[]; readonly isLarge: boolean })[] = []
    for (const entry of entries) {
      const last = groups.at(-1)
      if (last && this.sizeOf({ ...last, endLine: entry.endLine }) <= pieceCharactersMax) {
        last.endLine = entry.endLine
        last.entries.push(entry)
      } else groups.push({ ...entry, entries: [entry], isLarge: this.sizeOf(entry) > pieceCharactersMax })
    }
    return groups
  }

  private parseEntries(piece: TextPiece, list: ListInReading): void {
    const { node, base } = this.compose(piece)
    if (isSeq(node)) this.readList(node, { ...list, base })
    else if (this.source.faults.length === 0) this.fault(list.path, faultOf('entryMissing'), this.offsetOf(piece))
  }

  private parse(piece: TextPiece, path: string, depth: number): unknown {
    const { node, base } = this.compose(piece)
    return this.source.faults.length > 0 ? undefined : this.read(node, { path, depth, base })
  }

  /** The parser's view of a piece, and the offset at which the piece begins. */
  private compose(piece: TextPiece): { readonly node: unknown; readonly base: number } {
    const base = this.source.lineStarts[piece.firstLine] ?? 0
    const text = lineOf(this.lines, piece, piece.firstLine) + this.restOf(piece)
    try {
      const document = parseWithoutStacks(text)
      // A closing bracket in the column of its key is what everybody writes.
      const warnings = document.warnings.filter(({ code }) => code !== 'BAD_INDENT')
      // Errors after the first are mostly consequences of it.
      const [first] = [...document.errors, ...warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
      if (first) {
        const { fault, offset = first.pos[0] } = yamlFault(first, text)
        this.fault('', fault, base + offset)
      }
      return { node: document.contents, base }
    } catch (error) {
      // The parser is recursive: a file full of brackets exhausts its stack.
      const why = error instanceof Error ? error.message : 'not YAML'
      this.source.faults.push({ path: '', ...faultOf('unreadable', { why }) })
      return { node: undefined, base }
    }
  }

  private read(node: unknown, { path, depth, base }: Reading): unknown {
    const { depthMax, marks } = this.source
    if (depth > depthMax) return this.fault(path, faultOf('tooDeep', { levels: depthMax }), base + offsetOf(node))
    if (isMap(node)) {
      const data: Record<string, unknown> = {}
      const entries = new EntryMarks()
      this.readMap(node, { data, marks: entries, path, depth, base })
      marks.set(data, entries)
      return data
    }
    if (isSeq(node)) {
      const data: unknown[] = []
      const entries = new EntryMarks()
      this.readList(node, { data, marks: entries, path, depth, base })
      marks.set(data, entries)
      return data
    }
    if (isAlias(node)) return this.fault(path, faultOf('aliases'), base + offsetOf(node))
    return isScalar(node) ? node.value : null
  }

  private readMap(map: YAMLMap, object: ObjectInReading): void {
    const { data, path, depth, base } = object
    for (const { key, value } of map.items) {
      const name = this.readKey(key, path, base)
      if (name === undefined) continue
      const at = path === '' ? name : `${path}.${name}`
      const keyOffset = base + offsetOf(key)
      const valueOffset = isScalar(value) && value.range && value.source !== '' ? base + offsetOf(value) : keyOffset
      this.put(object, { name, at, keyOffset, valueOffset })
      data[name] = this.read(value, { path: at, depth: depth + 1, base })
    }
  }

  private put({ data, marks }: Pick<ObjectInReading, 'data' | 'marks'>, key: KeyInReading): void {
    if (Object.hasOwn(data, key.name)) {
      const { line } = this.source.marks.positionAt(marks.keyOffsetOf(key.name) ?? 0)
      this.fault(key.at, duplicateKey(key.name, line, data[key.name]), key.keyOffset)
    }
    if (marks.count === keysMax) {
      this.fault(key.at, tooManyKeys, key.keyOffset)
      this.isGivenUp = true
    }
    marks.add(key.name, key.keyOffset, key.valueOffset)
  }

  private readKey(key: unknown, path: string, base: number): string | undefined {
    const name = isScalar(key) ? key.value : undefined
    if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') {
      return this.fault(path, faultOf(isMap(key) ? 'braceUnquoted' : 'keyNotText'), base + offsetOf(key))
    }
    if (/^-[A-Za-z]/.test(String(name)) && isScalar(key) && key.type === 'PLAIN') {
      const fault = faultOf('dashWithoutSpace', { name: String(name).slice(1) })
      return this.fault(path, fault, base + offsetOf(key))
    }
    if (name === '__proto__') return this.fault(path, faultOf('protoKey'), base + offsetOf(key))
    return String(name)
  }

  private readList(list: YAMLSeq, { data, marks, path, depth, base }: ListInReading & { base: number }): void {
    for (const item of list.items) {
      const at = base + offsetOf(item)
      marks.add('', at, at)
      data.push(this.read(item, { path: `${path}[${data.length}]`, depth: depth + 1, base }))
    }
  }

  private fault(path: string, fault: BrandFault, offset: number): undefined {
    if (this.source.faults.length < faultsMax)
      this.source.faults.push({ path, ...fault, ...this.source.marks.positionAt(offset) })
    return undefined
  }

  /** Where the first line's content begins. */
  private offsetOf(piece: TextPiece): number {
    const line = lineOf(this.lines, piece, piece.firstLine)
    return (this.source.lineStarts[piece.firstLine] ?? 0) + Math.max(0, line.search(/\S/))
  }

  private sizeOf({ firstLine, endLine }: TextPiece): number {
    const { lineStarts, text } = this.source
    return (lineStarts[endLine] ?? text.length) - (lineStarts[firstLine] ?? 0)
  }

  private restOf({ firstLine, endLine }: TextPiece): string {
    const { lineStarts, text } = this.source
    const lineEnd = (lineStarts[firstLine + 1] ?? text.length + 1) - 1
    return text.slice(lineEnd, lineStarts[endLine] ?? text.length)
  }
}

/**
 * The parser makes an error of each comma that is too many. With the stack that each of them usually has, a text of
 * nothing else takes ten times as long as usual.
 */
function parseWithoutStacks(text: string) {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    // Duplicate keys are checked above: the parser's own check takes quadratic time.
    return parseDocument(text, { version: '1.2', schema: 'core', prettyErrors: false, uniqueKeys: false })
  } finally {
    Error.stackTraceLimit = usual
  }
}

interface Reading {
  readonly path: string
  readonly depth: number
  readonly base: number
}

interface ListInReading extends Omit<Reading, 'base'> {
  readonly data: unknown[]
  readonly marks: EntryMarks
}

interface ObjectInReading extends Reading {
  readonly data: Record<string, unknown>
  readonly marks: EntryMarks
}

interface KeyInReading {
  readonly name: string
  readonly at: string
  readonly keyOffset: number
  readonly valueOffset: number
}

function offsetOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0
}
