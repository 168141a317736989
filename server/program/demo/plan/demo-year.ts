import type { Day } from './calendar.ts'
import type { DemoPerson } from './people.ts'

/** What the plans of everybody have in common. */
export interface DemoYear {
  readonly seed: string
  readonly days: readonly Day[]
  /** How many campaigns with a hold-out somebody gets on a day. */
  readonly treatments: (person: DemoPerson, day: Day) => number
}
