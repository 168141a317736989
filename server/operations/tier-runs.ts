import type { KeptEffects } from '../campaign/kept-effects.ts'
import type { LevelMove } from '../campaign/tier/level-history.ts'
import type { CardBook, Posting } from '../card/book.ts'
import { type Card, lockOf } from '../card/card.ts'
import { isUsable } from '../card/guard.ts'
import { type DecisionContext, type DecisionRefusal, withTrace } from '../decision/decision.ts'
import type { Needs } from '../decision/need.ts'
import type { Outcome } from '../decision/outcome.ts'
import { RuleRun } from '../firing/rule-run.ts'
import { defined } from '../kernel/defined.ts'
import type { CardId } from '../kernel/ids.ts'
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
}

interface Running {
  readonly root: Card
  readonly level?: string | undefined
  readonly books: ReadonlyMap<CardId, CardBook>
}

const nothing: RanMove = { gave: false, postings: [], effects: {}, parts: { coupons: [] } }

/** Runs the rules of moves that nobody has run them for, one move after the other, on the card as the call leaves it. */
export function runMoves(
  moves: readonly LevelMove[],
  { root, level, books }: Running,
  context: DecisionContext<unknown>,
): readonly RanMove[] | DecisionRefusal | Needs {
  const ran: RanMove[] = []
  for (const [place, { on, level: moved }] of moves.entries()) {
    const book = books.get(root.id)
    if (!book || lockOf(book.card, context.now) || !isUsable(book.card, context.now)) {
      ran.push(nothing)
      continue
    }
    const mark = book.postings.length
    const at = { ...context, tier: defined({ level, move: { on, level: moved } }) }
    const input = {
      trigger: 'tier',
      callType: 'TRIGGER_ONLY',
      books: { root: book },
      keyValues: [],
      hasReplies: false,
    } as const
    const run = new RuleRun(input, at)
    const refusal = run.needs ? undefined : (run.runDiscounts() ?? run.runRewards())
    const { needs } = run
    if (needs) return { kind: 'needs', needs }
    if (refusal) return withTrace(refusal, run.trace)
    for (const [index, posting] of book.postings.entries()) {
      if (index < mark || place === 0 || posting.origin?.trigger !== 'tier') continue
      book.postings[index] = { ...posting, origin: { ...posting.origin, place } }
    }
    ran.push(toRan(run, book.postings.slice(mark)))
  }
  return ran
}

function toRan(run: RuleRun, postings: readonly Posting[]): RanMove {
  const { outcome, coupons, detail } = ruleParts(run)
  const { tier: _, ...effects } = detail.effects ?? {}
  return { gave: run.result.firings.length > 0, postings, effects, parts: { ...outcome, coupons } }
}
