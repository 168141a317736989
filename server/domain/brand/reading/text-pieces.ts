/** A part of a YAML text that can be read by itself: whole lines, of which the first may begin after a dash. */
export interface TextPiece {
  readonly firstLine: number
  /** Exclusive. */
  readonly endLine: number
  /** How many characters of the first line belong to what is around it, and are read as spaces. */
  readonly skipped: number
}

/** The entries of a block mapping or a block list, in order. */
export type TextEntries =
  | { readonly kind: 'list'; readonly entries: readonly TextPiece[] }
  | { readonly kind: 'object'; readonly entries: readonly (TextPiece & { readonly key: BlockKey | undefined })[] }

/** A key whose value is a block below it. */
export interface BlockKey {
  readonly name: string
  readonly column: number
}

const keyLine = /^(?:"(?<quoted>[^"\\]*)"|(?<plain>[A-Za-z][\w.-]*)):(?<rest>\s.*)?$/

/**
 * Splits a block of YAML into its entries by their indentation, without reading them. In YAML everything that belongs
 * to an entry is indented more than the entry, whatever it is; a text that breaks this rule is faulty in any case.
 * Undefined if the block is something else, such as a text or a list in brackets: that is read in one piece.
 */
export function entriesOf(lines: readonly string[], piece: TextPiece): TextEntries | undefined {
  const first = firstContent(lines, piece)
  if (first === undefined) return undefined
  const indent = indentOf(lineOf(lines, piece, first))
  const isList = isDash(lineOf(lines, piece, first).slice(indent))
  const starts: number[] = []
  for (let at = first; at < piece.endLine; at += 1) {
    const line = lineOf(lines, piece, at)
    if (isIgnored(line) || indentOf(line) > indent) continue
    const content = line.slice(indent)
    if (indentOf(line) < indent || line.startsWith('\t')) return undefined
    if (isList ? isDash(content) : keyLine.test(content)) starts.push(at)
    else if (!isContinued(content, isList)) return undefined
  }
  const pieces = starts.map((at, index) => ({
    firstLine: at,
    endLine: starts[index + 1] ?? piece.endLine,
    skipped: at === piece.firstLine ? piece.skipped : 0,
  }))
  if (isList) return { kind: 'list', entries: pieces }
  return {
    kind: 'object',
    entries: pieces.map((one) => ({ ...one, key: blockKeyOf(lineOf(lines, one, one.firstLine), indent) })),
  }
}

/** What follows the dash of a list's entry. */
export function afterDash(lines: readonly string[], entry: TextPiece): TextPiece | undefined {
  const line = lineOf(lines, entry, entry.firstLine)
  const dash = line.indexOf('-')
  const content = line.slice(dash + 1)
  return isIgnored(content)
    ? { firstLine: entry.firstLine + 1, endLine: entry.endLine, skipped: 0 }
    : { ...entry, skipped: dash + 1 + indentOf(content) }
}

/** A line as this piece has it: what is skipped is spaces. */
export function lineOf(lines: readonly string[], piece: TextPiece, at: number): string {
  const line = lines[at] ?? ''
  return at === piece.firstLine ? ' '.repeat(piece.skipped) + line.slice(piece.skipped) : line
}

function firstContent(lines: readonly string[], piece: TextPiece): number | undefined {
  for (let at = piece.firstLine; at < piece.endLine; at += 1) if (!isIgnored(lineOf(lines, piece, at))) return at
  return undefined
}

function blockKeyOf(line: string, column: number): BlockKey | undefined {
  const { quoted, plain, rest = '' } = keyLine.exec(line.slice(column))?.groups ?? {}
  const name = quoted ?? plain
  // Words that YAML reads as something other than a text are left to it.
  const isText = quoted !== undefined || !/^(?:true|false|null|~)$/i.test(plain ?? '')
  return name !== undefined && isText && isIgnored(rest) ? { name, column } : undefined
}

const isIgnored = (line: string) => /^\s*(?:#.*)?$/.test(line)
const isDash = (content: string) => /^-(?:\s|$)/.test(content)
/** A list may stand in the same column as its key, and so may the bracket that closes one. */
const isContinued = (content: string, isList: boolean) => /^[\]}]/.test(content) || (!isList && isDash(content))

function indentOf(line: string): number {
  const at = line.search(/[^ ]/)
  return at === -1 ? line.length : at
}
