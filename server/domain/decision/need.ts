import type { CardId } from '../../ground/kernel/ids.ts'
import type { Term } from '../account/terms.ts'
import type { BudgetNeed } from '../campaign/budgets.ts'
import type { FactNeed } from '../campaign/needs.ts'
import type { DayName } from '../judge/judge-outcome.ts'
import type { Touches } from './touches.ts'

/** Something a decision turns out to need. The engine fetches what the whole batch needs, and decides again. */
export type Need =
  | { readonly kind: 'freeCard'; readonly setId: string }
  | { readonly kind: 'newCardId' }
  /** Whether a card has the number of a new one in another case. */
  | { readonly kind: 'twinNumber'; readonly number: string }
  /** The card in use of one of these sets whose customer has this term: nobody else may make one meanwhile. */
  | ({ readonly kind: 'customerCard'; readonly sets: readonly string[] } & Term)
  /** Coupons of a set; those of an auto-generating set are made when it has no more. For a card, if it is to get them. */
  | { readonly kind: 'freeCoupons'; readonly setId: string; readonly count: number; readonly cardNumber?: string }
  /** What rules ask about the past of a card; without a card, about the brand alone. */
  | { readonly kind: 'facts'; readonly card?: CardId; readonly facts: readonly FactNeed[] }
  /** What budgets have left; what is taken of them is locked until the end of the batch. */
  | { readonly kind: 'budgets'; readonly budgets: readonly BudgetNeed[] }
  /** What somebody did by hand that day: locked, so that of two calls at once the second sees the first. */
  | { readonly kind: 'handDay'; readonly day: DayName }
  /** More to lock and read than the command could name: it is begun again with all of it, alone. */
  | { readonly kind: 'more'; readonly touches: Touches }

export interface Needs {
  readonly kind: 'needs'
  readonly needs: readonly Need[]
}

/** Whether a step of a decision ends it: it was refused, or it needs something that nobody has fetched yet. */
export function isUndecided<T>(value: T): value is Extract<T, { readonly kind: 'refusal' | 'needs' }> {
  if (typeof value !== 'object' || value === null) return false
  const { kind } = value as { readonly kind?: unknown }
  return kind === 'refusal' || kind === 'needs'
}
