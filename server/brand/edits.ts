/** The lists of a brand file whose entries can be changed one by one, and what an entry is called by. */
export const listSections = {
  groups: 'id',
  locations: 'id',
  programs: 'id',
  couponSets: 'id',
  demographicFields: 'name',
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
const wholeSections = ['brand', 'senders', 'texts', 'passes', 'portal'] as const

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
export function findEditFault({ section, key, entry }: BrandEdit): string | undefined {
  if (!isListSection(section)) return key === undefined ? undefined : `${section} is no list: leave out key`
  if (key === undefined || key === '') return `key is required: the ${listSections[section]} of the entry`
  if (entry === undefined || keyOf(entry, section) === key) return undefined
  return `${section}[${key}].${listSections[section]}: must be ${key}; to rename an entry, remove it and add another`
}

/** The file with all edits made, in their order. New entries come last. */
export function withEdits(file: FileData, edits: readonly BrandEdit[]): FileData {
  const next: Record<string, unknown> = { ...file }
  for (const edit of edits) next[edit.section] = edited(next, edit)
  return next
}

function edited(file: FileData, { section, key, entry }: BrandEdit): unknown {
  if (!isListSection(section)) return entry
  const entries = entriesOf(file, section)
  const at = entries.findIndex((one) => keyOf(one, section) === key)
  if (entry === undefined) return entries.filter((_, index) => index !== at)
  return at < 0 ? [...entries, entry] : entries.with(at, entry)
}

export const addressOf = ({ section, key }: Pick<BrandEdit, 'section' | 'key'>): string =>
  key === undefined ? section : `${section}[${key}]`
