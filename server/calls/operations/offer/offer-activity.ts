import { id, integer, list, model } from '../../../ground/contract/field.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { listOfferUses } from '../../../storage/store/queries/offer-view.sql.ts'
import { query } from '../operation.ts'

const offerActivityRow = model('OfferActivityRow', 'A use of a personal offer.', {
  timestamp: integer('When it happened, in seconds since 1970.').required(),
  discountNr: integer('The offer, as offerIndex of discounts has it.').default(0),
})

export const offerActivity = query({
  name: 'offerActivity',
  summary: 'List when the personal offers of a card were used.',
  callType: 'REPORTING',
  requestModel: 'OfferActivityRequest',
  responseModel: 'OfferActivityResponse',
  request: {
    cardNumber: id('The card.').required(6),
    maxResults: integer('How many uses to return at most.').between(1, 100).default(20),
    offset: integer('How many uses to skip.').between(0, 1000).default(0),
  },
  response: { rows: list('The uses, newest first.', offerActivityRow).required() },
  answer: async ({ request, brand, reader }) => {
    const found = await reader.findCard(brand.id, request.cardNumber)
    if (!found) return refuse(2)
    if (found.card.status === 'Inventory' || found.card.status === 'Distributed') return refuse(110)
    const page = { limit: request.maxResults, offset: request.offset }
    const uses = await listOfferUses(reader, brand.id, found.card.id, page)
    const rows = uses.map((row) => ({ timestamp: Math.floor(row.happened_at / 1000), discountNr: row.offer_no }))
    return { kind: 'answer', cardId: found.card.id, response: { rows } }
  },
})
