import type { DayName } from '../../domain/judge/judge-outcome.ts'
import { plus, type Sums } from '../../domain/judge/sums.ts'
import type { DayChange } from '../../storage/store/batch/hand-day.sql.ts'

/** What users of the portal did by hand on a day, as it was read and locked. */
export type HandDays = Map<string, Sums>

export const dayKey = ({ user, of, day }: DayName): string => `${day} ${of} ${user}`

/** The days that calls by hand of a batch add to. */
export class BatchHandDays {
  private readonly held: ReadonlyMap<string, Sums>
  private readonly changed = new Map<string, DayChange>()

  constructor(held: ReadonlyMap<string, Sums>) {
    this.held = held
  }

  today(day: DayName): Sums | undefined {
    const key = dayKey(day)
    return this.changed.get(key)?.sums ?? this.held.get(key)
  }

  add(day: DayName, sums: Sums): void {
    const before = this.today(day)
    if (!before) throw new Error('a day is locked before anything is added to it')
    this.changed.set(dayKey(day), { ...day, sums: plus(before, sums) })
  }

  /** Undefined where nobody did anything by hand, as in nearly every batch. */
  changes(): readonly DayChange[] | undefined {
    return this.changed.size === 0 ? undefined : [...this.changed.values()]
  }
}
