import { IconCode } from '@tabler/icons-react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { ask } from '../../../ask/ask.ts'
import type { SearchSource } from '../../../shell/search/search-source.ts'

/** They are the same until the server is replaced, so that each brand's are asked for once. */
const asked = new Map<string, Promise<RouteAnswer<'listOperations'>>>()
const shownMax = 8

function listOperations(brand: string): Promise<RouteAnswer<'listOperations'>> {
  const known = asked.get(brand) ?? ask('listOperations', {}, brand)
  asked.set(brand, known)
  known.catch(() => asked.delete(brand))
  return known
}

/** Operations of the interface, for those who write programs. */
export const operationSource: SearchSource = {
  id: 'operations',
  title: (texts) => texts.developers.titles.reference,
  find: async ({ query, brand }) => {
    const sought = query.trim().toLowerCase()
    if (sought.length < 3 || !brand.permissions.includes('keys.manage')) return []
    const { operations } = await listOperations(brand.id)
    return operations
      .filter(({ name }) => name.toLowerCase().includes(sought))
      .slice(0, shownMax)
      .map(({ name, summary }) => ({
        id: `operation ${name}`,
        label: name,
        about: summary,
        Icon: IconCode,
        to: 'developers/reference',
        search: { open: name },
      }))
  },
}
