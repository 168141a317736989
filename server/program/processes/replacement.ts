/** A process that lived this long was sound: if it ends, another takes its place at once. */
const soundMs = 10_000
const firstPauseMs = 250
const pauseMsMax = 10_000
/** How often in a row a process may fail before the operator has to look. */
const failuresMax = 6

/** How often in a row a place's process has ended early, after one more has ended. */
export function failuresAfter(before: number, livedMs: number): number {
  return livedMs >= soundMs ? 1 : before + 1
}

/** How long the place stays empty: not at all after a first failure, then twice as long each time. */
export function pauseMsAfter(failures: number): number {
  return failures <= 1 ? 0 : Math.min(pauseMsMax, firstPauseMs * 2 ** (failures - 2))
}

/** Whether to give up: nobody serves, and no place has had a process that lasted. */
export function isHopeless(failures: readonly number[], serving: number): boolean {
  return serving === 0 && failures.every((count) => count >= failuresMax)
}

/** Whether a start has come to its end: every place has a process that serves, or has had so many that none is waited for. */
export function isStarted(failures: readonly number[], servingPlaces: ReadonlySet<number>): boolean {
  const isSettled = (count: number, index: number) => servingPlaces.has(index + 1) || count >= failuresMax
  return servingPlaces.size > 0 && failures.every(isSettled)
}
