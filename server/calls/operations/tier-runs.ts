import type { Account } from '../../domain/account/account.ts'
import type { KeptEffects } from '../../domain/campaign/kept-effects.ts'
import type { LevelMove } from '../../domain/campaign/tier/level-history.ts'
import type { CardBook, Posting } from '../../domain/card/book.ts'
import { type Card, lockOf } from '../../domain/card/card.ts'
import { isUsable } from '../../domain/card/guard.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import { type DecisionContext, type DecisionRefusal, withTrace } from '../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../domain/decision/need.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { RuleRun } from '../../domain/firing/rule-run.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { seeingAccount } from './account/parts/account-rules.ts'
import { afterCoupons, withCoupons } from './rules/parts/after-coupons.ts'
import { ruleParts } from './rules/parts/rule-outcome.ts'

/** What rules did for a level that stands because something was undone. */
export interface RanMove {
  readonly gave: boolean
  readonly postings: readonly Posting[]
  readonly effects: KeptEffects
  readonly parts: Pick<
    Outcome<object>,
    'fired' | 'budgetUses' | 'events' | 'messages' | 'accounts' | 'offerUses' | 'trace'
  > & { readonly coupons: NonNullable<Outcome<object>['coupons']> }
  /** The account as they left it. */
  readonly account?: Account
}

interface Running {
  readonly root: Card
  readonly level?: string | undefined
  readonly books: ReadonlyMap<CardId, CardBook>
  /** What the call did before. */
  readonly before: Outcome<object>
}

const nothing: RanMove = { gave: false, postings: [], effects: {}, parts: { coupons: [] } }

/** Runs the rules of moves that nobody has run them for, one move after the other, on the card as the call leaves it. */
export function runMoves(
  moves: readonly LevelMove[],
  running: Running,
  context: DecisionContext<unknown>,
): readonly RanMove[] | DecisionRefusal | Needs {
  const ran: RanMove[] = []
  for (const [place, move] of moves.entries()) {
    const one = runMove({ move, place, ran }, running, context)
    if (isUndecided(one)) return one
    ran.push(one)
  }
  return ran
}

interface MoveToRun {
  readonly move: LevelMove
  readonly place: number
  /** What the moves before it did in the same call. */
  readonly ran: readonly RanMove[]
}

function runMove(
  { move: { on, level: moved }, place, ran }: MoveToRun,
  { root, level, books, before }: Running,
  context: DecisionContext<unknown>,
): RanMove | DecisionRefusal | Needs {
  const book = books.get(root.id)
  if (!book || lockOf(book.card, context.now) || !isUsable(book.card, context.now)) return nothing
  const mark = book.postings.length
  const drawn = drawnBy([...(before.coupons ?? []), ...ran.flatMap(({ parts }) => parts.coupons)], context)
  const at = { ...context, tier: defined({ level, move: { on, level: moved } }) }
  const account = ran.findLast((one) => one.account)?.account
  const effects = [before.detail?.effects ?? {}, ...ran.map((one) => one.effects)]
  const run = new RuleRun(
    {
      trigger: 'tier',
      callType: 'TRIGGER_ONLY',
      books: { root: book },
      keyValues: [],
      firedEarlier: effects.flatMap(({ fired = [] }) => fired.map(({ rule }) => rule)),
      charged: [before, ...ran.map(({ parts }) => parts)].flatMap(takenBy),
      hasReplies: false,
    },
    afterCoupons(account ? seeingAccount(at, account) : at, drawn),
  )
  const refusal = run.needs ? undefined : (run.runDiscounts() ?? run.runRewards())
  const { needs } = run
  if (needs) return withCoupons({ kind: 'needs', needs }, drawn)
  if (refusal) return withTrace(refusal, run.trace)
  for (const [index, posting] of book.postings.entries()) {
    if (index < mark || place === 0 || posting.origin?.trigger !== 'tier') continue
    book.postings[index] = { ...posting, origin: { ...posting.origin, place } }
  }
  return toRan(run, root.id, book.postings.slice(mark))
}

/** What a call has taken of budgets so far. What it gives back, later calls can have. */
const takenBy = ({ budgetUses = [] }: Pick<Outcome<object>, 'budgetUses'>) =>
  budgetUses.filter(({ amount }) => amount > 0)

/** The sets of the coupons that the call has given so far. */
function drawnBy(coupons: readonly Coupon[], { call }: Pick<DecisionContext<unknown>, 'call'>): readonly string[] {
  return coupons.filter(({ allocation }) => allocation?.by === call.ref).map(({ setId }) => setId)
}

function toRan(run: RuleRun, root: CardId, postings: readonly Posting[]): RanMove {
  const { outcome, coupons, detail } = ruleParts(run)
  const { tier: _, ...effects } = detail.effects ?? {}
  const { firings, accounts } = run.result
  const parts = { ...outcome, coupons }
  return defined({ gave: firings.length > 0, postings, effects, parts, account: accounts.get(root) })
}
