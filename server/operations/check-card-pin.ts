import { checkPin } from '../card/guard.ts'
import { id, model, object, text } from '../contract/field.ts'
import { command } from './operation.ts'

/**
 * The pin check of a search. It runs in the card's lane because a wrong pin counts; an unknown card passes,
 * because the search itself then finds nothing.
 */
export const checkCardPin = command({
  name: 'checkCardPin',
  summary: 'Check the pin of the card that a search names.',
  callType: 'SEARCH',
  requestModel: 'CheckCardPinRequest',
  responseModel: 'CheckCardPinResponse',
  request: {
    filters: object(
      'The filters of the search.',
      model('CheckCardPinFilters', 'The card.', { cardNumber: id('The card.').required() }),
    ).required(),
    pin: text('The pin.'),
  },
  response: {},
  touches: ({ filters }) => ({ cards: [filters.cardNumber], pins: true }),
  decide: ({ request, card, brand, pins, now }) => {
    const found = card(request.filters.cardNumber)
    const checked = found && checkPin(found, request.pin ?? '', { brandId: brand.id, pins, now })
    if (checked && 'kind' in checked) return checked
    return { kind: 'outcome', response: {}, cards: checked && checked !== found ? [checked] : [], postings: [] }
  },
})
