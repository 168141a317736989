/** A decision may ask for something this often before it counts as a fault of its own. */
const roundsMax = 16

export interface Rounds<Decided> {
  /** Decides once: undefined if something was missing, which is there by now. */
  readonly decide: () => Decided | undefined | Promise<Decided | undefined>
  /** What is said of a decision that keeps asking for more. */
  readonly endless: () => Decided
}

/**
 * Decides until nothing more is asked for: in a batch, a simulation and a replay alike. Waits only where a round does,
 * because a replay has most of what is asked for in memory.
 */
export function decideInRounds<Decided>(rounds: Rounds<Decided>, left = roundsMax): Decided | Promise<Decided> {
  for (let round = 1; round <= left; round += 1) {
    const decided = rounds.decide()
    if (decided instanceof Promise) return decided.then((found) => found ?? decideInRounds(rounds, left - round))
    if (decided !== undefined) return decided
  }
  return rounds.endless()
}
