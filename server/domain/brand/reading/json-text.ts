import { keysMax } from './keys-max.ts'
import { EntryMarks, type TextMarks } from './text-marks.ts'

/** What the reader of JSON needs besides the text. */
export interface JsonNotes {
  readonly marks: TextMarks
  readonly depthMax: number
  /** A key that its object already has, with `before` as its value. */
  duplicate(key: DuplicateKey): void
  /** A key more than an object may have. */
  tooMany(key: Pick<DuplicateKey, 'path' | 'offset'>): void
}

interface DuplicateKey {
  readonly path: string
  readonly name: string
  readonly offset: number
  readonly firstOffset: number
  readonly before: unknown
}

/** Reads strict JSON with the positions of its parts; undefined if the text is not strict JSON. */
export function readJsonText(text: string, notes: JsonNotes): { readonly data: unknown } | undefined {
  try {
    return { data: new JsonReader(text, notes).readAll() }
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

class NotJson extends Error {}

class JsonReader {
  private at = 0
  private readonly text: string
  private readonly notes: JsonNotes

  constructor(text: string, notes: JsonNotes) {
    this.text = text
    this.notes = notes
  }

  readAll(): unknown {
    this.skipSpace()
    const data = this.read('', 0)
    this.skipSpace()
    if (this.at < this.text.length) throw new NotJson()
    return data
  }

  private read(path: string, depth: number): unknown {
    if (depth > this.notes.depthMax) throw new NotJson()
    const first = this.text.charAt(this.at)
    if (first === '{') return this.readObject(path, depth)
    if (first === '[') return this.readList(path, depth)
    return this.readScalar()
  }

  private readObject(path: string, depth: number): Record<string, unknown> {
    const data: Record<string, unknown> = {}
    const marks = new EntryMarks()
    this.readEntries('}', () => {
      const keyOffset = this.at
      const name = this.readScalar()
      // The reader of YAML refuses this key.
      if (typeof name !== 'string' || name === '__proto__') throw new NotJson()
      this.skipSpace()
      this.take(':')
      this.skipSpace()
      const at = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(data, name)) {
        const firstOffset = marks.keyOffsetOf(name) ?? 0
        this.notes.duplicate({ path: at, name, offset: keyOffset, firstOffset, before: data[name] })
      }
      if (marks.count === keysMax) this.notes.tooMany({ path: at, offset: keyOffset })
      marks.add(name, keyOffset, this.at)
      data[name] = this.read(at, depth + 1)
    })
    this.notes.marks.set(data, marks)
    return data
  }

  private readList(path: string, depth: number): unknown[] {
    const data: unknown[] = []
    const marks = new EntryMarks()
    this.readEntries(']', () => {
      marks.add('', this.at, this.at)
      data.push(this.read(`${path}[${data.length}]`, depth + 1))
    })
    this.notes.marks.set(data, marks)
    return data
  }

  private readEntries(end: string, readEntry: () => void): void {
    this.at += 1
    this.skipSpace()
    if (this.text.charAt(this.at) === end) {
      this.at += 1
      return
    }
    for (;;) {
      readEntry()
      this.skipSpace()
      if (this.text.charAt(this.at) === end) break
      this.take(',')
      this.skipSpace()
    }
    this.at += 1
  }

  /** A text, a number or a word, found here and understood by the language's own reader. */
  private readScalar(): unknown {
    scalar.lastIndex = this.at
    const [found] = scalar.exec(this.text) ?? []
    if (found === undefined) throw new NotJson()
    this.at += found.length
    try {
      return JSON.parse(found)
    } catch {
      throw new NotJson()
    }
  }

  private take(mark: string): void {
    if (this.text.charAt(this.at) !== mark) throw new NotJson()
    this.at += 1
  }

  private skipSpace(): void {
    space.lastIndex = this.at
    this.at += space.exec(this.text)?.[0].length ?? 0
  }
}

const space = /[ \t\r\n]*/y
const scalar = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y
