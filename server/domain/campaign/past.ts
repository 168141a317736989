import type { Account } from '../account/account.ts'
import type { Scores } from './call-facts.ts'
import type { PastAnswer, Recommended } from './needs.ts'

/** What was fetched about a card because rules asked for it. Absent means not fetched yet. */
export interface Past {
  readonly account?: Account
  readonly segments?: readonly string[]
  readonly scores?: Scores
  readonly recommended?: readonly Recommended[]
  readonly answers: ReadonlyMap<string, PastAnswer>
}
