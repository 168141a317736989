import type { YAMLError } from 'yaml'
import { type BrandFault, faultOf } from '../faults/fault.ts'

interface FoundFault {
  readonly fault: BrandFault
  /** Where the cause is, if that is not where the parser noticed it. */
  readonly offset?: number
}

type ParserError = Pick<YAMLError, 'code' | 'message' | 'pos'>

/** What is wrong with a text that is not YAML, where, and how to fix it, for the person who wrote it. */
export function yamlFault(error: ParserError, text: string): FoundFault {
  return tabFault(error, text) ?? causeFault(error, text) ?? { fault: plainFault(error, text) }
}

/** Tabs confuse the parser in many ways; to people they look like spaces. */
function tabFault({ pos }: ParserError, text: string): FoundFault | undefined {
  const start = text.lastIndexOf('\n', pos[0] - 1) + 1
  const line = lineAt(text, start)
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const tab = indent.indexOf('\t')
  if (tab === -1 || tab === line.length) return undefined
  return { fault: faultOf('tabIndent'), offset: start + tab }
}

/** Mistakes whose cause is before the place where the parser noticed it. */
function causeFault({ code, message, pos }: ParserError, text: string): FoundFault | undefined {
  if (code === 'MISSING_CHAR' && message.includes('quote')) {
    const offset = openQuote(text, pos[0])
    return { fault: faultOf('quoteOpen', { mark: text.charAt(offset) }), offset }
  }
  if (code === 'BAD_INDENT' && /^Flow (sequence|map)/.test(message)) {
    return { fault: faultOf(message.startsWith('Flow sequence') ? 'listOpen' : 'objectOpen') }
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return colonFault(text, pos[0])
  if (code === 'MISSING_CHAR' && message.includes('implicit map key')) return { fault: keyFault(text, pos[0]) }
  return undefined
}

function plainFault({ code, message, pos }: ParserError, text: string): BrandFault {
  const rest = text.slice(pos[0], pos[0] + 80)
  const [value = ''] = rest.match(/^[^\s,}\]]+/) ?? []
  switch (code) {
    case 'TAB_AS_INDENT':
      return faultOf('tabAsSpace')
    case 'BAD_SCALAR_START':
      return faultOf('badStart', { mark: rest.charAt(0), write: quoted(wholeText(rest)) })
    case 'MULTILINE_IMPLICIT_KEY':
      return keyFault(text, pos[0])
    case 'BLOCK_IN_FLOW':
      return faultOf(/^-\s/.test(rest) ? 'dashesInBrackets' : 'commaMissing')
    case 'BAD_INDENT':
      return faultOf('indentDiffers')
    case 'MISSING_CHAR':
      return missingFault(message, value) ?? keyFault(text, pos[0])
    case 'BAD_DQ_ESCAPE':
      return faultOf('badEscape', { sequence: message.split(' ').at(-1) ?? '' })
    case 'BAD_ALIAS':
      return aliasFault(value)
    case 'BAD_DIRECTIVE':
      return faultOf('directive', { write: quoted(wholeText(rest)) })
    case 'MULTIPLE_DOCS':
      return faultOf('secondDocument')
    case 'TAG_RESOLVE_FAILED':
      return faultOf('unknownTag', { tag: value, write: quoted(wholeText(rest)) })
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return faultOf('anchorsAndTags')
    case 'UNEXPECTED_TOKEN':
      return unexpectedFault(message, value, { before: text.slice(0, pos[0]), rest })
    default:
      return faultOf('notYaml', { why: message })
  }
}

/** A text with a colon, such as `name: Espresso: the best`, or a key that is indented further than the one above it. */
function colonFault(text: string, offset: number): FoundFault {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = lineAt(text, start)
  const [, key, value] = /^\s*(?:- )?([^:]+): (.*:(?: .*|$))$/.exec(line) ?? []
  if (line.includes('{')) return { fault: faultOf('commaMissing') }
  if (key !== undefined && value !== undefined)
    return { fault: faultOf('secondColon', { write: `${key}: ${quoted(value.trim())}` }) }
  const next = start + line.length + 1
  return { fault: faultOf('indentBelowValue'), offset: next + Math.max(0, lineAt(text, next).search(/\S/)) }
}

/** A line that should be a key and its value, and is not. */
function keyFault(text: string, offset: number): BrandFault {
  const line = lineAt(text, text.lastIndexOf('\n', offset - 1) + 1).trim()
  const [, key, value] = /^(?:- )?([\w-]+):(\S.*)$/.exec(line) ?? []
  if (key !== undefined && value !== undefined) return faultOf('colonWithoutSpace', { write: `${key}: ${value}` })
  const [, word, rest] = /^(?:- )?([\w-]+) +([^:]+)$/.exec(line) ?? []
  if (word !== undefined && rest !== undefined) return faultOf('colonMissing', { write: `${word}: ${rest}` })
  return faultOf(/:(?:\s|$)/.test(line) ? 'indentDiffers' : 'keyWithoutValue')
}

function missingFault(message: string, value: string): BrandFault | undefined {
  if (message.includes('space')) return faultOf('spaceMissing', { before: value })
  if (message.includes('comma') || /end with an? [\]}]/.test(message)) return faultOf('bracketOpen')
  return undefined
}

function unexpectedFault(
  message: string,
  value: string,
  at: { readonly before: string; readonly rest: string },
): BrandFault {
  // The message points at the second character, so the text begins one before.
  const [, header] = message.match(/^Block scalar header includes extra characters: (\S+)/) ?? []
  if (header !== undefined) return faultOf('quotesNeeded', { text: header, write: quoted(header) })
  if (message.startsWith('Unexpected block-seq-ind')) return faultOf('entryOnOwnLine')
  const bracket = at.rest.charAt(0)
  if (bracket === '}' || bracket === ']') return faultOf('bracketTooMany', { bracket })
  if (/'$/.test(at.before)) return faultOf('singleQuotesEnd')
  if (/"\s*$/.test(at.before)) return faultOf('quotesEnd')
  return faultOf('unexpected', { text: value })
}

const aliasFault = (value: string): BrandFault =>
  value.startsWith('*') ? faultOf('aliasMeant', { write: quoted(value) }) : faultOf('aliasHere')

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
