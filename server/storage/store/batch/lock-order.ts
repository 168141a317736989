/** A kind of lock that a transaction takes, and how those of one kind follow each other. */
interface LockKind {
  readonly what: string
  readonly by: string
  /** Where it is taken later than the rest, and why. */
  readonly when?: string
}

/**
 * The one order in which everybody takes locks, so that nobody waits for somebody who waits for them. `loadBatch` sends
 * its statements in this order; whoever locks the same things elsewhere does as well. ARCHITECTURE.md has the list from
 * here.
 */
const lockOrder: readonly LockKind[] = [
  { what: 'idempotency keys', by: 'hash' },
  { what: 'earlier requests', by: 'reference' },
  { what: 'root cards', by: 'id' },
  { what: 'child cards', by: 'id' },
  { what: 'coupons', by: 'id' },
  { what: 'uses of public codes', by: 'reference' },
  { what: 'channels', by: 'name' },
  { what: 'event types', by: 'id' },
  { what: 'stripes of budgets', by: 'counter, period and stripe' },
  { what: 'customers of new cards', by: 'field and value', when: 'once a decision has named them' },
  { what: 'new card numbers', by: 'number', when: 'once a decision has named them' },
  { what: "the brand's counter", by: 'itself', when: 'where limits are shared by several cards' },
  { what: "the day of a portal's user", by: 'user and limit', when: 'once a decision is known' },
  { what: 'counts of public codes', by: 'code', when: 'as the last writes before the commit' },
]

/** For the page. */
export const lockOrderList = (): string =>
  lockOrder
    .map(({ what, by, when }, index) => `${index + 1}. ${what}, by ${by}${when === undefined ? '' : ` (${when})`}`)
    .join('\n')
