import { allSteps } from '../../../ground/kernel/steps.ts'
import {
  type BrandEdit,
  type EditSection,
  entriesOf,
  type FileData,
  findEditFault,
  isListSection,
  keyOf,
  type ListSection,
  listSections,
  withEdits,
} from '../edits.ts'
import type { FileFault } from '../faults/fault.ts'
import { JoinedMarks, type TextPart } from '../reading/joined-marks.ts'
import { type ParsedText, parseText } from '../reading/parse-text.ts'

/**
 * The sections of which somebody can write drafts: all that have no secrets, no stock and no passwords in them, which
 * must not lie about in a text.
 */
export const draftSections = [
  'campaigns',
  'segments',
  'templates',
  'couponSets',
  'products',
  'groups',
  'demographicFields',
  'attributes',
  'orderAttributes',
  'subscriptionLists',
  'eventTypes',
  'texts',
  'promotions',
] as const satisfies readonly EditSection[]

export type DraftSection = (typeof draftSections)[number]

/** What an entry is called by. */
export interface EntryAddress {
  readonly section: DraftSection
  /** Absent for a section that is no list. */
  readonly key?: string | undefined
}

/** An entry as somebody wrote it, in YAML or JSON. */
export interface EntryText extends EntryAddress {
  /** Absent: the entry is to go. */
  readonly text?: string | undefined
}

/** Something that is wrong with an entry, by its path in the entry and its line in the entry's own text. */
export type EntryFault = FileFault & {
  readonly section: string
  readonly key?: string
}

/** An entry whose text could be read. */
export interface ReadEntry extends BrandEdit {
  readonly section: DraftSection
  readonly marks: ParsedText['marks']
  readonly length: number
}

export interface ReadEntries {
  readonly entries: readonly ReadEntry[]
  /** What keeps a text from being read, or from being the entry that it is said to be. */
  readonly faults: readonly EntryFault[]
}

export const readEntryTexts = (texts: readonly EntryText[]): ReadEntries =>
  toReadEntries(
    texts,
    texts.flatMap(({ text }) => (text === undefined ? [] : [allSteps(parseText(text))])),
  )

/** The entries whose texts were read elsewhere: in the same order, without those that are to go. */
export function toReadEntries(texts: readonly EntryText[], parsed: readonly ParsedText[]): ReadEntries {
  const entries: ReadEntry[] = []
  const faults: EntryFault[] = []
  const next = parsed.values()
  for (const one of texts) {
    const { section, key, text } = one
    const { data, faults: own, marks } = text === undefined ? removed : (next.next().value ?? removed)
    const entry = text === undefined ? undefined : (data ?? null)
    const wrong = own.length > 0 ? own : findWrong({ section, key, entry }, marks)
    faults.push(...wrong.map((fault) => toEntryFault(one, fault)))
    if (wrong.length === 0) entries.push({ section, key, entry, marks, length: text?.length ?? 0 })
  }
  return { entries, faults }
}

const removed: ParsedText = { ...allSteps(parseText('{}')), data: undefined }

/** The entry's own key must be what it is called by. */
function findWrong(edit: BrandEdit, marks: ParsedText['marks']): FileFault[] {
  const fault = findEditFault(edit)
  if (!fault) return []
  const { section, key, entry } = edit
  if (!isListSection(section) || key === undefined || key === '') return [fault]
  const name = listSections[section]
  const offset = typeof entry === 'object' && entry !== null ? marks.find(entry, name, 'value') : undefined
  const position = offset === undefined ? { line: 1, column: 1 } : marks.positionAt(offset)
  return [{ ...fault, path: keyOf(entry, section) === undefined ? '' : name, ...position }]
}

function toEntryFault({ section, key }: EntryAddress, fault: FileFault): EntryFault {
  return { section, ...(key !== undefined && { key }), ...fault }
}

/** The file with these entries in it, and where in their texts everything is. */
export interface FileWithEntries {
  readonly data: FileData
  readonly marks: JoinedMarks
}

export function withEntries(file: FileData, entries: readonly ReadEntry[]): FileWithEntries {
  const data = withEdits(file, entries)
  const indexOf = oncePerSection(data)
  const parts = entries.flatMap(({ section, key, entry, marks, length }): TextPart[] => {
    if (entry === undefined) return []
    const step = isListSection(section) ? (indexOf(section).get(key) ?? -1) : section
    const holder = isListSection(section) ? (data[section] as object) : data
    return [{ marks, length, holder, step }]
  })
  return { data, marks: new JoinedMarks(parts) }
}

/** Where the entries of a section are, by what they are called; of two with one name, the first. */
export function oncePerSection(file: FileData): (section: ListSection) => ReadonlyMap<unknown, number> {
  const known = new Map<ListSection, ReadonlyMap<unknown, number>>()
  return (section) => {
    const found = known.get(section) ?? indexesIn(entriesOf(file, section), section)
    known.set(section, found)
    return found
  }
}

function indexesIn(entries: readonly unknown[], section: ListSection): ReadonlyMap<unknown, number> {
  // Backwards, so that of two the first remains.
  return new Map(entries.map((one, index) => [keyOf(one, section), index] as const).toReversed())
}
