import { findIdleBudgets, findUncountableBudgets } from '../budget-checks.ts'
import { type BrandDocument, type BrandFile, checkAncestors } from '../document.ts'
import { entriesOf, type FileData, isListSection, keyOf } from '../edits.ts'
import { exclusiveWarnings } from '../exclusive-warnings.ts'
import type { FileFault } from '../faults/fault.ts'
import { groupWarnings, worthlessGifts } from '../group-warnings.ts'
import { findMissingLanguages } from '../missing-languages.ts'
import { type EventTypeTest, locateIn, rootCategories } from '../read-brand-file.ts'
import { FileReading, Place } from '../reading/place.ts'
import { readEntries } from '../reading/shape.ts'
import { findBurntBalances, findUnevenAmounts } from '../result-checks.ts'
import { checkCodes } from '../shapes/catalog-shape.ts'
import { checkWorth } from '../shapes/promotion-shape.ts'
import { checkLanguage } from '../shapes/text-shape.ts'
import { findLeftCoupons, findUnusableGifts } from '../unusable-gifts.ts'
import {
  type EntryAddress,
  type EntryFault,
  oncePerSection,
  type ReadEntries,
  type ReadEntry,
  withEntries,
} from './entry-text.ts'
import { type PlacedEntry, toEntryFaults } from './fault-owner.ts'
import { LayeredReading } from './layered-reading.ts'
import { type LiveNames, type Position, positionOf, shapeOf } from './live-names.ts'

/** The live brand: its names, and its document for what looks at more than one entry. */
export interface LiveBrand {
  readonly names: LiveNames
  readonly document: BrandDocument
}

export interface EntryFindings {
  readonly faults: readonly EntryFault[]
  readonly warnings: readonly EntryFault[]
  /** The entries without faults of their own, as a document has them; `value` is absent for those that go. */
  readonly sound: readonly EntryValue[]
}

/** Entries that are read, except that it is open which of their unknown event types were created by calls. */
export interface EntriesInReading {
  readonly unknownEventTypes: readonly string[]
  finish(isEventType: EventTypeTest): EntryFindings
}

/**
 * Reads entries as parts of the live file, without reading the rest of it again. It finds whatever is wrong with these
 * entries, and what others name that is no longer there; not what a change of theirs makes wrong inside others. Between
 * two steps the caller may let others have the processor.
 */
export function* readInLive(
  { names, document }: LiveBrand,
  { entries, faults }: ReadEntries,
): Generator<void, EntriesInReading> {
  const placed = inOrder(names, entries)
  const whole = withEntries(names.file, entries)
  const replaced = new Set(placed.filter(({ isNew }) => !isNew).map(({ position }) => position))
  const reading = new LayeredReading({ live: names, whole: whole.data, marks: whole.marks, replaced })
  const root = new Place(reading)
  const placeOf = placesIn(root)
  const read: PlacedEntry[] = []
  for (const { entry, position } of placed) {
    reading.position = position
    const at = placeOf(entry)
    read.push({ entry, path: at.path, value: yield* readOne(entry, at) })
  }
  const isSound = faults.length === 0 && reading.faults.length === 0
  const next = documentWith(document, read.map(toValue))
  const isClean = isSound && !checkTogether(next, { root, read })
  const locate = (fault: FileFault) => locateIn(root, fault)
  const later = isClean ? laterFaults(next, read).map(locate) : []
  const hints = isClean ? laterWarnings(document, next, read).map(locate) : []
  reading.addMentionsOfMissing()
  return {
    // With other faults nobody is asked, as when a whole file is read.
    unknownEventTypes: isClean ? reading.unknownNames('eventType').filter((id) => !rootCategories.has(id)) : [],
    finish: (isEventType) => {
      const isKnown: EventTypeTest = isClean ? isEventType : () => true
      reading.checkMentions((noun, key) => noun === 'eventType' && (rootCategories.has(key) || isKnown(key)))
      const found = [...faults, ...toEntryFaults(read, [...reading.faults, ...later])]
      const isFaulty = ({ section, key }: EntryAddress) =>
        found.some((fault) => fault.section === section && fault.key === key)
      return {
        faults: found,
        warnings: toEntryFaults(read, [...reading.warnings, ...hints]).filter(isOwn(read)),
        sound: read.map(toValue).filter((one) => !isFaulty(one)),
      }
    },
  }
}

const toValue = ({ entry: { section, key }, value }: PlacedEntry): EntryValue => ({ section, key, value })

/** Whether it is in one of these entries. */
const isOwn =
  (read: readonly PlacedEntry[]) =>
  ({ section, key }: EntryFault) =>
    read.some(({ entry }) => entry.section === section && entry.key === key)

/** Entries as parts of a file that has them, for what is found in it. */
export function placeEntries(data: FileData, entries: readonly ReadEntry[]): PlacedEntry[] {
  const root = new Place(new FileReading(data))
  const placeOf = placesIn(root)
  return entries.map((entry) => ({ entry, path: placeOf(entry).path, value: undefined }))
}

function* readOne({ section, entry }: ReadEntry, at: Place): Generator<void, unknown> {
  const shape = entry === undefined ? undefined : shapeOf(section)
  if (!shape) return undefined
  yield* readEntries(shape, entry, at)
  const value = shape(entry, at)
  at.reading.readBefore.clear()
  yield
  return value
}

