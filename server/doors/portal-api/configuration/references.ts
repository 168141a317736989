import { type EditSection, editSections, isListSection, keyOf, listSections } from '../../../domain/brand/edits.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { sectionEntries } from './section-entries.ts'

const mention = model('Mention', 'An entry that mentions another.', {
  section: text('Its section.').required(),
  key: text('What it is called by. Absent: the section is no list.'),
  name: text('What people call it.').required(),
})

/** More than these nobody reads; how many there are is told. */
const shownMax = 20

/** What is about to be removed is looked for by its name: wherever it stands as a whole value, it is mentioned. */
export const references = brandRoute({
  name: 'references',
  summary: 'Show where else in the configuration an entry is mentioned.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    section: oneOf('Its section.', Object.keys(listSections) as (keyof typeof listSections)[]).required(),
    key: id('The entry.').required(),
  },
  response: {
    total: integer('How many entries mention it.').required(),
    mentions: list(`The first ${shownMax} of them.`, mention).required(),
  },
  run: async ({ request: { section, key }, brand }) => {
    const all = editSections.flatMap((one) =>
      sectionEntries(brand, one)
        .filter((entry) => !(one === section && isListSection(one) && keyOf(entry, one) === key))
        .filter((entry) => mentions(withoutKey(entry, one), key))
        .map((entry) => shown(entry, one)),
    )
    return { total: all.length, mentions: all.slice(0, shownMax) }
  },
})

/** An entry of another section may have the same name without meaning this one. */
function withoutKey(entry: unknown, section: EditSection): unknown {
  if (!isListSection(section) || typeof entry !== 'object' || entry === null) return entry
  const { [listSections[section]]: _, ...others } = entry as Record<string, unknown>
  return others
}

function mentions(value: unknown, key: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((one) => mentions(one, key))
  return value === key
}

function shown(entry: unknown, section: EditSection) {
  const key = isListSection(section) ? keyOf(entry, section) : undefined
  const name: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined
  const called = typeof name === 'string' ? name : typeof key === 'string' ? key : section
  return { section, ...(typeof key === 'string' && { key }), name: called }
}
