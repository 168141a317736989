import type { TierMoveChange } from '../../domain/decision/outcome.ts'
import type { MoveBefore } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Undone } from './undone.ts'

/** How moves of levels were booked at any time since the beginning: a row tells only how they are today. */
export class BookedMoves {
  /** By move: what it was before each call that changed it, the oldest first. */
  private readonly changes = new Map<string, { readonly by: RequestRef; readonly before: MoveBefore }[]>()

  /** In the order in which it happened. */
  add({ by, movesBefore }: Pick<Undone, 'by' | 'movesBefore'>): void {
    for (const before of movesBefore) {
      const key = keyOf(before.of, before.place)
      this.changes.set(key, [...(this.changes.get(key) ?? []), { by, before }])
    }
  }

  /** Whether a call changed by which other one a move stands, or let it stand again. */
  isChangedBy(ref: RequestRef, { by, place }: TierMoveChange): boolean {
    return this.changes.get(keyOf(by, place))?.some((change) => change.by === ref) === true
  }

  /** A move of today as it was before the first call that comes at or after a reference. */
  before(ref: RequestRef, today: TierMoveChange): TierMoveChange {
    return this.asOf(today, (by) => by < ref)
  }

  /** The same right after a call. */
  after(ref: RequestRef, today: TierMoveChange): TierMoveChange {
    return this.asOf(today, (by) => by <= ref)
  }

  private asOf({ at, ref, lostBy, ...move }: TierMoveChange, isPast: (by: RequestRef) => boolean): TierMoveChange {
    const changes = this.changes.get(keyOf(move.by, move.place)) ?? []
    const then = changes.find(({ by }) => !isPast(by))?.before ?? defined({ at, ref, lostBy })
    const isLost = then.lostBy !== undefined && isPast(then.lostBy)
    return defined({ ...move, at: then.at, ref: then.ref, lostBy: isLost ? then.lostBy : undefined })
  }
}

const keyOf = (by: RequestRef, place: number) => `${by} ${place}`
