import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type MiniSearch from 'minisearch'
import type { SentDocument } from '../../ground/html/page.ts'
import { readingStyle } from '../../ground/html/reading.ts'
import { addressOfLink, type LinkTargets } from './address.ts'
import { framed, homeTitle, plainFile } from './frame.ts'
import { decisionsContent, homeContent, notFoundContent } from './home-page.ts'
import { type Chapter, chapters } from './navigation.ts'
import { listOtherFiles, listPages, readOtherFile, readPage } from './page-files.ts'
import { renderPage } from './render-page.ts'
import { makeIndex } from './search-index.ts'
import { searchContent } from './search-page.ts'
import { findSections, type IndexedSection } from './searching.js'

type MakePage = () => SentDocument

const script = 'text/javascript; charset=utf-8'
const styles = ['frame.css', 'text.css', 'home.css', 'narrow.css']

/** All pages of docs/ as they are served. */
export class Library {
  private readonly known: LinkTargets = { pages: new Set(listPages()), files: new Set(listOtherFiles()) }
  private readonly chapters: readonly Chapter[] = chapters.map((chapter) => this.there(chapter))
  private readonly makers: ReadonlyMap<string, MakePage> = new Map([...this.ownPages(), ...this.filePages()])
  private readonly nothing = this.frame({ title: 'No such page', content: notFoundContent(), status: 404 })
  private made: MiniSearch<IndexedSection> | undefined

  /** `name` is what follows /docs: empty for the home page. */
  find(name: string, query: URLSearchParams): SentDocument {
    if (name === '/search') return this.search(query.get('q') ?? '')
    return this.makers.get(name)?.() ?? this.nothing
  }

  private ownPages(): readonly [string, MakePage][] {
    return [
      ['', () => this.frame({ title: homeTitle, content: homeContent(this.chapters) })],
      ['/decisions', () => this.decisions()],
      ['/documentation.css', () => plainFile('text/css; charset=utf-8', readingStyle() + styles.map(besides).join(''))],
      ['/documentation.js', () => plainFile(script, besides('documentation-script.js'))],
      ['/searching.js', () => plainFile(script, besides('searching.js'))],
      [
        '/minisearch.js',
        () => plainFile(script, readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')),
      ],
      ['/search-index.json', () => plainFile('application/json', JSON.stringify(this.index))],
    ]
  }

  private filePages(): readonly [string, MakePage][] {
    // The reference is made from the contracts, elsewhere.
    const pages = [...this.known.pages].filter((name) => name !== 'reference')
    const files = [...this.known.files]
    return [
      ...pages.map((name): [string, MakePage] => [`/${name}`, () => this.render(name)]),
      ...files.map((path): [string, MakePage] => [
        `/files/${path}`,
        () => plainFile('text/plain; charset=utf-8', readOtherFile(path)),
      ]),
    ]
  }

  private render(name: string): SentDocument {
    const { title, headings, body } = renderPage(
      readPage(name),
      (link) => addressOfLink(link, name, this.known),
      name === 'errors' ? (code) => `error-${code}` : undefined,
    )
    return this.frame({ title, name, headings, content: body })
  }

  private decisions(): SentDocument {
    const names = [...this.known.pages].filter((name) => name.startsWith('decisions/'))
    const listed = names.map((name) => ({ name, title: titleOf(name) }))
    return this.frame({ title: 'Decisions', name: 'decisions', content: decisionsContent(listed) })
  }

  private search(query: string): SentDocument {
    const words = query.trim()
    const found = words === '' ? [] : findSections(this.index, words)
    const title = words === '' ? 'Search' : `Search: ${words}`
    return this.frame({ title, query: words, content: searchContent(words, found) })
  }

  private get index(): MiniSearch<IndexedSection> {
    const titles = new Map(this.chapters.flatMap(({ pages }) => pages).map(({ name, title }) => [name, title]))
    const pages = [...this.known.pages].map((name) => ({ name, title: titles.get(name) ?? titleOf(name) }))
    this.made ??= makeIndex(pages)
    return this.made
  }

  private there(chapter: Chapter): Chapter {
    return { ...chapter, pages: chapter.pages.filter(({ name }) => this.known.pages.has(name)) }
  }

  private frame(page: Parameters<typeof framed>[0]): SentDocument {
    return framed(page, this.chapters)
  }
}

const besides = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const titleOf = (name: string) => /^# (.+)$/m.exec(readPage(name))?.[1] ?? name
