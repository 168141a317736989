import type { BookedMove, LevelMove } from './level-history.ts'

/** What has to be done so that the moves that are booked are those that stand. */
export interface LevelPlan {
  /** They stand no longer: what was given for them is taken back. */
  readonly lost: readonly BookedMove[]
  /** They stand again: what was taken back is given back. */
  readonly back: readonly BookedMove[]
  /** They stand, and nobody has ever run the rules for them. */
  readonly fresh: readonly LevelMove[]
  /** They stand as before, but by another call. */
  readonly kept: readonly BookedMove[]
}

interface Moves {
  readonly booked: readonly BookedMove[]
  /** What the history said before the call, and says with it. */
  readonly before: readonly LevelMove[]
  readonly after: readonly LevelMove[]
}

/**
 * Compares what is booked with what stands. A level that is reached by another call than before is the same one. Only a
 * move that the call itself brings about is carried out, so nobody is given anything because the file has changed.
 */
export function planLevels({ booked, before, after }: Moves): LevelPlan {
  const standing = booked.filter(({ lostBy }) => lostBy === undefined)
  const pairs = matched(after, standing)
  const known = new Set(matched(before, standing).values())
  const isKept = new Set(pairs.values())
  const lost = standing.filter((move) => !isKept.has(move) && (!move.isOld || known.has(move)))
  const wereThere = matched(after, before)
  const appeared = after.filter((move) => !pairs.has(move) && !wereThere.has(move))
  const again = matched(appeared, booked.filter(({ lostBy }) => lostBy !== undefined).toReversed())
  return {
    lost,
    back: appeared.flatMap((move) => reasoned(again.get(move), move)),
    fresh: appeared.filter((move) => !again.has(move)),
    kept: [...pairs].flatMap(([move, one]) => (isSame(move, one) ? [] : reasoned(one, move))),
  }
}

function reasoned(booked: BookedMove | undefined, { at, ref }: LevelMove): BookedMove[] {
  if (!booked) return []
  const { ref: _, ...rest } = booked
  return [{ ...rest, at, ...(ref !== undefined && { ref }) }]
}

/** Each move with the one that is the same: by the same call, else the next one of its kind. */
function matched<T extends LevelMove>(moves: readonly LevelMove[], others: readonly T[]): Map<LevelMove, T> {
  const pairs = new Map<LevelMove, T>()
  const left = new Set(others)
  for (const is of [isSame, isAlike]) {
    for (const move of moves) {
      const other = pairs.has(move) ? undefined : left.values().find((one) => is(move, one))
      if (!other) continue
      pairs.set(move, other)
      left.delete(other)
    }
  }
  return pairs
}

const isAlike = (one: LevelMove, other: LevelMove) => one.on === other.on && one.level === other.level

const isSame = (one: LevelMove, other: LevelMove) =>
  isAlike(one, other) && one.ref === other.ref && (one.ref !== undefined || one.at === other.at)
