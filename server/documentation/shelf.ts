import { Worker } from 'node:worker_threads'
import type { Page } from '../html/page.ts'
import type { MadePage, PageWanted } from './reading-thread.ts'

const path = '/docs'
/** How long the thread waits for further readers before it ends. */
const idleMs = 60_000
/** Beyond so many readers who wait, others are turned away. */
const waitingMax = 200

interface Waiting {
  readonly resolve: (page: Page) => void
  readonly reject: (error: Error) => void
}

/**
 * Everything below /docs. Pages are made by a thread of their own, so that no call waits for a reader; it begins with
 * the first reader and ends when nobody has read for a while. Pages that were made are kept.
 */
export class DocumentShelf {
  private readonly kept = new Map<string, Page>()
  private readonly waiting = new Map<number, Waiting>()
  private thread: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  private asked = 0

  /** `query` is what follows the question mark. */
  find(wanted: string, query: string): Promise<Page> | undefined {
    if (wanted !== path && !wanted.startsWith(`${path}/`)) return undefined
    const name = wanted.slice(path.length)
    const known = this.kept.get(name)
    return known ? Promise.resolve(known) : this.make(name, query)
  }

  private make(name: string, query: string): Promise<Page> {
    if (this.waiting.size >= waitingMax) return Promise.reject(new Error('Too many readers wait for a page.'))
    return new Promise((resolve, reject) => {
      this.asked += 1
      this.waiting.set(this.asked, { resolve, reject })
      this.thread ??= this.begin()
      this.thread.postMessage({ id: this.asked, name, query } satisfies PageWanted)
    })
  }

  private begin(): Worker {
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url))
    thread.on('message', (made: MadePage) => this.take(made))
    thread.on('error', (error: Error) => this.end(thread, error))
    thread.on('exit', () => this.end(thread, new Error('The thread that makes pages has ended.')))
    thread.unref()
    return thread
  }

  private take({ id, name, page, isKept }: MadePage): void {
    const reader = this.waiting.get(id)
    this.waiting.delete(id)
    // Of two readers who wanted the same page at once, both get the same.
    const same = this.kept.get(name) ?? page
    if (isKept) this.kept.set(name, same)
    reader?.resolve(same)
    clearTimeout(this.idle)
    this.idle = setTimeout(() => this.rest(), idleMs).unref()
  }

  private rest(): void {
    if (this.waiting.size > 0) return
    this.thread?.terminate().catch(() => undefined)
    this.thread = undefined
  }

  /** Whoever waits is told; the next reader begins anew. */
  private end(thread: Worker, error: Error): void {
    if (this.thread !== thread) return
    this.thread = undefined
    const readers = [...this.waiting.values()]
    this.waiting.clear()
    for (const { reject } of readers) reject(error)
  }
}
