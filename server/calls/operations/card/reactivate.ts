import { programOf } from '../../../domain/brand/value-types.ts'
import type { Card } from '../../../domain/card/card.ts'
import { lockOf } from '../../../domain/card/card.ts'
import { guardCard, isUsable, refuseLocked } from '../../../domain/card/guard.ts'
import type { DecisionContext } from '../../../domain/decision/decision.ts'
import { id, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { statusAdjusted } from '../adjusted.ts'
import { command } from '../operation.ts'

const request = {
  cardNumber: id('The card.').required(6),
  childCardNumber: id('Make this child card of the card usable again instead.'),
  reason: text('The reason. requestLookup shows it as suspensionReason.'),
}

type Context = DecisionContext<Values<typeof request>>

export const reactivate = command({
  name: 'reactivate',
  summary: 'Make a suspended, expired or lost card usable again.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'ReactivateRequest',
  responseModel: 'ReactivateResponse',
  request,
  response: {
    cardNumber: text('The card.').required(),
    cardStatus: oneOf('Its status from now on.', cardStatuses).required(),
  },
  enablement: 'reactivate',
  touches: ({ cardNumber, childCardNumber }) => ({
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
  }),
  decide: (context) => {
    const { request, card: find, now } = context
    const found = find(request.cardNumber)
    if (!found) return refuse(2)
    const named = request.childCardNumber === undefined ? found : findChild(found, context)
    if (isRefusal(named)) return named
    const refusal = guardReactivation(named, now)
    if (refusal) return refusal
    const card = reactivated(named, context)
    return {
      kind: 'outcome',
      response: { cardNumber: found.number, cardStatus: card.status },
      ...(card.root ? { subject: found, child: card, cards: [found, card] } : { subject: card, cards: [card] }),
      postings: [],
      detail: defined({
        newStatus: card.status,
        suspensionReason: request.reason,
      }),
      audits: [statusAdjusted(named, card, context.call)],
    }
  },
})

/** A child card of a card that can be used; whose checkout locks both. */
function findChild(root: Card, { request, child, brand, pins, now }: Context): Card | Refusal {
  const guarded = guardCard(root, { forcePinValidation: false }, { brandId: brand.id, pins, now })
  if (isRefusal(guarded)) return guarded
  return child({ root: root.number, child: request.childCardNumber ?? '' }) ?? refuse(129)
}

/** An active card past its expiry is expired, whether or not that was booked. */
function guardReactivation(card: Card, now: Instant): Refusal | undefined {
  if (isUsable(card, now)) return refuse(111)
  switch (card.status) {
    case 'Inventory':
    case 'Distributed':
      return refuse(110)
    case 'Closed':
    case 'Stolen':
    case 'Transfer':
      return refuse(112)
    default: {
      const lock = lockOf(card, now)
      return lock && refuseLocked(lock, now)
    }
  }
}

/** An expiry that has passed begins again as if the card were allocated now; one that lies ahead stays. */
function reactivated(card: Card, { brand, now }: Context): Card {
  const status = 'Activated'
  const { expiresAt, ...rest } = card
  if (expiresAt === undefined || expiresAt > now) return { ...card, status }
  const days = programOf(brand, card)?.cardsExpireAfterDays
  return { ...rest, status, ...(days !== undefined && { expiresAt: now + days * day }) }
}
