import { editSections } from '../../../domain/brand/edits.ts'
import { integer, list, model, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { sectionEntries } from './section-entries.ts'

const sectionCount = model('SectionCount', 'A section of the configuration.', {
  section: text('The section.').required(),
  count: integer('How many entries it has; 1 for one that is no list.').required(),
})

export const configurationOverview = brandRoute({
  name: 'configurationOverview',
  summary: 'Count what is configured, section by section.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: {
    version: integer('The version of the brand.').required(),
    sections: list('The sections.', sectionCount).required(),
  },
  run: async ({ brand }) => ({
    version: brand.version,
    sections: editSections.map((section) => ({ section, count: sectionEntries(brand, section).length })),
  }),
})
