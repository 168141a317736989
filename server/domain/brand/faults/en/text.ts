import type { TextFaults } from '../text-faults.ts'
import type { WordsOf } from '../words-of.ts'

export const text: WordsOf<TextFaults> = {
  fileTooLarge: ({ mebibytes }) => `the file is larger than ${mebibytes} MiB`,
  tooDeep: ({ levels }) => `is nested more than ${levels} levels deep`,
  tooManyKeys: ({ max }) => `is one key too many: an object has at most ${max.toLocaleString('en')} keys`,
  tooSlow: () => 'takes too long to read: divide it, or write it more simply',
  unreadable: ({ why }) => `cannot be read: ${why}`,
  keyMissing: () => 'a key is missing',
  entryMissing: () => 'a list entry is missing',
  duplicateKey: ({ name, line, isList }) => `duplicate key "${name}", first on line ${line}: ${oneOfTwo(isList)}`,
  protoKey: () => 'the key __proto__ is not allowed',
  keyNotText: () => 'a key must be a text',
  braceUnquoted: () => 'a text that begins with { must be in quotes: write "{{ date }}"',
  dashWithoutSpace: ({ name }) => `a space is missing after the dash: write - ${name}:`,
  aliases: () =>
    'anchors and aliases (& and *) are not supported: write it out, or put a text that begins with * in quotes',
  tabIndent: () => 'this line is indented with a tab; YAML needs spaces: replace every tab with two spaces',
  tabAsSpace: () => 'a tab is used as a space here; YAML needs spaces: replace every tab with two spaces',
  quoteOpen: ({ mark }) => `this quote is never closed: put ${mark} at the end of the text`,
  listOpen: () => 'a list that was opened with [ is not closed with ] before this line',
  objectOpen: () => 'an object that was opened with { is not closed with } before this line',
  badStart: ({ mark, write }) => `a text cannot begin with ${mark} unless it is in quotes: write ${write}`,
  dashesInBrackets: () => 'a list with dashes cannot be inside brackets: write [a, b]',
  commaMissing: () => 'a comma is missing between two entries: write { id: a, name: b }',
  indentDiffers: () =>
    'this line is indented differently from its neighbours: all keys of one object begin in the same column',
  indentBelowValue: () =>
    'this line is indented further than the key above it, which has a value already: keys of one object begin in the same column',
  badEscape: ({ sequence }) =>
    `the escape ${sequence} does not exist: write \\\\ for a backslash, or use single quotes`,
  directive: ({ write }) =>
    `a line that begins with % is read as an instruction to YAML: put the text in quotes: ${write}`,
  secondDocument: () => 'a second document begins here (---): a brand file is one document',
  unknownTag: ({ tag, write }) => `the tag ${tag} means nothing here; if it is a text, put it in quotes: ${write}`,
  anchorsAndTags: () => 'anchors and tags (& and !) are not supported; if it is a text, put it in quotes',
  aliasMeant: ({ write }) =>
    `a text cannot begin with * unless it is in quotes: write ${write}; anchors and aliases (& and *) are not supported`,
  aliasHere: () => 'anchors and aliases (& and *) are not supported; write it out',
  secondColon: ({ write }) => `a second colon on this line: put the text in quotes: ${write}`,
  colonWithoutSpace: ({ write }) => `a space is missing after the colon: write ${write}`,
  colonMissing: ({ write }) => `a colon is missing after the key: write ${write}`,
  keyWithoutValue: () => 'a key without a value: a colon and a space are missing, or the line is indented wrongly',
  spaceMissing: ({ before }) => `a space is missing before ${before || 'this'}`,
  bracketOpen: () =>
    'a list or object that was opened with [ or { is not closed, or a comma is missing between two entries',
  quotesNeeded: ({ text: found, write }) => `${found} must be in quotes: write ${write}`,
  entryOnOwnLine: () => 'a list entry (- ) must begin on a line of its own',
  bracketTooMany: ({ bracket }) => `${bracket} closes nothing: there is one bracket too many, or one too few before it`,
  singleQuotesEnd: () => "the text in single quotes ends here: write '' for an apostrophe in it, or use double quotes",
  quotesEnd: () =>
    'the text in quotes ends before this: put the quotes around the whole text, and write \\" for a quote in it',
  unexpected: ({ text: found }) =>
    `${found || 'this'} is not expected here: the lines before it may be indented wrongly, or a bracket or quote is closed too early`,
  notYaml: ({ why }) => `this is not YAML: ${why}`,
}

const oneOfTwo = (isList: boolean) =>
  isList ? 'put these entries into that list, and remove this key' : 'keep one of the two, and remove the other'
