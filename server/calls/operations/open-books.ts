import { CardBook } from '../../domain/card/book.ts'
import { type Card, lockOf } from '../../domain/card/card.ts'
import { isUsable, refuseLocked } from '../../domain/card/guard.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import type { Needs } from '../../domain/decision/need.ts'
import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { CardId } from '../../ground/kernel/ids.ts'

export type BooksById = ReadonlyMap<CardId, CardBook>

type Context = Pick<DecisionContext<unknown>, 'cardById' | 'now'>

/**
 * Books for all cards that an earlier call changed. `own` has been guarded; the others must be usable and not in a
 * checkout of their own, as for any other change.
 */
export function openBooks(ids: Iterable<CardId>, own: readonly Card[], context: Context): BooksById | Refusal | Needs {
  const { cardById, now } = context
  const books = new Map(own.map((card) => [card.id, new CardBook(card, now)]))
  const missing: CardId[] = []
  for (const id of new Set(ids)) {
    if (books.has(id)) continue
    const card = cardById(id)
    const refusal = card && refuseOther(card, context)
    if (refusal) return refusal
    if (card) books.set(id, new CardBook(card, now))
    else missing.push(id)
  }
  return missing.length > 0 ? { kind: 'needs', needs: [{ kind: 'more', touches: { cardIds: missing } }] } : books
}

/** A child is read together with its root, whose checkout locks both. */
function refuseOther(card: Card, { cardById, now }: Context): Refusal | undefined {
  const root = card.root ? (cardById(card.root.id) ?? card) : card
  const name = `…${root.number.slice(-4)}`
  if (!isUsable(card, now) || !isUsable(root, now))
    return refuse(112, `The call also changed the card ${name}, whose status does not allow this.`)
  const lock = lockOf(root, now)
  return lock && refuseLocked(lock, now, `The call also changed the card ${name}, which is locked by a checkout.`)
}
