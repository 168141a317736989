import { flag, integer, object, text, type Values } from '../../../contract/field.ts'
import { childFilters, searchFilters, searchReturnFields } from './search-models.ts'

export const searchRequest = {
  filters: object('What cards must match; may be empty.', searchFilters).required(),
  childFilters: object('What child cards must match to be returned, with childCards.', childFilters),
  returnFields: object('What to answer of each card.', searchReturnFields),
  includeInactive: flag('Also find cards that are not active.').default(false),
  convertToCurrency: text("Answer balances of a card's main currency also in this currency.").max(3),
  forcePinValidation: flag('Check the pin. Needs a cardNumber filter.').default(false),
  pin: text("The card's pin.").max(20),
  limit: integer('How many cards at the most.').between(1, 100).default(25),
  offset: integer('How many cards to pass over.').between(0, 1000).default(0),
}

export type SearchRequest = Values<typeof searchRequest>
