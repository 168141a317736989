import type { Card } from '../../domain/card/card.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { CallElsewhere } from '../../storage/store/batch/call-elsewhere.sql.ts'

/**
 * The cards other than the call's own whose balances it changed, such as a referrer's: the call is in their history, too.
 * A child's calls are in its root's.
 */
export function callsElsewhere(
  ref: RequestRef,
  { subject, child, postings }: Outcome<object>,
  cardById: (id: CardId) => Card | undefined,
): readonly { readonly card: Card; readonly call: CallElsewhere }[] {
  if (postings.every(({ cardId }) => cardId === subject?.id)) return []
  const own = new Set([subject?.id, child?.id])
  const found = new Map<CardId, { card: Card; call: CallElsewhere }>()
  for (const id of new Set(postings.map(({ cardId }) => cardId))) {
    const changed = own.has(id) ? undefined : cardById(id)
    const card = changed?.root ? cardById(changed.root.id) : changed
    if (!changed || !card || own.has(card.id) || found.has(card.id)) continue
    const seq = card.seq + 1
    const call = { ref, cardId: card.id, cardSeq: seq, ...(changed !== card && { childId: changed.id }) }
    found.set(card.id, { card: { ...card, seq }, call })
  }
  return [...found.values()]
}
