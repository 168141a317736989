import { parentPort } from 'node:worker_threads'
import type { Page } from '../html/page.ts'
import { Library } from './library.ts'

export interface PageWanted {
  readonly id: number
  /** What follows /docs. */
  readonly name: string
  readonly query: string
}

export interface MadePage {
  readonly id: number
  readonly name: string
  readonly page: Page
  /** Whether it is the same for everybody who asks for this name. */
  readonly isKept: boolean
}

const library = new Library()

parentPort?.on('message', ({ id, name, query }: PageWanted) => {
  const page = library.find(name, new URLSearchParams(query))
  const isKept = page.status === undefined && name !== '/search'
  parentPort?.postMessage({ id, name, page, isKept } satisfies MadePage)
})
