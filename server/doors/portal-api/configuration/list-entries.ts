import { editSections } from '../../../domain/brand/edits.ts'
import { flag, id, integer, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { chooseEntries, sectionEntries } from './section-entries.ts'

const anyEntry = model('ConfigurationEntry', 'An entry as a brand file has it.', {})

/** What is configured, section by section: the same entries as in the brand file. */
export const listEntries = brandRoute({
  name: 'listEntries',
  summary: 'List the entries of a section of the configuration.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    section: oneOf('The section.', editSections).required(),
    text: text('Only entries that have it in them.').max(200).default(''),
    sort: id('The key to sort by. Absent: the order of the file.'),
    descending: flag('Whether the largest comes first.').default(false),
    from: integer('How many to leave out at the beginning.').between(0, 1_000_000).default(0),
    count: integer('How many to return at most.').between(1, 500).default(50),
  },
  response: {
    version: integer('The version of the brand that they are of.').required(),
    total: integer('How many there are.').required(),
    entries: list('The entries.', json('One.', anyEntry)).required(),
  },
  run: async ({ request, brand }) => {
    const { section, text, sort = '', descending: isDescending, from, count } = request
    const chosen = chooseEntries(sectionEntries(brand, section), { text, sort, isDescending })
    return { version: brand.version, total: chosen.length, entries: chosen.slice(from, from + count) }
  },
})
