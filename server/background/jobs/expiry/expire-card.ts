import { command } from '../../../calls/operations/operation.ts'
import { expiryCalls, isPastExpiry } from '../../../domain/card/expiry.ts'
import { decideDueCard, dueCardRequest, dueCardTouches } from './due-card.ts'

/** Not listed with the operations, so that only the expiry job can run it. */
export const expireCard = command({
  name: expiryCalls.card,
  summary: 'Book that a card has expired.',
  callType: 'TRIGGER_ONLY',
  requestModel: 'ExpireCardRequest',
  responseModel: 'ExpireCardResponse',
  request: dueCardRequest,
  response: {},
  touches: dueCardTouches,
  decide: (context) =>
    decideDueCard(context, (card) =>
      isPastExpiry(card, context.now)
        ? { card: { ...card, status: 'Expired' }, postings: [], detail: { newStatus: 'Expired' } }
        : undefined,
    ),
})
