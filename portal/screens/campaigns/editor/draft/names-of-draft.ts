import { readEntry } from '../model/entry-text.ts'
import { isEntry, type PlainEntry } from '../model/plain.ts'
import type { Named, NamedNoun } from '../names.ts'
import type { DraftText } from './draft.ts'

/** What the draft itself brings and its campaigns may name, such as a segment that is not live yet. */
export function namesOfDraft(entries: readonly DraftText[]): Readonly<Partial<Record<NamedNoun, readonly Named[]>>> {
  const found: Partial<Record<NamedNoun, readonly Named[]>> = {}
  for (const { section, key, text } of entries) {
    if (text === undefined || key === undefined) continue
    const { value } = readEntry(text)
    const noun = isEntry(value) ? nounOf(section, value) : undefined
    if (noun === undefined || !isEntry(value)) continue
    const name = typeof value.name === 'string' ? value.name : key
    found[noun] = [...(found[noun] ?? []), { id: key, name }]
  }
  return found
}

function nounOf(section: string, entry: PlainEntry): NamedNoun | undefined {
  const nouns: Readonly<Record<string, NamedNoun>> = {
    segments: 'segment',
    templates: 'template',
    couponSets: entry.codes === undefined ? 'couponSet' : 'codeSet',
    products: 'product',
    groups: 'group',
    demographicFields: 'demographicField',
    subscriptionLists: 'list',
    eventTypes: 'eventType',
  }
  return nouns[section]
}
