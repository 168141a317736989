import type { SearchSource } from '../../shell/search/search-source.ts'
import { overviewGroups, sectionLooks } from './sections.ts'

/** What is configured, by the names of its lists. */
export const settingsSource: SearchSource = {
  id: 'settings',
  title: (texts) => texts.settings.title,
  find: ({ query, brand, texts }) => {
    const sought = query.trim().toLowerCase()
    if (sought === '' || !brand.permissions.includes('configuration.see')) return []
    return overviewGroups
      .flatMap(({ sections }) => sections)
      .map((section) => ({ section, ...texts.file.sections[section] }))
      .filter(({ title, about }) => `${title} ${about}`.toLowerCase().includes(sought))
      .map(({ section, title, about }) => ({
        id: `settings ${section}`,
        label: title,
        about,
        Icon: sectionLooks[section].Icon,
        to: `settings/${section}`,
      }))
  },
}
