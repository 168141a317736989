import { flag, integer, object, text, type Values } from '../../../../ground/contract/field.ts'
import { childFilters, searchFilters, searchReturnFields } from './search-models.ts'

export const searchRequest = {
  filters: object('What cards must match. May be empty.', searchFilters).required(),
  childFilters: object('What child cards must match to be returned, with childCards.', childFilters),
  returnFields: object('What to return for each card.', searchReturnFields),
  exactMatch: flag(
    'Compare every filter as a whole: a * at the end is a character like any other. For texts that somebody typed, such as an address in a login form.',
  ).default(false),
  includeInactive: flag('Also find cards that are not active.').default(false),
  convertToCurrency: text("Also return balances in a card's main currency converted to this currency.").max(3),
  forcePinValidation: flag('Check the pin. Needs a cardNumber filter.').default(false),
  pin: text("The card's pin.").max(20).secret(),
  limit: integer('How many cards to return at most.').between(1, 100).default(25),
  offset: integer('How many cards to skip.').between(0, 1000).default(0),
}

export type SearchRequest = Values<typeof searchRequest>
