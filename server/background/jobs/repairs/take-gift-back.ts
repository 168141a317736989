import { balanceAdjusted } from '../../../calls/operations/adjusted.ts'
import { command } from '../../../calls/operations/operation.ts'
import { CardBook } from '../../../domain/card/book.ts'
import { type Card, lockOf } from '../../../domain/card/card.ts'
import { freeOf, isLotExpired } from '../../../domain/card/lots.ts'
import { giftCall } from '../../../domain/card/take-back.ts'
import { id, integer, list, model } from '../../../ground/contract/field.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

const lotPart = model('GivenLot', 'A balance that a campaign gave.', {
  lot: integer('Its number on the card.').required(),
  amount: integer('What to take of it at most, in its smallest unit.').required(),
})

/**
 * Takes back what is left of what a campaign gave by mistake. Only the repairs job runs it. It takes from the lots that the
 * campaign made and from no other, whatever the card's status is: never more than is left, and nothing that is held.
 */
export const takeGiftBack = command({
  name: giftCall,
  summary: 'Take back what is left of what a campaign gave by mistake.',
  callType: 'UPDATE_BALANCE',
  requestModel: 'TakeGiftBackRequest',
  responseModel: 'TakeGiftBackResponse',
  request: {
    cardNumber: id('The root card.').required(),
    childCardNumber: id('The child card that it is about.'),
    lots: list('What to take.', lotPart).required(),
  },
  response: {},
  touches: ({ cardNumber, childCardNumber }) => ({
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
  }),
  decide: (context) => {
    const { request, now } = context
    const { cardNumber: root, childCardNumber: child } = request
    const found = context.card(root)
    if (!found) return refuse(2)
    const before = child === undefined ? found : context.child({ root, child })
    if (!before) return refuse(129)
    if (lockOf(found, now)) return refuse(113)
    if (before.transferredBy) return refuse(movedAway, 'What it had is on another card by now.')
    if (before.status === 'Transfer') return refuse(betweenCards, 'It was transferred out, and not in yet.')
    const book = new CardBook(before, now)
    const parts = takeable(before, request.lots, now)
    if (parts.length === 0) return refuse(nothingLeft, 'Nothing is left of it.')
    book.take(parts, 'Adjustment')
    // So that a void or return of the sale does not take it once more, from what is the customer's own.
    for (const { lot, amount } of parts) book.settle(lot, -amount)
    const audits = [balanceAdjusted(before, book.card, context)]
    const outcome = {
      kind: 'outcome',
      response: {},
      postings: book.postings,
      audits,
      detail: { expired: book.settlements },
    } as const
    if (child === undefined) return { ...outcome, subject: book.card, cards: [book.card] }
    return { ...outcome, subject: found, child: book.card, cards: [found, book.card] }
  },
})

/** Its value was moved since it was looked for. */
export const movedAway = 128

/** Its value has left it, and is on no other card yet. */
export const betweenCards = 112

/** Everything was spent, or has expired, since it was planned. */
export const nothingLeft = 100

function takeable(card: Card, wanted: readonly { readonly lot: number; readonly amount: number }[], now: Instant) {
  return wanted.flatMap(({ lot: no, amount: most }) => {
    const lot = card.lots.find((one) => one.no === no)
    const amount = lot && !isLotExpired(lot, now) ? Math.min(freeOf(lot), most) : 0
    return amount > 0 ? [{ lot: no, amount }] : []
  })
}
