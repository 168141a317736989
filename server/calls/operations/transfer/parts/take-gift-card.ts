import { mostOf, refuseOverfull } from '../../../../domain/card/balance-limits.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { totalOf } from '../../../../domain/card/lots.ts'
import { snapshotOf } from '../../../../domain/card/snapshot.ts'
import { moveLots } from '../../../../domain/card/transfer.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { isUndecided } from '../../../../domain/decision/need.ts'
import { flag, id, type Values } from '../../../../ground/contract/field.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import { command } from '../../operation.ts'
import { withCard } from '../../with-card.ts'
import { transferAnswer } from './answer.ts'
import { type TransferContext, type Transferred, transferResponse } from './contract.ts'
import { findGiftCard } from './find-gift-card.ts'
import { landingOn } from './landing.ts'
import { withRules } from './with-rules.ts'

const request = {
  cardNumber: id('The card that gets everything.').required(6),
  giftCardNumber: id('The gift card: of nobody, without holds and children.').required(6),
  isSent: flag('It was sent on, and waits for whoever it was sent to.').default(false),
}

type Context = DecisionContext<Values<typeof request>>

/**
 * Moves what a gift card has to a customer's own card: transfers out and in, as one call, so that nothing is ever between the two.
 * Only the member's side runs it, which has seen the pin. A rule or a void afterwards finds what any transfer leaves.
 */
export const takeGiftCard = command({
  name: 'takeGiftCard',
  summary: "Move what a gift card has to a customer's own card.",
  callType: 'TRANSFER',
  requestModel: 'TakeGiftCardRequest',
  responseModel: 'TakeGiftCardResponse',
  request,
  response: transferResponse,
  touches: ({ cardNumber, giftCardNumber }) => {
    const cards = [cardNumber, giftCardNumber]
    return { cards, allChildrenOf: cards }
  },
  decide: (context) =>
    withCard(context, (own) => {
      const gift = findGiftCard(context)
      if (isRefusal(gift) || isUndecided(gift)) return gift
      return gift.id === own.id ? refuse(128, 'This is the same card.') : take(own, gift, context)
    }),
})

function take(own: Card, gift: Card, context: Context): Transferred {
  const { call, now } = context
  const { cardNumber } = context.request
  const transferring = { ...context, request: { ...asTransfer, cardNumber } } satisfies TransferContext
  const to = new CardBook(own, now)
  const from = new CardBook({ ...gift, status: 'Transfer' }, now)
  const refusal = moveLots({ from, to, landingOf: landingOn(own, transferring) }, now) ?? overfull(to, context)
  if (refusal) return refusal
  if (to.postings.length === 0) return refuse(128, 'There is nothing on the card that could be moved.')
  from.update({ transferredBy: call.ref })
  const finish = () => ({
    response: transferAnswer(to.card, transferring),
    detail: { transfer: { action: 'in' as const, from: gift.id } },
    cards: [from.card],
    postings: from.postings,
    inheritance: { from: gift.id, to: own.id },
  })
  const done = withRules({ root: to }, transferring, finish)
  return done.kind === 'outcome' ? { ...done, snapshots: [snapshotOf(gift)] } : done
}

/** What staff move may be more than a card may have. What a customer moves by themselves may not. */
function overfull({ card, postings }: CardBook, { brand, now }: Context): Refusal | undefined {
  for (const { valueType: id, bucket } of postings) {
    const valueType = brand.valueTypes.get(id)
    if (valueType && totalOf(card, { valueType: id, bucket }, now) > mostOf(valueType)) return refuseOverfull(valueType)
  }
  return undefined
}

const asTransfer = {
  action: 'in',
  mergeMode: 'skip',
  overwriteDemographics: false,
  copyCustomCardNumber: false,
  ignoreHoldBalances: false,
  transferCoupons: false,
  owningLocationType: 'target',
  returnBalanceMutations: false,
  forcePinValidation: false,
} as const
