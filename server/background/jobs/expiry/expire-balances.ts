import { command } from '../../../calls/operations/operation.ts'
import { CardBook } from '../../../domain/card/book.ts'
import { expireLots, expiryCalls } from '../../../domain/card/expiry.ts'
import { decideDueCard, dueCardRequest, dueCardTouches } from './due-card.ts'

/** Not listed with the operations, so that only the expiry job can run it. */
export const expireBalances = command({
  name: expiryCalls.balances,
  summary: 'Book what has expired of a card.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'ExpireBalancesRequest',
  responseModel: 'ExpireBalancesResponse',
  request: dueCardRequest,
  response: {},
  touches: dueCardTouches,
  decide: (context) =>
    decideDueCard(context, (card) => {
      const book = new CardBook(card, context.now)
      return expireLots(book, context.now) ? { card: book.card, postings: book.postings } : undefined
    }),
})
