import MiniSearch from 'minisearch'
import { addressOfPage } from './address.ts'
import { readPage } from './page-files.ts'
import { type PageSection, sectionsOf } from './page-sections.ts'
import { type IndexedSection, indexOptions } from './searching.js'

interface NamedPage {
  readonly name: string
  readonly title: string
}

/** Reads all pages into an index. */
export function makeIndex(pages: readonly NamedPage[]): MiniSearch<IndexedSection> {
  const index = new MiniSearch(indexOptions)
  let id = 0
  for (const { name, title } of pages) {
    for (const section of sectionsOf(name, readPage(name))) {
      const { heading, text } = section
      index.add({ id, address: addressOf(name, section), page: title, heading: heading || title, text })
      id += 1
    }
  }
  return index
}

function addressOf(page: string, { id, heading }: PageSection): string {
  if (id === '') return addressOfPage(page)
  return `${addressOfPage(page)}#${page === 'reference' ? referenceAnchor(heading) : id}`
}

/** The served reference is made from the contracts, and has anchors of its own. */
function referenceAnchor(heading: string): string {
  if (heading === 'Models') return 'models'
  if (/^(merchant|flex|admin)$/.test(heading)) return `group-${heading}`
  return /^[A-Z]/.test(heading) ? `model-${heading}` : `op-${heading}`
}
