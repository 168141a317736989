import type { RandomBytes } from '../../ground/kernel/ids.ts'

const lowestKey = -(2 ** 31)
const keyMax = 2 ** 31 - 1

/** A range of random keys, both ends included. */
export interface KeyRange {
  readonly from: number
  readonly to: number
}

/** Picks from a random place on, then from the beginning up to that place. */
export async function pickFromRandomPlace<T>(
  count: number,
  random: RandomBytes,
  pick: (range: KeyRange, count: number) => Promise<T[]>,
): Promise<T[]> {
  const from = Math.max(lowestKey + 1, Buffer.from(random(4)).readInt32LE())
  const picked = await pick({ from, to: keyMax }, count)
  const missing = count - picked.length
  return missing === 0 ? picked : [...picked, ...(await pick({ from: lowestKey, to: from - 1 }, missing))]
}
