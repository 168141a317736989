import { defined } from '../../ground/kernel/defined.ts'
import type { BudgetNeed } from '../campaign/budgets.ts'
import { distinctNeeds, type FactNeed } from '../campaign/needs.ts'
import type { Run } from './run.ts'

/** What a run asks for, in the form of a decision's needs. */
export type RunNeed =
  | { readonly kind: 'facts'; readonly card?: number; readonly facts: readonly FactNeed[] }
  | { readonly kind: 'freeCoupons'; readonly setId: string; readonly count: number; readonly cardNumber?: string }
  | { readonly kind: 'budgets'; readonly budgets: readonly BudgetNeed[] }
  | { readonly kind: 'more'; readonly touches: { readonly offers: true } }

const accountNeed: FactNeed = { kind: 'account' }
/** The number of no card: coupons that are restricted to cards are not for it. */
const noCardNumber = ''

/** Undefined if the run has everything it needs. */
export function needsOf(run: Run): readonly RunNeed[] | undefined {
  const { facts, coupons, forAnyCard, offers, referrer, any } = run.wants
  const budgets = run.budgets.needs
  if (!any && budgets.length === 0) return undefined
  const root = run.state.bookOf('root')?.card
  const number = root?.number
  const referrerId = referrer ? run.state.bookOf('referrer')?.card.id : undefined
  // Levels belong to root cards.
  const [tiers, others] = [facts.filter(({ kind }) => kind === 'tier'), facts.filter(({ kind }) => kind !== 'tier')]
  const factsOf = (card: number | undefined, wanted: readonly FactNeed[]) =>
    wanted.length > 0 ? [defined({ kind: 'facts' as const, card, facts: distinctNeeds(wanted) })] : []
  return [
    ...factsOf(root?.id, tiers),
    ...factsOf(run.cardId, others),
    ...[...coupons].map(([setId, count]) =>
      defined({
        kind: 'freeCoupons' as const,
        setId,
        count,
        cardNumber: forAnyCard.has(setId) ? noCardNumber : number,
      }),
    ),
    ...(referrerId === undefined ? [] : [{ kind: 'facts' as const, card: referrerId, facts: [accountNeed] }]),
    ...(budgets.length > 0 ? [{ kind: 'budgets' as const, budgets }] : []),
    ...(offers ? [{ kind: 'more' as const, touches: { offers: true as const } }] : []),
  ]
}
