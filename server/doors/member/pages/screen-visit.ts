import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'
import type { MemberRefusal } from '../refusal.ts'
import type { MemberRoute } from '../route.ts'
import type { DoneMark } from './done-mark.ts'
import type { PageRoom } from './frame.ts'

/** What somebody gets who gets in. */
export interface LetIn {
  readonly token: string
  /** Of whoever got in by a code: the browser keeps it, and asks for further codes with it. */
  readonly known?: string
  readonly language?: string
}

/** What a screen works with whose steps have a file of their own. */
export interface ScreenVisit {
  readonly room: PageRoom
  readonly random: RandomBytes
  /** Whether somebody may be in: their browser has a token. */
  readonly isIn: boolean
  /** What was just done, for the page that follows. */
  readonly done: DoneMark
  readonly ask: <T extends object = object>(route: MemberRoute, body?: object) => Promise<T | MemberRefusal>
  /** The page for what every screen can be refused for. */
  readonly refused: (refusal: MemberRefusal) => SentDocument
  /** They are in from now on. */
  readonly letIn: (entered: LetIn, lasts: boolean) => SentPage
}

/** After a form was sent, the browser is led to a page that can be loaded again. */
export const seeOther = (url: string): SentPage => ({
  contentType: 'text/plain; charset=utf-8',
  status: 303,
  body: '',
  headers: { Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
})
