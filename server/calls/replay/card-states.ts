import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { ReplayedCard } from './card-state.ts'

/**
 * The states of cards: as many as may be in memory, those that were used last; the others are in a file. It grows by
 * what is put away, and is written anew when most of it is outdated.
 */
export class CardStates {
  /** Two halves: who is asked for moves to the first, and what is left in the second is put away as a whole. */
  private recent = new Map<CardId, ReplayedCard>()
  private former = new Map<CardId, ReplayedCard>()
  /** Where states are in the file. */
  private places = new Map<CardId, StatePlace>()
  private readonly most: number
  private file: number | undefined
  private end = 0
  private outdated = 0

  constructor(most: number) {
    this.most = most
  }

  has(id: CardId): boolean {
    return this.recent.has(id) || this.former.has(id) || this.places.has(id)
  }

  get(id: CardId): ReplayedCard | undefined {
    const state = this.recent.get(id)
    if (state) return state
    const found = this.former.get(id) ?? this.bring(id)
    if (!found) return undefined
    this.former.delete(id)
    this.recent.set(id, found)
    return found
  }

  put(state: ReplayedCard): void {
    this.former.delete(state.id)
    this.recent.set(state.id, state)
  }

  /** Puts away what is more than may be in memory. Between calls only: nobody else holds a state then. */
  putAway(): void {
    if (this.recent.size * 2 <= this.most) return
    this.file ??= openNameless()
    this.write(this.file, this.former)
    this.former = this.recent
    this.recent = new Map()
    if (this.outdated > minRewritten && this.outdated * 2 > this.end) this.rewrite(this.file)
  }

  get size(): number {
    return this.inMemory + this.places.size
  }

  get inMemory(): number {
    return this.recent.size + this.former.size
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }

  private bring(id: CardId): ReplayedCard | undefined {
    const place = this.places.get(id)
    if (!place || this.file === undefined) return undefined
    this.places.delete(id)
    this.outdated += place.length
    return fromText(bytesAt(this.file, place).toString())
  }

  private write(file: number, states: ReadonlyMap<CardId, ReplayedCard>): void {
    let begin = this.end
    let buffers: Buffer[] = []
    for (const [id, state] of states) {
      const bytes = Buffer.from(toText(state))
      this.places.set(id, { at: this.end, length: bytes.length })
      this.end += bytes.length
      buffers.push(bytes)
      if (buffers.length < statesPerWrite) continue
      writeAt(file, buffers, begin)
      begin = this.end
      buffers = []
    }
    writeAt(file, buffers, begin)
  }

  private rewrite(before: number): void {
    const places = this.places
    this.file = openNameless()
    this.places = new Map()
    this.end = 0
    this.outdated = 0
    for (const [id, place] of places) {
      writeAt(this.file, [bytesAt(before, place)], this.end)
      this.places.set(id, { at: this.end, length: place.length })
      this.end += place.length
    }
    closeSync(before)
  }
}

/** Plain JSON, which takes half as long as the serialization of V8. */
const toText = (state: ReplayedCard): string =>
  JSON.stringify({ ...state, applied: [...state.applied], undoable: [...state.undoable] })

function fromText(text: string): ReplayedCard {
  const state = JSON.parse(text)
  return { ...state, applied: new Set(state.applied), undoable: new Map(state.undoable) }
}

const statesPerWrite = 256

/** A smaller file is not worth the work. */
const minRewritten = 64 * 1024 * 1024

/** A file that vanishes with the process, whatever becomes of it. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'purser-replay-'))
  const file = openSync(join(folder, 'cards'), 'w+', 0o600)
  rmSync(folder, { recursive: true })
  return file
}

interface StatePlace {
  readonly at: number
  readonly length: number
}

function bytesAt(file: number, { at, length }: StatePlace): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  readSync(file, bytes, 0, length, at)
  return bytes
}

/** A disk may take fewer bytes at once than it is given. */
function writeAt(file: number, buffers: readonly Buffer[], at: number): void {
  if (buffers.length === 0) return
  const bytes = Buffer.concat(buffers)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}
