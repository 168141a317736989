import { id, json, list, model, number, text } from '../../../ground/contract/field.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import { isTurnedDown, turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { sellInParts } from './parts/sell-in-parts.ts'

const otherCard = model('PortalOtherCard', 'A card that pays for a sale of another one.', {
  cardNumber: id('The card.').required(),
  amount: number("What it pays, in the location's currency.").between(0, 10_000_000).required(),
})

const saleModel = model('PortalSaleRequest', 'What checkout is called with.', {})

export const sellByCards = brandRoute({
  name: 'sellByCards',
  summary: 'Make a sale that other cards pay for as well: all of it is done, or nothing.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: {
    sale: json('What checkout is called with, and what is paid otherwise.', saleModel),
    otherCards: list('The other cards that pay.', otherCard).max(5).required(),
    locationId: id('Where.'),
    requestId: id('What is asked twice with the same one happens once.').between(8, 100).required(),
  },
  response: {
    requestRef: text('The sale.').required(),
    cardNumber: text('The card that bought.').required(),
  },
  run: async (visit) => {
    const { otherCards } = visit.request
    const sale: unknown = visit.request.sale
    if (!isSale(sale)) return turnDown('invalid', 'sale: name the card that buys')
    const numbers = [sale.cardNumber, ...otherCards.map((one) => one.cardNumber)]
    if (otherCards.length === 0) return turnDown('invalid', 'otherCards: name a card, or check out without')
    if (new Set(numbers).size < numbers.length) return turnDown('invalid', 'otherCards: each card pays once')
    const sold = await sellInParts(sale, visit)
    return isTurnedDown(sold) ? sold : { requestRef: sold.requestRef, cardNumber: sale.cardNumber }
  },
})

function isSale(value: unknown): value is JsonObject & { readonly cardNumber: string } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && typeof (value as JsonObject).cardNumber === 'string'
}
