import type { Day } from './calendar.ts'
import type { Person } from './people.ts'

/** What the plans of everybody have in common. */
export interface Scene {
  readonly seed: string
  readonly days: readonly Day[]
  /** How many campaigns with a hold-out somebody gets on a day. */
  readonly treatments: (person: Person, day: Day) => number
}
