import { posix } from 'node:path'

/** What can be linked to: pages by their names, and other files by their paths. */
export interface LinkTargets {
  readonly pages: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

export const home = '/docs'

export const addressOfPage = (name: string): string => `${home}/${name}`

const addressOfFile = (path: string): string => `${home}/files/${path}`

/** Where a link of a page leads when the page is served; undefined if nothing of that kind is served. */
export function addressOfLink(link: string, page: string, known: LinkTargets): string | undefined {
  if (/^(#|https?:|mailto:)/i.test(link)) return link
  const [, target = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(link) ?? []
  const path = posix.join('docs', posix.dirname(page), target).replace(/\/$/, '')
  const served = addressOfFileAt(path, known)
  return served === undefined ? undefined : served + hash
}

function addressOfFileAt(path: string, { pages, files }: LinkTargets): string | undefined {
  if (files.has(path)) return addressOfFile(path)
  if (path === 'docs/brand-file.schema.json') return '/brand-file.schema.json'
  if (path === 'docs' || path === 'docs/README.md') return home
  if (path === 'docs/decisions') return `${home}/decisions`
  const [, name = ''] = /^docs\/(.+)\.md$/.exec(path) ?? []
  return pages.has(name) ? addressOfPage(name) : undefined
}
