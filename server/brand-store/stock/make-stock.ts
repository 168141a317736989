import { setImmediate } from 'node:timers/promises'
import type { RandomBytes } from '../../kernel/ids.ts'

/** Few enough to keep memory small, many enough that statements do not cost time. */
const chunkSize = 1000

/** Chunks in a row of which not one number was free: the numbers of this form are used up. */
const barrenChunksMax = 5

/** How the cards or coupons of one set are made. A chunk is ready for the database and knows how many it has. */
export interface StockMaker<Chunk extends { readonly count: number }> {
  /** Draws so many new ones. */
  readonly draw: (count: number) => Chunk
  /** Adds them, leaves out those whose number is taken, and answers how many were added. */
  readonly insert: (chunk: Chunk) => Promise<number>
}

/** Makes `count` of them; false when there are not enough free numbers of this form. */
export async function generateStock<Chunk extends { readonly count: number }>(
  { draw, insert }: StockMaker<Chunk>,
  count: number,
): Promise<boolean> {
  const drawAtMost = (most: number) => draw(Math.min(most, chunkSize))
  let missing = count
  let barren = 0
  let chunk = drawAtMost(missing)
  while (chunk.count > 0) {
    const inserting = insert(chunk)
    // While the database stores these, the next ones are made. The pause lets the statement go out first.
    await setImmediate()
    const next = drawAtMost(missing - chunk.count)
    const added = await inserting
    missing -= added
    barren = added === 0 ? barren + 1 : 0
    if (barren === barrenChunksMax) return false
    chunk = next.count > 0 ? next : drawAtMost(missing)
  }
  return true
}

/** Adds what a file lists, a chunk at a time. */
export async function addListed<Entry>(
  entries: readonly Entry[],
  insert: (chunk: readonly Entry[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += chunkSize) await insert(entries.slice(from, from + chunkSize))
}

/** A random number, in whose order the free ones of a set are picked. */
export const drawPickKey = (random: RandomBytes): number => Buffer.from(random(4)).readInt32LE()

/** Bytes from the same source, fetched many at a time: a million small draws would take seconds. */
export function inBulk(random: RandomBytes): RandomBytes {
  const size = 16_384
  let pool = new Uint8Array(0)
  let used = 0
  return (count) => {
    if (count > size) return random(count)
    if (used + count > pool.length) {
      pool = Uint8Array.from(random(size))
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
}
