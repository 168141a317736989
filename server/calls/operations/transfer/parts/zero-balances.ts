import { CardBook } from '../../../../domain/card/book.ts'
import { hasHolds } from '../../../../domain/card/holds.ts'
import { releaseHolds, takeAll } from '../../../../domain/card/transfer.ts'
import { refuse } from '../../../../ground/kernel/errors.ts'
import { transferAnswer } from './answer.ts'
import type { TransferContext, TransferHolder, Transferred } from './contract.ts'
import { withRules } from './with-rules.ts'

/** Takes everything that has not expired off the card, delayed balance and that of its coupons too. It stays active. */
export function zeroBalances({ root, child }: TransferHolder, context: TransferContext): Transferred {
  const { request, now } = context
  const book = new CardBook(child ?? root, now)
  if (hasHolds(book.card) && !request.ignoreHoldBalances) return refuse(127)
  releaseHolds(book)
  takeAll(book, now)
  const { standIns } = book
  const books = child ? { root: new CardBook(root, now), child: book } : { root: book }
  return withRules(books, context, () => ({
    response: transferAnswer(book.card, context),
    detail: { transfer: { action: 'zero' }, ...(standIns.length > 0 && { standIns }) },
  }))
}
