import { visibleSections } from '../sections.ts'
import type { SearchSource } from './search-source.ts'

/** The entries of the navigation, by their names. */
export const pageSource: SearchSource = {
  id: 'pages',
  title: (texts) => texts.shell.searchPages,
  find: ({ query, brand, texts }) =>
    visibleSections(brand.permissions)
      .map(({ id, Icon }) => ({ id, Icon, label: texts.shell.sections[id], to: id }))
      .filter(({ label }) => label.toLowerCase().includes(query.toLowerCase())),
}
