import { editSections } from '../../../domain/brand/edits.ts'
import { id, integer, json, model, oneOf } from '../../../ground/contract/field.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { findEntry } from './section-entries.ts'

const anyEntry = model('ConfigurationEntry', 'An entry as a brand file has it.', {})

export const entry = brandRoute({
  name: 'entry',
  summary: 'Show one entry of the configuration, and the version that it is of.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    section: oneOf('The section.', editSections).required(),
    key: id('The entry. Absent for a section that is no list.'),
  },
  response: {
    version: integer('The version of the brand.').required(),
    entry: json('The entry.', anyEntry).required(),
  },
  run: async ({ request: { section, key }, brand }) => {
    const found = findEntry(brand, section, key)
    return found === undefined
      ? turnDown('notFound', 'There is no such entry. It may have been removed.')
      : { version: brand.version, entry: found }
  },
})
