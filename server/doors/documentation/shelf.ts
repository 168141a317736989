import type { SentDocument } from '../../ground/html/page.ts'
import { SideThread } from '../../ground/waiting/side-thread.ts'
import type { MadePage, PageWanted } from './reading-thread.ts'

const path = '/docs'
/** Beyond so many readers who wait, others are turned away. */
const waitingMax = 200

/**
 * Everything below /docs. Pages are made by a thread of their own, so that no call waits for a reader; it begins with
 * the first reader and ends when nobody has read for a while. Pages that were made are kept.
 */
export class DocumentShelf {
  private readonly kept = new Map<string, SentDocument>()
  private readonly thread = new SideThread<PageWanted, MadePage>({
    module: new URL('./reading-thread.ts', import.meta.url),
    idleMs: 60_000,
    waitingMax,
    waitingOfOneMax: waitingMax,
    pieceMsMax: 30_000,
    heapMbMax: 256,
  })

  /** `query` is what follows the question mark. */
  find(wanted: string, query: string): Promise<SentDocument> | undefined {
    if (wanted !== path && !wanted.startsWith(`${path}/`)) return undefined
    const name = wanted.slice(path.length)
    const known = this.kept.get(name)
    return known ? Promise.resolve(known) : this.make(name, query)
  }

  private async make(name: string, query: string): Promise<SentDocument> {
    const { page, isKept } = await this.thread.run('reader', { name, query })
    // Of two readers who wanted the same page at once, both get the same.
    const same = this.kept.get(name) ?? page
    if (isKept) this.kept.set(name, same)
    return same
  }
}
