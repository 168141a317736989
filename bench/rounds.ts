/** Runs two sides in turns, so that what disturbs the machine disturbs both; every other round the other one begins. */
export async function interleave<A, B>(
  rounds: number,
  first: (round: number) => Promise<A>,
  second: (round: number) => Promise<B>,
): Promise<{ first: A; second: B }[]> {
  const results: { first: A; second: B }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const result = await first(round)
      results.push({ first: result, second: await second(round) })
    } else {
      const result = await second(round)
      results.push({ first: await first(round), second: result })
    }
  }
  return results
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
