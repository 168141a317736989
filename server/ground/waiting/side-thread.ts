import { Worker } from 'node:worker_threads'

/** What a thread beside this one does, and for whom. */
export interface SideThreadOptions {
  /** A module that calls `answerEach`. */
  readonly module: URL
  /** How long the thread waits for further work before it ends. */
  readonly idleMs: number
  /** Beyond so many pieces of work that wait, others are turned away. */
  readonly waitingMax: number
  /** The same for one owner. */
  readonly waitingOfOneMax: number
  /** How long a piece of work may take. */
  readonly pieceMsMax: number
  readonly heapMbMax: number
}

/** Others have asked for so much that it would take too long. */
export class TooManyWait extends Error {}

/** A piece of work that was ended because it took too long, or needed too much memory. */
export class TookTooMuch extends Error {}

interface Piece<Wanted, Made> {
  readonly owner: string
  readonly wanted: Wanted
  readonly resolve: (made: Made) => void
  readonly reject: (error: Error) => void
}

/**
 * Work that would hold up everybody else, done by a thread of its own, one piece after the other. Owners take turns, so
 * that whoever asks for much waits for themselves. The thread begins with the first piece, ends when nobody has asked for a
 * while, and is ended if a piece takes too long.
 */
export class SideThread<Wanted, Made> {
  private readonly options: SideThreadOptions
  private readonly waiting = new Map<string, Piece<Wanted, Made>[]>()
  private running: Piece<Wanted, Made> | undefined
  private thread: Worker | undefined
  private timer: NodeJS.Timeout | undefined
  private waitingCount = 0

  constructor(options: SideThreadOptions) {
    this.options = options
  }

  /**
   * Rejects with TooManyWait, TookTooMuch, or whatever went wrong in the thread. Whoever waits for less than a piece may
   * take says so: after `msMax` nothing more is done for them.
   */
  async run(owner: string, wanted: Wanted, msMax = this.options.pieceMsMax): Promise<Made> {
    const { promise, resolve, reject } = Promise.withResolvers<Made>()
    const piece = { owner, wanted, resolve, reject }
    this.add(piece)
    if (msMax >= this.options.pieceMsMax) return promise
    const timer = setTimeout(() => this.giveUp(piece), msMax)
    return promise.finally(() => clearTimeout(timer))
  }

  private add(piece: Piece<Wanted, Made>): void {
    const { owner } = piece
    const { waitingMax, waitingOfOneMax } = this.options
    const own = this.waiting.get(owner) ?? []
    if (this.waitingCount >= waitingMax || own.length >= waitingOfOneMax) {
      piece.reject(new TooManyWait('Too many others wait for the same.'))
      return
    }
    own.push(piece)
    this.waiting.set(owner, own)
    this.waitingCount += 1
    this.next()
  }

  private giveUp(piece: Piece<Wanted, Made>): void {
    if (this.running === piece) this.tooLong()
    const own = this.waiting.get(piece.owner) ?? []
    const at = own.indexOf(piece)
    if (at === -1) return
    own.splice(at, 1)
    if (own.length === 0) this.waiting.delete(piece.owner)
    this.waitingCount -= 1
    piece.reject(new TooManyWait('Others take long.'))
  }

  private next(): void {
    if (this.running) return
    clearTimeout(this.timer)
    const [owner, own] = this.waiting.entries().next().value ?? []
    const piece = own?.shift()
    if (owner === undefined || !own || !piece) {
      this.timer = setTimeout(() => this.rest(), this.options.idleMs).unref()
      return
    }
    this.waitingCount -= 1
    // Whoever has more to do comes after everybody else.
    this.waiting.delete(owner)
    if (own.length > 0) this.waiting.set(owner, own)
    this.running = piece
    this.thread ??= this.begin()
    this.thread.ref()
    this.timer = setTimeout(() => this.tooLong(), this.options.pieceMsMax)
    this.thread.postMessage(piece.wanted)
  }

  private begin(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.options.heapMbMax }
    const thread = new Worker(this.options.module, { resourceLimits })
    thread.on('message', (made: ThreadAnswer<Made>) => this.take(thread, made))
    thread.on('error', (error: Error) => this.ended(thread, error))
    thread.on('exit', () => this.ended(thread, new Error('The thread has ended.')))
    thread.unref()
    return thread
  }

  private take(thread: Worker, answer: ThreadAnswer<Made>): void {
    if (thread !== this.thread) return
    const piece = this.running
    this.running = undefined
    // Only work keeps the process alive.
    thread.unref()
    if ('made' in answer) piece?.resolve(answer.made)
    else piece?.reject(new Error(answer.fault))
    this.next()
  }

  private tooLong(): void {
    const { thread } = this
    if (thread) this.ended(thread, new TookTooMuch('It took too long.'))
    thread?.terminate().catch(() => undefined)
  }

  /** Whoever has their piece in the thread is told; the next piece begins another thread. */
  private ended(thread: Worker, error: Error & { readonly code?: string }): void {
    if (thread !== this.thread) return
    this.thread = undefined
    const piece = this.running
    this.running = undefined
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    piece?.reject(isMemory ? new TookTooMuch('It needed too much memory.') : error)
    this.next()
  }

  private rest(): void {
    const { thread } = this
    this.thread = undefined
    thread?.terminate().catch(() => undefined)
  }
}

/** What a thread tells of a piece of work. */
export type ThreadAnswer<Made> = { readonly made: Made } | { readonly fault: string }
