import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CardId } from '../kernel/ids.ts'
import type { CardState } from './card-state.ts'

/**
 * The states of cards: as many as may be in memory, those that were used last; the others are in a file. It grows by
 * what is put away, and is written anew when most of it is outdated.
 */
export class CardStates {
  private readonly recent = new Map<CardId, CardState>()
  /** Where states are in the file. */
  private places = new Map<CardId, { readonly at: number; readonly length: number }>()
  private readonly most: number
  private file: number | undefined
  private end = 0
  private outdated = 0

  constructor(most: number) {
    this.most = most
  }

  has(id: CardId): boolean {
    return this.recent.has(id) || this.places.has(id)
  }

  get(id: CardId): CardState | undefined {
    const state = this.recent.get(id)
    if (state) {
      this.recent.delete(id)
      this.recent.set(id, state)
      return state
    }
    const place = this.places.get(id)
    if (!place || this.file === undefined) return undefined
    const found = readAt(this.file, place)
    this.places.delete(id)
    this.outdated += place.length
    this.recent.set(id, found)
    return found
  }

  put(state: CardState): void {
    this.recent.delete(state.id)
    this.recent.set(state.id, state)
  }

  /** Puts away what is more than may be in memory. Between calls only: nobody else holds a state then. */
  putAway(): void {
    if (this.recent.size <= this.most) return
    this.file ??= openNameless()
    const left = Math.floor(this.most * 0.8)
    for (const [id, state] of this.recent) {
      if (this.recent.size <= left) break
      this.recent.delete(id)
      this.append(id, serialize(state))
    }
    if (this.outdated > minRewritten && this.outdated * 2 > this.end) this.rewrite(this.file)
  }

  get size(): number {
    return this.recent.size + this.places.size
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }

  private append(id: CardId, bytes: Buffer): void {
    if (this.file === undefined) return
    writeSync(this.file, bytes, 0, bytes.length, this.end)
    this.places.set(id, { at: this.end, length: bytes.length })
    this.end += bytes.length
  }

  private rewrite(before: number): void {
    const places = this.places
    this.file = openNameless()
    this.places = new Map()
    this.end = 0
    this.outdated = 0
    for (const [id, place] of places) this.append(id, bytesAt(before, place))
    closeSync(before)
  }
}

/** A smaller file is not worth the work. */
const minRewritten = 64 * 1024 * 1024

/** A file that vanishes with the process, whatever becomes of it. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'purser-replay-'))
  const file = openSync(join(folder, 'cards'), 'w+', 0o600)
  rmSync(folder, { recursive: true })
  return file
}

interface Place {
  readonly at: number
  readonly length: number
}

function bytesAt(file: number, { at, length }: Place): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  readSync(file, bytes, 0, length, at)
  return bytes
}

const readAt = (file: number, place: Place): CardState => deserialize(bytesAt(file, place)) as CardState