/** What an entry is, as a document has it; absent: it is gone. */
export type EntryValue = EntryAddress & { readonly value?: unknown }

interface Ordered {
  readonly entry: ReadEntry
  readonly position: Position
  readonly isNew: boolean
}

/** In the order in which the whole file would be read: new entries come last in their sections. */
function inOrder({ file }: LiveNames, entries: readonly ReadEntry[]): Ordered[] {
  const added = new Map<string, number>()
  const indexOf = oncePerSection(file)
  const ordered = entries.map((entry): Ordered => {
    const { section, key } = entry
    if (!isListSection(section)) return { entry, position: positionOf(section, 0), isNew: false }
    const index = indexOf(section).get(key)
    if (index !== undefined) return { entry, position: positionOf(section, index), isNew: false }
    const before = added.get(section) ?? 0
    added.set(section, before + 1)
    return { entry, position: positionOf(section, entriesOf(file, section).length + before), isNew: true }
  })
  return ordered.toSorted((a, b) => a.position - b.position)
}

function placesIn(root: Place): (entry: ReadEntry) => Place {
  const whole = root.reading.whole as Readonly<Record<string, unknown>>
  const indexOf = oncePerSection(whole)
  return ({ section, key, entry }) => {
    const at = root.key(whole, section)
    if (!isListSection(section)) return at
    if (entry === undefined) return new Place(root.reading, at, { owner: {}, name: '', path: `${section}[${key}]` })
    return at.entry(entriesOf(whole, section), indexOf(section).get(key) ?? -1)
  }
}

/** The document with these entries in place of its own. They were read, so they have the shapes of their sections. */
export function documentWith(document: BrandDocument, entries: readonly EntryValue[]): BrandDocument {
  const next: Record<string, unknown> = { ...document }
  for (const [section, own] of Map.groupBy(entries, (one) => one.section))
    next[section] = isListSection(section)
      ? replacedIn(document[section] ?? [], own, section)
      : (own.at(-1)?.value ?? (section === 'texts' ? {} : undefined))
  return next as unknown as BrandDocument
}

function replacedIn(
  live: readonly unknown[],
  entries: readonly EntryValue[],
  section: Exclude<EntryAddress['section'], 'texts' | 'promotions'>,
): unknown[] {
  const byKey = new Map(entries.map((one) => [one.key, one]))
  const known = new Set(live.map((one) => keyOf(one, section)))
  const kept = live.flatMap((one) => {
    const changed = byKey.get(String(keyOf(one, section)))
    return changed === undefined ? [one] : changed.value === undefined ? [] : [changed.value]
  })
  const added = entries.filter(({ key, value }) => value !== undefined && !known.has(key))
  return [...kept, ...added.map(({ value }) => value)]
}

interface Reading {
  readonly root: Place
  readonly read: readonly PlacedEntry[]
}

/** What is looked at in whole sections; whether anything is wrong there. */
function checkTogether(next: BrandDocument, { root, read }: Reading): boolean {
  const has = (section: EntryAddress['section']) => read.some(({ entry }) => entry.section === section)
  if (has('texts')) checkLanguage(next, root)
  if (has('promotions')) checkWorth(next, root)
  if (has('products')) checkAncestors(next, root)
  if (has('couponSets')) checkCodes(next.couponSets, root)
  return root.reading.faults.length > 0
}

/** What was read of a section. */
const readOf = (read: readonly PlacedEntry[], section: 'templates'): Partial<Pick<BrandFile, 'templates'>> => {
  const values = read.filter(({ entry, value }) => entry.section === section && value !== undefined)
  return { [section]: values.map(({ value }) => value) as BrandFile['templates'] }
}

const campaignsOf = (read: readonly PlacedEntry[]) =>
  read.filter(({ entry, value }) => entry.section === 'campaigns' && value !== undefined).map(({ value }) => value)

/** Also of those that go. */
const campaignKeys = (read: readonly PlacedEntry[]): ReadonlySet<string> =>
  new Set(read.flatMap(({ entry: { section, key } }) => (section === 'campaigns' && key !== undefined ? [key] : [])))

function laterFaults(next: BrandDocument, read: readonly PlacedEntry[]): FileFault[] {
  const own = { ...next, campaigns: campaignsOf(read) as BrandFile['campaigns'] }
  return [...findUnevenAmounts(own), ...findUncountableBudgets(own)]
}

function laterWarnings(live: BrandDocument, next: BrandDocument, read: readonly PlacedEntry[]): FileFault[] {
  const own = { campaigns: campaignsOf(read) as BrandFile['campaigns'] }
  return [
    ...(own.campaigns.length > 0
      ? [...exclusiveWarnings(next), ...groupWarnings(next), ...worthlessGifts(next), ...findUnusableGifts(next)]
      : []),
    ...findLeftCoupons(live.campaigns, next.campaigns, campaignKeys(read)),
    ...findBurntBalances(own),
    ...findIdleBudgets(own),
    ...findMissingLanguages({ brand: next.brand, ...own, ...readOf(read, 'templates') }),
  ]
}
