import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import type { BookedMove } from './level-history.ts'
import { rankOf } from './tier-state.ts'

/** A change of a level from before moves were booked. */
export interface OldChange {
  readonly card: CardId
  readonly ref: RequestRef
  readonly why: string
  readonly from?: string
  readonly to?: string
  readonly at: Instant
}

type OldMove = Omit<BookedMove, 'gave'>

/**
 * The moves that old changes tell of, the newest change first. A rise that was followed by an undoing below it was taken
 * back, until an undoing was undone; which one is a guess, so nothing is ever given back by it.
 */
export function oldMoves(tiers: Tiers, changes: readonly OldChange[]): readonly OldMove[] {
  let moves: OldMove[] = []
  for (const { card, ref, why, from, to, at } of changes.toReversed()) {
    const rank = rankOf(tiers, to)
    const isUp = rank > rankOf(tiers, from)
    const known = { card, by: ref, ref, place: 0, at, isOld: true } as const
    if (why === 'moved') continue
    if (why === 'undone') moves = moves.map((move) => (isAbove(tiers, move, rank) ? { ...move, lostBy: ref } : move))
    else if (why === 'restored') moves = restored(moves)
    else if (isUp && to !== undefined) moves.push({ ...known, on: 'up', level: to })
    else if (from !== undefined && from !== to) moves.push({ ...timed(known, why), on: 'down', level: from })
    else if (why === 'kept' && to !== undefined) moves.push({ ...timed(known, why), on: 'keep', level: to })
  }
  return moves
}

const isAbove = (tiers: Tiers, { on, level, lostBy }: OldMove, rank: number) =>
  on === 'up' && lostBy === undefined && rankOf(tiers, level) > rank

/** What the last undoing took stands again. */
function restored(moves: readonly OldMove[]): OldMove[] {
  const last = moves.findLast(({ lostBy }) => lostBy !== undefined)?.lostBy
  return moves.map(({ lostBy, ...move }) => defined({ ...move, lostBy: lostBy === last ? undefined : lostBy }))
}

/** What the end of a time brought about stands by no call. */
function timed<T extends { readonly ref?: RequestRef }>(known: T, why: string): Omit<T, 'ref'> {
  const { ref: _, ...rest } = known
  return why === 'kept' || why === 'lapsed' ? rest : known
}
