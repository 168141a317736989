import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { FileFault } from './place.ts'
import { readPlainJson } from './plain-json.ts'
import { yamlWords } from './yaml-words.ts'

/** Plain data, and the lines it was read from. */
export interface ParsedText {
  readonly data: unknown
  readonly faults: readonly FileFault[]
  readonly lines: WeakMap<object, ReadonlyMap<string | number, number>>
}

/** A larger file takes too long and too much memory to read. Long lists of cards can be applied in several files. */
const fileCharactersMax = 8 * 1024 * 1024
const depthMax = 64

/** A file as somebody wrote it, YAML or JSON; or JSON that a program wrote: valid, and without duplicate keys. */
export type FileText = string | { readonly json: string }

/** Reads YAML 1.2, which includes JSON, as plain data. Collects everything that is wrong and never throws. */
export function parseText(source: FileText): ParsedText {
  const parser = new DataReader()
  if (typeof source !== 'string') return { ...readPlainJson(source.json, depthMax), lines: parser.lines }
  const text = source
  if (text.length > fileCharactersMax) {
    parser.faults.push({ path: '', message: `the file is larger than ${fileCharactersMax / 1024 / 1024} MiB` })
    return { data: undefined, faults: parser.faults, lines: parser.lines }
  }
  return { data: parser.readText(text), faults: parser.faults, lines: parser.lines }
}

class DataReader {
  readonly faults: FileFault[] = []
  readonly lines = new WeakMap<object, ReadonlyMap<string | number, number>>()
  private readonly counter = new LineCounter()

  readText(text: string): unknown {
    try {
      const document = parseDocument(text, {
        version: '1.2',
        schema: 'core',
        lineCounter: this.counter,
        prettyErrors: false,
        // Duplicate keys are checked below: the parser's own check takes quadratic time.
        uniqueKeys: false,
      })
      // Errors after the first are mostly consequences of it.
      const [first] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
      if (first) this.fault('', yamlWords(first, text), first.pos[0])
      return this.faults.length > 0 ? undefined : this.read(document.contents, '', 0)
    } catch (error) {
      // The parser is recursive: a file full of brackets exhausts its stack.
      this.faults.push({ path: '', message: `cannot be read: ${error instanceof Error ? error.message : 'not YAML'}` })
      return undefined
    }
  }

  private read(node: unknown, path: string, depth: number): unknown {
    if (depth > depthMax) return this.fault(path, `is nested more than ${depthMax} levels deep`, offsetOf(node))
    if (isMap(node)) return this.readMap(node, path, depth)
    if (isSeq(node)) return this.readList(node, path, depth)
    if (isAlias(node)) return this.fault(path, 'anchors and aliases are not supported; write it out', offsetOf(node))
    if (isScalar(node)) return node.value
    return null
  }

  private readMap(map: YAMLMap, path: string, depth: number): Record<string, unknown> {
    const data: Record<string, unknown> = Object.create(null)
    const lines = new Map<string, number>()
    for (const { key, value } of map.items) {
      const name = this.readKey(key, path)
      if (name === undefined) continue
      const at = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(data, name)) this.fault(at, `duplicate key "${name}"`, offsetOf(key))
      lines.set(name, this.lineAt(offsetOf(key)))
      data[name] = this.read(value, at, depth + 1)
    }
    this.lines.set(data, lines)
    return data
  }

  private readKey(key: unknown, path: string): string | undefined {
    const name = isScalar(key) ? key.value : undefined
    if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') {
      const isTag = isMap(key)
      return this.fault(
        path,
        isTag ? 'a text that begins with { must be in quotes' : 'a key must be a text',
        offsetOf(key),
      )
    }
    if (name === '__proto__') return this.fault(path, 'the key __proto__ is not allowed', offsetOf(key))
    return String(name)
  }

  private readList(list: YAMLSeq, path: string, depth: number): unknown[] {
    const lines = new Map<number, number>()
    const data = list.items.map((item, index) => {
      lines.set(index, this.lineAt(offsetOf(item)))
      return this.read(item, `${path}[${index}]`, depth + 1)
    })
    this.lines.set(data, lines)
    return data
  }

  private lineAt(offset: number): number {
    return this.counter.linePos(offset).line
  }

  private fault(path: string, message: string, offset: number): undefined {
    this.faults.push({ path, message, line: this.lineAt(offset) })
    return undefined
  }
}

function offsetOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0
}
