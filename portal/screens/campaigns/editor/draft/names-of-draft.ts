import { readEntry } from '../model/entry-text.ts'
import { isEntry, listOf, type PlainEntry } from '../model/plain.ts'
import type { Named, NamedNoun } from '../names.ts'
import type { DraftText } from './draft.ts'

/** What the draft itself brings and its campaigns may name, such as a segment that is not live yet. */
export function namesOfDraft(entries: readonly DraftText[]): Readonly<Partial<Record<NamedNoun, readonly Named[]>>> {
  const found: Partial<Record<NamedNoun, readonly Named[]>> = {}
  const add = (noun: NamedNoun, named: readonly Named[]) => {
    found[noun] = [...(found[noun] ?? []), ...named]
  }
  for (const { section, key, text } of entries) {
    if (text === undefined) continue
    const { value } = readEntry(text)
    if (!isEntry(value)) continue
    if (section === 'promotions') add('promotionGroup', groupsOf(value))
    const noun = nounOf(section, value)
    if (noun === undefined || key === undefined) continue
    const name = typeof value.name === 'string' ? value.name : key
    add(noun, [{ id: key, name, ...attributeOf(value) }])
  }
  return found
}

const groupsOf = ({ groups }: PlainEntry): readonly Named[] =>
  listOf(groups).flatMap((one) =>
    isEntry(one) && typeof one.id === 'string' && one.id !== '' ? [{ id: one.id, name: one.id }] : [],
  )

/** What an attribute can be. */
function attributeOf({ type, values }: PlainEntry): Pick<Named, 'type' | 'values'> {
  const texts = listOf(values).filter((one) => typeof one === 'string')
  return { ...(typeof type === 'string' && { type }), ...(texts.length > 0 && { values: texts }) }
}

function nounOf(section: string, entry: PlainEntry): NamedNoun | undefined {
  const nouns: Readonly<Record<string, NamedNoun>> = {
    segments: 'segment',
    templates: 'template',
    couponSets: entry.codes === undefined ? 'couponSet' : 'codeSet',
    products: 'product',
    groups: 'group',
    demographicFields: 'demographicField',
    attributes: 'attribute',
    orderAttributes: 'orderAttribute',
    subscriptionLists: 'list',
    eventTypes: 'eventType',
  }
  return nouns[section]
}
