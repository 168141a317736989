import type { Plan } from './plan.ts'

interface Side {
  readonly perSecond: number
}

/**
 * Runs two sides in turns, so that what disturbs the machine disturbs both; every other round the other one begins.
 * Each round has a seed of its own.
 */
export async function interleave<Ours extends Side, Floor extends Side>(
  { rounds: most, lastRoundBy }: Plan,
  sides: { ours: (seed: number) => Promise<Ours>; floor: (seed: number) => Promise<Floor> },
): Promise<{ ours: Ours; floor: Floor }[]> {
  const rounds: { ours: Ours; floor: Floor }[] = []
  for (let seed = 1; seed <= most; seed += 1) {
    if (seed > 1 && performance.now() > 1000 * lastRoundBy) break
    const early = seed % 2 === 0 ? await sides.ours(seed) : undefined
    const floor = await sides.floor(seed)
    const ours = early ?? (await sides.ours(seed))
    rounds.push({ ours, floor })
    process.stderr.write(`  ours ${ours.perSecond.toFixed(0)}/s, floor ${floor.perSecond.toFixed(0)}/s\n`)
  }
  return rounds
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
