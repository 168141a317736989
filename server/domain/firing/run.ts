import type { CardId } from '../../ground/kernel/ids.ts'
import type { FactNeed } from '../campaign/needs.ts'
import type { BudgetRooms } from './budget-rooms.ts'
import type { Pledges } from './pledges.ts'
import type { RunContext } from './run-context.ts'
import type { RunResult, RunWants } from './run-result.ts'
import type { RunState } from './run-state.ts'

/** A run of rules as its effects see it: what they read, change and collect. */
export interface Run {
  readonly context: RunContext
  readonly state: RunState
  readonly result: RunResult
  readonly wants: RunWants
  readonly budgets: BudgetRooms
  readonly pledges: Pledges
  /** The card whose balances the call changes. */
  readonly cardId: CardId | undefined
  /** Has something fetched, before the run is made once more. */
  ask(needs: readonly FactNeed[]): void
}
