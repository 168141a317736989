import type { YAMLError } from 'yaml'

interface YamlWords {
  readonly message: string
  /** Where the cause is, if that is not where the parser noticed it. */
  readonly offset?: number
}

type ParserError = Pick<YAMLError, 'code' | 'message' | 'pos'>

/** What is wrong with a text that is not YAML, where, and how to fix it, for the person who wrote it. */
export function yamlWords(error: ParserError, text: string): YamlWords {
  return tabWords(error, text) ?? causeWords(error, text) ?? { message: plainWords(error, text) }
}

/** Tabs confuse the parser in many ways; to people they look like spaces. */
function tabWords({ pos }: ParserError, text: string): YamlWords | undefined {
  const start = text.lastIndexOf('\n', pos[0] - 1) + 1
  const line = lineAt(text, start)
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const tab = indent.indexOf('\t')
  if (tab === -1 || tab === line.length) return undefined
  const message = 'this line is indented with a tab; YAML needs spaces: replace every tab with two spaces'
  return { message, offset: start + tab }
}

/** Mistakes whose cause is before the place where the parser noticed it. */
function causeWords({ code, message, pos }: ParserError, text: string): YamlWords | undefined {
  if (code === 'MISSING_CHAR' && message.includes('quote')) {
    const offset = openQuote(text, pos[0])
    return { message: `this quote is never closed: put ${text.charAt(offset)} at the end of the text`, offset }
  }
  if (code === 'BAD_INDENT' && /^Flow (sequence|map)/.test(message)) {
    return message.startsWith('Flow sequence')
      ? { message: 'a list that was opened with [ is not closed with ] before this line' }
      : { message: 'an object that was opened with { is not closed with } before this line' }
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return colonWords(text, pos[0])
  if (code === 'MISSING_CHAR' && message.includes('implicit map key')) return { message: keyWords(text, pos[0]) }
  return undefined
}

function plainWords({ code, message, pos }: ParserError, text: string): string {
  const rest = text.slice(pos[0], pos[0] + 80)
  const [value = ''] = rest.match(/^[^\s,}\]]+/) ?? []
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab is used as a space here; YAML needs spaces: replace every tab with two spaces'
    case 'BAD_SCALAR_START':
      return `a text cannot begin with ${rest.charAt(0)} unless it is in quotes: write ${quoted(wholeText(rest))}`
    case 'MULTILINE_IMPLICIT_KEY':
      return keyWords(text, pos[0])
    case 'BLOCK_IN_FLOW':
      return /^-\s/.test(rest)
        ? 'a list with dashes cannot be inside brackets: write [a, b]'
        : 'a comma is missing between two entries: write { id: a, name: b }'
    case 'BAD_INDENT':
      return 'this line is indented differently from its neighbours: all keys of one object begin in the same column'
    case 'MISSING_CHAR':
      return missingWords(message, value) ?? keyWords(text, pos[0])
    case 'BAD_DQ_ESCAPE':
      return `the escape ${message.split(' ').at(-1)} does not exist: write \\\\ for a backslash, or use single quotes`
    case 'BAD_ALIAS':
      return aliasMeans(value)
    case 'BAD_DIRECTIVE':
      return `a line that begins with % is read as an instruction to YAML: put the text in quotes: ${quoted(wholeText(rest))}`
    case 'MULTIPLE_DOCS':
      return 'a second document begins here (---): a brand file is one document'
    case 'TAG_RESOLVE_FAILED':
      return `the tag ${value} means nothing here; if it is a text, put it in quotes: ${quoted(wholeText(rest))}`
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return 'anchors and tags (& and !) are not supported; if it is a text, put it in quotes'
    case 'UNEXPECTED_TOKEN':
      return unexpectedWords(message, value, { before: text.slice(0, pos[0]), rest })
    default:
      return `this is not YAML: ${message}`
  }
}

