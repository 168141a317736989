import { type Card, nextOfferNo } from '../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { id, integer, list, type Values } from '../../../ground/contract/field.ts'
import { type Refusal, refuseField } from '../../../ground/kernel/errors.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { checkExpiry, checkOffer, personalOffer, toHeldOffer } from './parts/personal-offer-model.ts'

const request = {
  cardNumber: id('The card.').required(6),
  offers: list('The offers.', personalOffer).max(100).required(),
}

const response = {
  offerIndexes: list(
    'The numbers of the offers, as offerIndex of discounts has them.',
    integer('A number.'),
  ).required(),
}

type AddOfferRequest = Values<typeof request>
type Context = DecisionContext<AddOfferRequest>

export const addPersonalOffer = command({
  name: 'addPersonalOffer',
  summary: 'Give a card personal offers, which its checkouts use.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'AddPersonalOfferRequest',
  responseModel: 'AddPersonalOfferResponse',
  request,
  response,
  check: ({ offers }) => {
    if (offers.length === 0) return refuseField(100, 'offers', 'must not be empty')
    return firstRefusal(offers, (offer, path) => checkOffer(offer, path))
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) => withCard(context, (card) => decideOffers(card, context)),
})

type GivenOffers = AddOfferRequest['offers']

function firstRefusal(
  offers: GivenOffers,
  check: (offer: GivenOffers[number], path: string) => Refusal | undefined,
): Refusal | undefined {
  for (const [index, offer] of offers.entries()) {
    const refusal = check(offer, `offers[${index}]`)
    if (refusal) return refusal
  }
  return undefined
}

function decideOffers(card: Card, { request, call, now }: Context): Decision<Values<typeof response>> {
  const refusal = firstRefusal(request.offers, (offer, path) => checkExpiry(offer, path, now))
  if (refusal) return refusal
  const before = card.offers ?? []
  const given = request.offers.map((offer, index) => toHeldOffer(offer, nextOfferNo(before) + index, call.ref))
  const after: Card = { ...card, offers: [...before, ...given] }
  return {
    kind: 'outcome',
    response: { offerIndexes: given.map(({ no }) => no) },
    subject: after,
    cards: [after],
    postings: [],
  }
}
