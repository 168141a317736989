import type { CardId } from '../../ground/kernel/ids.ts'
import type { ValueType } from '../brand/brand.ts'
import type { BudgetRooms } from './budget-rooms.ts'
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
  /** The card whose balances the call changes. */
  readonly cardId: CardId | undefined
  /** What the card has of a balance, except what rules that have fired are going to redeem. */
  spendableOf(valueType: ValueType, bucket?: string): number
}
