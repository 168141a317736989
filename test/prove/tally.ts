/** What all stages together have done and found: the last line of the programme. */
export interface Tally {
  operations: number
  divergences: number
  races: number
  kills: number
  acknowledged: number
  lost: number
  doubled: number
  fuzz: number
  internalErrors: number
  isolation: number
  leaks: number
  mutantsTried: number
  mutantsCaught: number
}

export const emptyTally = (): Tally => ({
  operations: 0,
  divergences: 0,
  races: 0,
  kills: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  fuzz: 0,
  internalErrors: 0,
  isolation: 0,
  leaks: 0,
  mutantsTried: 0,
  mutantsCaught: 0,
})

/** Of a long run that was made in parts. */
export function added(one: Tally, other: Tally): Tally {
  const sums = emptyTally()
  for (const name of namesOf(sums)) sums[name] = one[name] + other[name]
  return sums
}

/** Nothing that must not be. */
export function isClean({ divergences, lost, doubled, internalErrors, leaks, ...rest }: Tally): boolean {
  return divergences + lost + doubled + internalErrors + leaks === 0 && rest.mutantsCaught === rest.mutantsTried
}

/** The last line: one object, in this order. */
export function lastLine(seed: number | readonly number[], tally: Tally): string {
  const { mutantsTried, mutantsCaught, ...counts } = tally
  return JSON.stringify({ seed, ...counts, mutants: `${mutantsCaught}/${mutantsTried}` })
}

const namesOf = (tally: Tally) => Object.keys(tally) as (keyof Tally)[]
