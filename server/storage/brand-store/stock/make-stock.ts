import { setImmediate } from 'node:timers/promises'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'

/** Small enough to save memory, large enough that the overhead of statements does not matter. */
const chunkSize = 1000

/** After this many chunks in a row without a free number, the numbers of this form count as used up. */
const barrenChunksMax = 5

/** How the cards or coupons of one set are made. A chunk is ready for the database and knows its size. */
export interface StockMaker<Chunk extends { readonly count: number }> {
  /** Draws `count` new ones. */
  readonly draw: (count: number) => Chunk
  /** Adds them, without those whose number is taken, and returns how many were added. */
  readonly insert: (chunk: Chunk) => Promise<number>
}

/** Makes `count` of them; returns false if there are not enough free numbers of this form. */
export async function generateStock<Chunk extends { readonly count: number }>(
  { draw, insert }: StockMaker<Chunk>,
  count: number,
): Promise<boolean> {
  const drawAtMost = (most: number) => draw(Math.min(most, chunkSize))
  let missing = count
  let barren = 0
  let chunk = drawAtMost(missing)
  while (chunk.count > 0) {
    const { count: size } = chunk
    // The next chunk is made while the database stores this one. The pause lets the statement go out first.
    const drawing = setImmediate().then(() => drawAtMost(missing - size))
    const [added, next] = await Promise.all([insert(chunk), drawing])
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

/** A random number. Free cards or coupons of a set are picked in the order of these. */
export const drawPickKey = (random: RandomBytes): number => Buffer.from(random(4)).readInt32LE()

/** Random bytes from the same source, fetched in bulk: a million small draws would take seconds. */
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
