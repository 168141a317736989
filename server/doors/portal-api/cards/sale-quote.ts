import type { simulateResponse } from '../../../calls/operations/campaign/simulate.ts'
import { campaignOption } from '../../../calls/operations/checkout/parts/checkout-models.ts'
import { checkoutRequest } from '../../../calls/operations/checkout/parts/contract.ts'
import { id, integer, list, model, number, object, text, type Values } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { slowDown } from '../access/logged-in.ts'
import { lookupsOfCard } from '../guessing.ts'
import { turnDown, turnedDownBy } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { trySale } from '../tryout/try-sale.ts'
import { noSuchCard } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'

const takenOff = model('PortalTakenOff', 'What a campaign would take off a sale.', {
  words: text('The campaign, or empty.').required(),
  amount: number('How much.').required(),
})

const added = model('PortalAddedProduct', 'A product that campaigns add to a sale: it is handed out.', {
  words: text('Its name.').required(),
  amountPurchased: number('How many units.').required(),
  amount: number('What they cost, before discounts.').required(),
})

const obstacle = model('PortalSaleObstacle', 'Why a sale would be refused.', {
  code: integer('The error code.').required(),
  text: text('The message.').required(),
})

export const saleQuote = brandRoute({
  name: 'saleQuote',
  summary: 'What a sale at the virtual terminal would come to. Nothing is changed.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card.').required(),
    locationId: id('Where it is sold.'),
    products: checkoutRequest.products,
    coupons: checkoutRequest.coupons,
    campaignChoices: checkoutRequest.campaignChoices,
  },
  response: {
    total: number('What the products cost.').required(),
    net: number('What is to be paid.').required(),
    discounts: list('What is taken off.', takenOff).required(),
    added: list('What campaigns add. Absent if nothing.', added),
    options: list('What the customer may choose. Absent if nothing.', campaignOption),
    obstacle: object('Why it would be refused.', obstacle),
  },
  run: async (visit) => {
    const { request, standing, services, brand } = visit
    const { locationId, cardNumber } = request
    if (locationId !== undefined && standing.locations && !standing.locations.has(locationId))
      return turnDown('forbidden', 'You may not do this at this location.')
    const wait = services.guesses.secondsToWait(lookupsOfCard(visit))
    if (wait > 0) return slowDown(wait)
    const card = await readerOf(visit).findCard(brand.id, cardNumber)
    services.guesses.count(lookupsOfCard(visit), { kind: 'done', response: { cards: card ? [card] : [] } })
    if (!card) return noSuchCard
    const tried = await trySale(visit, { ...request, removeBlockingCoupons: false, failOnUnusedCoupons: false })
    return isRefusal(tried) ? turnedDownBy(tried) : quoteOf(tried)
  },
})

function quoteOf({ receipt, refusal }: Values<typeof simulateResponse>) {
  if (!receipt || refusal) {
    const { errorCode: code = 100, errorMessage = '' } = refusal ?? {}
    return { total: 0, net: 0, discounts: [], obstacle: { code, text: errorMessage } }
  }
  const { checkoutTotalBeforeDiscount: total = 0, checkoutTotalAfterDiscount: net = total } = receipt
  const every = [...receipt.lines.flatMap(({ discounts }) => discounts), ...receipt.otherDiscounts]
  const discounts = [...Map.groupBy(every, ({ name, campaign }) => name ?? campaign ?? '')].map(([words, group]) => ({
    words,
    amount: Math.round(group.reduce((sum, { amount }) => sum + amount, 0) * 1e6) / 1e6,
  }))
  const added = receipt.lines
    .filter(({ addedBy }) => addedBy)
    .map(({ sku, name: words = sku, amountPurchased, amount }) => ({
      words,
      amountPurchased: Number(amountPurchased),
      amount,
    }))
  const { campaignOptions: options } = receipt
  return { total, net, discounts, ...(added.length > 0 && { added }), ...(options && { options }) }
}
