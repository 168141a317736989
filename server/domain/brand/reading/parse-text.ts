import { type FileFault, faultOf } from '../faults/fault.ts'
import { readJsonText } from './json-text.ts'
import { tooManyKeys } from './keys-max.ts'
import { readPlainJson } from './plain-json.ts'
import { lineStartsOf, TextMarks } from './text-marks.ts'
import { duplicateKey } from './twice.ts'
import { YamlReader } from './yaml-text.ts'

/** Plain data, and where in the text its parts were. */
export interface ParsedText {
  readonly data: unknown
  readonly faults: readonly FileFault[]
  readonly marks: TextMarks
}

/** A larger file takes too long and too much memory to read. Long lists of cards can be applied in several files. */
const fileCharactersMax = 8 * 1024 * 1024
const depthMax = 64
/** Brackets that only a program writes: the parser would take seconds to say so. */
const tooDeep = new RegExp(`(?:[[{]\\s*){${depthMax + 1}}`)
/** Smaller ones are read as YAML, which JSON is, and get its words for what is wrong. */
const jsonCharactersMin = 128 * 1024

/**
 * A file as somebody wrote it, YAML or JSON; or JSON that a program wrote: valid, and without duplicate keys; or plain
 * data, and where it is from.
 */
export type FileText = string | { readonly json: string } | Omit<ParsedText, 'faults'>

/**
 * Reads YAML 1.2, which includes JSON, as plain data. Collects everything that is wrong and never throws. Between two
 * steps the caller may let others have the processor.
 */
export function* parseText(source: FileText): Generator<void, ParsedText> {
  if (typeof source !== 'string' && 'data' in source) return { ...source, faults: [] }
  if (typeof source !== 'string') return { ...readPlainJson(source.json, depthMax), marks: new TextMarks() }
  // What editors of Windows put at the beginning of a file is no part of it.
  const text = source.replace(/^\uFEFF/, '')
  const faults: FileFault[] = []
  if (text.length > fileCharactersMax) {
    const fault = faultOf('fileTooLarge', { mebibytes: fileCharactersMax / 1024 / 1024 })
    return { data: undefined, faults: [{ path: '', ...fault }], marks: new TextMarks() }
  }
  const lineStarts = lineStartsOf(text)
  const deep = tooDeepAt(text)
  if (deep !== -1) {
    const marks = new TextMarks(text, lineStarts)
    const fault = faultOf('tooDeep', { levels: depthMax })
    return { data: undefined, faults: [{ path: '', ...fault, ...marks.positionAt(deep) }], marks }
  }
  const marks = new TextMarks(text, lineStarts)
  const json = text.length >= jsonCharactersMin && /^\s*\{/.test(text) ? readLargeJson(text, marks, faults) : undefined
  if (json) return { data: json.data, faults, marks }
  faults.length = 0
  const reader = new YamlReader({ text, lineStarts, marks, faults, depthMax })
  return { data: yield* reader.readText(), faults, marks }
}

/** Where more brackets are opened one after the other than anything is deep; -1: nowhere. */
function tooDeepAt(text: string): number {
  const deep = text.search(tooDeep)
  if (deep !== -1) return deep
  let open = 0
  for (const { 0: mark, index } of text.matchAll(bracketOrBreak)) {
    open = mark === '[' || mark === '{' ? open + 1 : 0
    if (open > depthMax) return index
  }
  return -1
}

/** Within a line and between quotes: what closes one, or may begin a text in which brackets mean nothing, begins anew. */
const bracketOrBreak = /[[\]{}"'#\n]/g

function readLargeJson(text: string, marks: TextMarks, faults: FileFault[]) {
  return readJsonText(text, {
    marks,
    depthMax,
    duplicate: ({ path, name, offset, firstOffset, before }) =>
      faults.push({
        path,
        ...duplicateKey(name, marks.positionAt(firstOffset).line, before),
        ...marks.positionAt(offset),
      }),
    tooMany: ({ path, offset }) => faults.push({ path, ...tooManyKeys, ...marks.positionAt(offset) }),
  })
}
