import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Folders of pages, below docs/. */
const folders = ['', 'guides/', 'decisions/']

/** Other files that pages link to, as they are. A release has them, too. */
const otherFiles = [
  'demo/harbor-coffee.yaml',
  'demo/later.yaml',
  'operate/grafana/purser.json',
  'operate/prometheus/alerts.yaml',
  'operate/prometheus/scrape.yaml',
  'SECURITY.md',
]

/** The names of all pages that are there: `tutorial`, `guides/gift-cards`, `decisions/0001-…`. */
export function listPages(): readonly string[] {
  return folders.flatMap((folder) => {
    const path = `${root}docs/${folder}`
    if (!existsSync(path)) return []
    const files = readdirSync(path).filter((file) => file.endsWith('.md') && file !== 'README.md')
    return files.toSorted().map((file) => folder + file.slice(0, -'.md'.length))
  })
}

/** The text of a page that is known to be there. */
export const readPage = (name: string): string => readFileSync(`${root}docs/${name}.md`, 'utf8')

export const listOtherFiles = (): readonly string[] => otherFiles.filter((file) => existsSync(root + file))

export const readOtherFile = (path: string): string => readFileSync(root + path, 'utf8')
