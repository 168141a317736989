import type { SentDocument } from '../../ground/html/page.ts'
import { answerEach } from '../../ground/waiting/answer-each.ts'
import { Library } from './library.ts'

export interface PageWanted {
  /** What follows /docs. */
  readonly name: string
  readonly query: string
}

export interface MadePage {
  readonly page: SentDocument
  /** Whether it is the same for everybody who asks for this name. */
  readonly isKept: boolean
}

const library = new Library()

answerEach(({ name, query }: PageWanted): MadePage => {
  const page = library.find(name, new URLSearchParams(query))
  return { page, isKept: page.status === undefined && name !== '/search' }
})
