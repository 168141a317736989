import { CardBook } from '../card/book.ts'
import type { Card } from '../card/card.ts'
import { reverse } from '../card/reverse.ts'
import { dateTime, flag, id, text, type Values } from '../contract/field.ts'
import type { CardStatus } from '../kernel/card-status.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import { command, type DecisionContext, type PastRequest } from './operation.ts'
import { withCard } from './with-card.ts'

const request = {
  requestRef: id('The call to void.').required(),
  cardNumber: id('The card of that call.').required(6),
  childCardNumber: id('The child card of that call.'),
  disableIssuedCoupons: flag('Disable the coupons that the call issued.').default(true).v2(),
  failIfCouponsUsed: flag('Fail if coupons that the call issued were used.').default(false),
  usedCouponResets: flag('Make the coupons that the call used usable again.').default(false).v2(),
  customMutationTypeOverride: text('Your own name for the reversing changes.').max(64).needs('customMutationTypes'),
  customRequestDate: dateTime('The date to show for this call.').needs('customRequestDate'),
}

type Context = DecisionContext<Values<typeof request>>

export const voidTransaction = command({
  name: 'voidTransaction',
  summary: 'Void an earlier call: everything it did to balances is reversed.',
  callType: 'VOID',
  requestModel: 'VoidRequest',
  responseModel: 'VoidResponse',
  request,
  response: {},
  touches: ({ requestRef, cardNumber }) => ({
    cards: [cardNumber],
    requests: isUuid(requestRef.toLowerCase()) ? [requestRef.toLowerCase()] : [],
  }),
  decide: (context) => withCard(context, (card) => decideVoid(card, context)),
})

function decideVoid(card: Card, context: Context) {
  const { request, call } = context
  const original = context.pastRequest(request.requestRef.toLowerCase())
  if (!original || original.cardId !== card.id || request.childCardNumber !== undefined) return refuse(118)
  if (original.errorCode !== undefined || original.voidedBy !== undefined) return refuse(119)
  const book = new CardBook(card, context.now)
  const refusal = undo(book, original, context)
  if (refusal) return refusal
  return {
    kind: 'outcome' as const,
    response: {},
    subject: book.card,
    cards: [book.card],
    postings: book.postings,
    requests: [{ ...original, voidedBy: call.ref }],
    detail: {
      voids: original.ref,
      ...(request.customMutationTypeOverride !== undefined && {
        customMutationType: request.customMutationTypeOverride,
      }),
    },
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

function undo(book: CardBook, original: PastRequest, { brand, now }: Context): Refusal | undefined {
  switch (original.callType) {
    case 'UPDATE_BALANCE':
      if (original.detail?.newStatus) return refuse(119)
      return reverse(book, original.postings, { now, graceDays: brand.settings.reversalGraceDays })
    case 'ALLOCATE':
      return undoAllocation(book, original)
    default:
      return refuse(119)
  }
}

/** An allocation can be undone while nothing else has happened to the card. */
function undoAllocation(book: CardBook, original: PastRequest): Refusal | undefined {
  const { card } = book
  if (original.cardSeq !== card.seq || !original.detail?.formerStatus) return refuse(119)
  const { activatedAt: _, expiresAt: __, ...rest } = card
  book.card = { ...rest, status: original.detail.formerStatus as CardStatus }
  return undefined
}
