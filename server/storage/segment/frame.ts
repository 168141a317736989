import type { Brand } from '../../domain/brand/brand.ts'
import type { LocalClock } from '../../domain/campaign/clock.ts'
import { type Fragment, numbered } from '../../ground/database/fragment.ts'
import type { CardId } from '../../ground/kernel/ids.ts'

/** Cards whose ids lie above `after`, up to `upto`: one slice of the customer base. */
export interface CardRange {
  readonly after: CardId
  readonly upto: CardId
}

/** What the SQL of a segment's facts is built from, and the tables that they turn out to need. */
export class Frame {
  readonly brand: Brand
  readonly clock: LocalClock
  readonly range: CardRange
  /** What a `random` fact is seeded with, besides brand and card. */
  readonly owner: string
  /** Named queries, each after those that it uses. */
  readonly queries: { readonly name: Fragment; readonly query: Fragment }[] = []
  /** What is joined to each card. */
  readonly joins: Fragment[] = []
  private readonly made = new Map<string, Fragment>()

  constructor(of: Pick<Frame, 'brand' | 'clock' | 'range' | 'owner'>) {
    this.brand = of.brand
    this.clock = of.clock
    this.range = of.range
    this.owner = of.owner
  }

  /** The name of a query that appears once, however many conditions use it. */
  once(prefix: 'fact' | 'sales', key: string, make: () => Fragment): Fragment {
    const known = this.made.get(`${prefix} ${key}`)
    if (known) return known
    const query = make()
    const name = numbered(prefix, this.made.size + 1)
    this.made.set(`${prefix} ${key}`, name)
    this.queries.push({ name, query })
    return name
  }

  /** Joins something once. */
  join(key: string, make: () => Fragment): void {
    if (this.made.has(`join ${key}`)) return
    const join = make()
    this.made.set(`join ${key}`, join)
    this.joins.push(join)
  }
}
