import type { YAMLError } from 'yaml'

/** What is wrong with a text that is not YAML and how to fix it, for the person who wrote it. */
export function yamlWords({ code, message, pos }: Pick<YAMLError, 'code' | 'message' | 'pos'>, text: string): string {
  const rest = text.slice(pos[0], pos[0] + 40)
  const [value = ''] = rest.match(/^[^\s,}\]]+/) ?? []
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'this line is indented with a tab; YAML needs spaces: replace every tab with two spaces'
    case 'BAD_SCALAR_START':
      return `a text cannot begin with ${rest.charAt(0)} unless it is in quotes: write ${quoted(value)}`
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a second colon on this line, or a wrong indentation: put texts with a colon in quotes, and keys of one object below each other'
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a key without a value: a colon and a space are missing, or the line is indented wrongly'
    case 'BAD_INDENT':
      return badIndentWords(message)
    case 'MISSING_CHAR':
      return message.includes('quote') ? 'a quote that was opened is never closed' : 'a colon is missing after a key'
    case 'BAD_DQ_ESCAPE':
      return `the escape ${message.split(' ').at(-1)} does not exist: write \\\\ for a backslash, or use single quotes`
    case 'MULTIPLE_DOCS':
      return 'a second document begins here (---): a brand file is one document'
    case 'TAG_RESOLVE_FAILED':
      return `the tag ${value} means nothing here: leave it out, or put the text in quotes`
    case 'UNEXPECTED_TOKEN':
      return unexpectedWords(message, value)
    default:
      return `this is not YAML: ${message}`
  }
}

function badIndentWords(message: string): string {
  if (message.startsWith('Flow sequence')) return 'a list that was opened with [ is not closed with ] before this line'
  if (message.startsWith('Flow map')) return 'an object that was opened with { is not closed with } before this line'
  return 'this line is indented differently from its neighbours: all keys of one object begin in the same column'
}

function unexpectedWords(message: string, value: string): string {
  // The message points at the second character, so the text begins one before.
  const [, header] = message.match(/^Block scalar header includes extra characters: (\S+)/) ?? []
  if (header !== undefined) return `${header} must be in quotes: write ${quoted(header)}`
  if (message.startsWith('Unexpected block-seq-ind')) return 'a list entry (- ) must begin on a line of its own'
  return `${value === '' ? 'this' : value} is not expected here: the lines before it may be indented wrongly`
}

const quoted = (text: string) => JSON.stringify(text)