/** A text with a colon, such as `name: Espresso: the best`, or a key that is indented further than the one above it. */
function colonWords(text: string, offset: number): YamlWords {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = lineAt(text, start)
  const [, key, value] = /^\s*(?:- )?([^:]+): (.*:(?: .*|$))$/.exec(line) ?? []
  if (line.includes('{')) return { message: 'a comma is missing between two entries: write { id: a, name: b }' }
  if (key !== undefined && value !== undefined)
    return { message: `a second colon on this line: put the text in quotes: ${key}: ${quoted(value.trim())}` }
  const next = start + line.length + 1
  const message =
    'this line is indented further than the key above it, which has a value already: keys of one object begin in the same column'
  return { message, offset: next + Math.max(0, lineAt(text, next).search(/\S/)) }
}

/** A line that should be a key and its value, and is not. */
function keyWords(text: string, offset: number): string {
  const line = lineAt(text, text.lastIndexOf('\n', offset - 1) + 1).trim()
  const [, key, value] = /^(?:- )?([\w-]+):(\S.*)$/.exec(line) ?? []
  if (key !== undefined && value !== undefined) return `a space is missing after the colon: write ${key}: ${value}`
  const [, word, rest] = /^(?:- )?([\w-]+) +([^:]+)$/.exec(line) ?? []
  if (word !== undefined && rest !== undefined) return `a colon is missing after the key: write ${word}: ${rest}`
  if (/:(?:\s|$)/.test(line))
    return 'this line is indented differently from its neighbours: all keys of one object begin in the same column'
  return 'a key without a value: a colon and a space are missing, or the line is indented wrongly'
}

function missingWords(message: string, value: string): string | undefined {
  if (message.includes('space')) return `a space is missing before ${value || 'this'}`
  if (message.includes('comma') || /end with an? [\]}]/.test(message))
    return 'a list or object that was opened with [ or { is not closed, or a comma is missing between two entries'
  return undefined
}

function unexpectedWords(
  message: string,
  value: string,
  at: { readonly before: string; readonly rest: string },
): string {
  // The message points at the second character, so the text begins one before.
  const [, header] = message.match(/^Block scalar header includes extra characters: (\S+)/) ?? []
  if (header !== undefined) return `${header} must be in quotes: write ${quoted(header)}`
  if (message.startsWith('Unexpected block-seq-ind')) return 'a list entry (- ) must begin on a line of its own'
  const bracket = at.rest.charAt(0)
  if (bracket === '}' || bracket === ']')
    return `${bracket} closes nothing: there is one bracket too many, or one too few before it`
  if (/'$/.test(at.before))
    return "the text in single quotes ends here: write '' for an apostrophe in it, or use double quotes"
  if (/"\s*$/.test(at.before))
    return 'the text in quotes ends before this: put the quotes around the whole text, and write \\" for a quote in it'
  return `${value === '' ? 'this' : value} is not expected here: the lines before it may be indented wrongly, or a bracket or quote is closed too early`
}

const aliasMeans = (value: string) =>
  value.startsWith('*')
    ? `a text cannot begin with * unless it is in quotes: write ${quoted(value)}; anchors and aliases (& and *) are not supported`
    : 'anchors and aliases (& and *) are not supported; write it out'

/** The last quote that opens something before the place where the parser gave up. */
function openQuote(text: string, offset: number): number {
  const before = text.slice(Math.max(0, offset - soughtCharactersMax), offset)
  const start = offset - before.length
  const openings = [...before.matchAll(/(?:^|[\s[{,:(-])(["'])/g)]
  const line = openings.findLast(({ index, 0: found }) => {
    const at = start + index + found.length - 1
    const rest = lineAt(text, at + 1)
    return !rest.includes(text.charAt(at))
  })
  return line ? start + line.index + line[0].length - 1 : offset
}

/** What somebody most likely meant as one text: up to a comma, a closing bracket or the end of the line. */
const wholeText = (rest: string) => (rest.match(/^[^\n,}\]]*/)?.[0] ?? '').replace(/\s+#.*$/, '').trim()

/** How far before the place where the parser gave up a quote is looked for that was never closed. */
const soughtCharactersMax = 20_000
/** What is longer is no line that somebody wrote, and looking for words in it would take long. */
const lineCharactersMax = 500

function lineAt(text: string, start: number): string {
  const line = text.slice(start, start + lineCharactersMax)
  const end = line.indexOf('\n')
  return end === -1 ? line : line.slice(0, end)
}

const quoted = (text: string) => JSON.stringify(text)
