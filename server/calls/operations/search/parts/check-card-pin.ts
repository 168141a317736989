import { checkPin } from '../../../../domain/card/guard.ts'
import { id, text } from '../../../../ground/contract/field.ts'
import { isRefusal } from '../../../../ground/kernel/errors.ts'
import { command } from '../../operation.ts'

/** The pin check of a search. It runs in the card's lane because a wrong pin counts. */
export const checkCardPin = command({
  name: 'checkCardPin',
  summary: 'Check the pin of the card that a search finds.',
  callType: 'SEARCH',
  requestModel: 'CheckCardPinRequest',
  responseModel: 'CheckCardPinResponse',
  request: { cardNumber: id('The card.').required(), pin: text('The pin.').secret().required() },
  response: {},
  touches: ({ cardNumber }) => ({ cards: [cardNumber], pins: true }),
  decide: ({ request, card, brand, pins, now }) => {
    const found = card(request.cardNumber)
    const checked = found && checkPin(found, request.pin, { brandId: brand.id, pins, now })
    if (checked && isRefusal(checked)) return checked
    return { kind: 'outcome', response: {}, cards: checked && checked !== found ? [checked] : [], postings: [] }
  },
})
