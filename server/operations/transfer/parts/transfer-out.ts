import { CardBook } from '../../../card/book.ts'
import { hasHolds } from '../../../card/holds.ts'
import { snapshotOf } from '../../../card/snapshot.ts'
import { releaseHolds } from '../../../card/transfer.ts'
import { refuse } from '../../../kernel/errors.ts'
import { transferAnswer } from './answer.ts'
import type { TransferContext, TransferHolder, Transferred } from './contract.ts'

/**
 * Ends the use of a card. Its lots stay where they are, frozen: still owed, still expiring, until they are moved. The
 * children of a root stay as they are, because nobody can use them without it; their holds are those of the root.
 */
export function transferOut({ root, child }: TransferHolder, context: TransferContext): Transferred {
  const { request, now } = context
  const named = child ?? root
  const companions = child ? [] : context.childrenOf(root).filter(({ transferredBy }) => !transferredBy)
  const leaving = [named, ...companions]
  if (leaving.some(hasHolds) && !request.ignoreHoldBalances) return refuse(127)
  const books = leaving.map((card) => new CardBook(card, now))
  for (const book of books) {
    releaseHolds(book)
    if (book.card.id === named.id) book.update({ status: 'Transfer' })
  }
  const cards = books.map(({ card }) => card)
  const [out = named] = cards
  return {
    kind: 'outcome',
    response: transferAnswer(out, context),
    subject: child ? root : out,
    ...(child && { child: out }),
    cards: child ? [root, out] : cards,
    postings: books.flatMap(({ postings }) => postings),
    snapshots: leaving.map(snapshotOf),
    detail: { transfer: { action: 'out' } },
  }
}
