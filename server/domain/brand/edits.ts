import { type FileFault, faultOf } from './faults/fault.ts'

/** The lists of a brand file whose entries can be changed one by one, and what an entry is called by. */
export const listSections = {
  groups: 'id',
  locations: 'id',
  programs: 'id',
  couponSets: 'id',
  demographicFields: 'name',
  attributes: 'name',
  orderAttributes: 'name',
  products: 'sku',
  subscriptionLists: 'uuid',
  eventTypes: 'categoryId',
  templates: 'id',
  segments: 'id',
  webhooks: 'id',
  campaigns: 'id',
} as const

export type ListSection = keyof typeof listSections

/** Sections that are no lists: they are changed as a whole. */
const wholeSections = [
  'brand',
  'senders',
  'texts',
  'passes',
  'portal',
  'promotions',
  'accounts',
  'member',
  'referrals',
] as const

export type EditSection = ListSection | (typeof wholeSections)[number]

export const editSections = [...(Object.keys(listSections) as ListSection[]), ...wholeSections] as const

/** One entry as it is to be. */
export interface BrandEdit {
  readonly section: EditSection
  /** What the entry is called by; absent for a section that is no list. */
  readonly key?: string | undefined
  /** Absent: the entry is to go. */
  readonly entry?: unknown
}

export type FileData = Readonly<Record<string, unknown>>

export const isListSection = (section: EditSection): section is ListSection => Object.hasOwn(listSections, section)

/** The entry as a file has it. */
export function entryOf(file: FileData, { section, key }: Pick<BrandEdit, 'section' | 'key'>): unknown {
  if (!isListSection(section)) return file[section]
  return entriesOf(file, section).find((one) => keyOf(one, section) === key)
}

export function entriesOf(file: FileData, section: ListSection): readonly unknown[] {
  const entries = file[section]
  return Array.isArray(entries) ? entries : []
}

export function keyOf(entry: unknown, section: ListSection): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, listSections[section]) : undefined
}

/** What is wrong with an edit as such. */
export function findEditFault({ section, key, entry }: BrandEdit): FileFault | undefined {
  if (!isListSection(section)) return key === undefined ? undefined : { path: '', ...faultOf('keyExtra', { section }) }
  if (key === undefined || key === '') return { path: '', ...faultOf('keyNeeded', { name: listSections[section] }) }
  if (entry === undefined || keyOf(entry, section) === key) return undefined
  return { path: `${section}[${key}].${listSections[section]}`, ...faultOf('keyDiffers', { key }) }
}

/** The file with all edits made, in their order. New entries come last. */
export function withEdits(file: FileData, edits: readonly BrandEdit[]): FileData {
  const next: Record<string, unknown> = { ...file }
  for (const [section, own] of Map.groupBy(edits, (edit) => edit.section))
    next[section] = isListSection(section) ? editedList(entriesOf(file, section), own, section) : own.at(-1)?.entry
  return next
}

/** Of two entries with the same key, the first is meant. */
function editedList(live: readonly unknown[], edits: readonly BrandEdit[], section: ListSection): unknown[] {
  const entries: unknown[] = [...live]
  const indexes = new Map<unknown, number[]>()
  for (const [index, one] of live.entries()) {
    const key = keyOf(one, section)
    const known = indexes.get(key)
    if (known) known.push(index)
    else indexes.set(key, [index])
  }
  const gone = new Set<number>()
  for (const { key, entry } of edits) {
    const own = indexes.get(key) ?? []
    const [at] = own
    if (entry === undefined) {
      own.shift()
      if (at !== undefined) gone.add(at)
    } else if (at === undefined) indexes.set(key, [entries.push(entry) - 1])
    else entries[at] = entry
  }
  return entries.filter((_, index) => !gone.has(index))
}

export const addressOf = ({ section, key }: Pick<BrandEdit, 'section' | 'key'>): string =>
  key === undefined ? section : `${section}[${key}]`
