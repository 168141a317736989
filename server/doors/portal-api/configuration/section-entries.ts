import type { Brand } from '../../../domain/brand/brand.ts'
import { type EditSection, entriesOf, isListSection, keyOf } from '../../../domain/brand/edits.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'

/** The entries of a section as the file has them; a section that is no list is a single one. */
export function sectionEntries(brand: Brand, section: EditSection): readonly unknown[] {
  const file = fileOf(brand)
  return isListSection(section) ? entriesOf(file, section) : [file[section] ?? {}]
}

export interface EntryQuery {
  readonly text: string
  readonly sort: string
  readonly isDescending: boolean
}

/** The entries that have the text anywhere in them, in order. Without an order they stay as the file has them. */
export function chooseEntries(entries: readonly unknown[], { text, sort, isDescending }: EntryQuery): unknown[] {
  const wanted = text.toLowerCase()
  const found = wanted === '' ? [...entries] : entries.filter((entry) => hasText(entry, wanted))
  if (sort === '') return found
  const sign = isDescending ? -1 : 1
  return found.sort((a, b) => sign * compare(Reflect.get(Object(a), sort), Reflect.get(Object(b), sort)))
}

function hasText(value: unknown, wanted: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((one) => hasText(one, wanted))
  return String(value).toLowerCase().includes(wanted)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: unknown, b: unknown): number {
  return collator.compare(a === undefined ? '' : String(a), b === undefined ? '' : String(b))
}

export function findEntry(brand: Brand, section: EditSection, key: string | undefined): unknown {
  const entries = sectionEntries(brand, section)
  return isListSection(section) ? entries.find((one) => keyOf(one, section) === key) : entries[0]
}
