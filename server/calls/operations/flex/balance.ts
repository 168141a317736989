import { viewBalances } from '../../../domain/view/balance-view.ts'
import { id, list, text } from '../../../ground/contract/field.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { cardBalance } from '../balance-models.ts'
import { command, query } from '../operation.ts'
import { withCard } from '../with-card.ts'

const request = {
  cardNumber: id('The card.').required(6),
  pin: text('Its pin. Wrong ones are counted.').max(20).secret().required(),
}

/** Guards the card like every call that uses it, but for a checkout's lock: to look does no harm. */
const checkHolder = command({
  name: 'checkHolder',
  group: 'flex',
  summary: 'Check the pin of the card whose balance is asked for.',
  callType: 'SEARCH',
  requestModel: 'CheckHolderRequest',
  responseModel: 'CheckHolderResponse',
  request,
  response: {},
  touches: ({ cardNumber }) => ({ cards: [cardNumber], pins: true }),
  decide: (context) => {
    const { request, card } = context
    const strict = { ...context, request: { ...request, forcePinValidation: true } }
    return withCard(
      strict,
      (checked) => {
        const cards = checked === card(request.cardNumber) ? [] : [checked]
        return { kind: 'outcome', response: {}, cards, postings: [] }
      },
      { passesLock: () => true },
    )
  },
})

export const balance = query({
  name: 'balance',
  group: 'flex',
  summary: 'Show the balances of a card to whoever knows its pin.',
  callType: 'SEARCH',
  requestModel: 'BalanceRequest',
  responseModel: 'BalanceResponse',
  request,
  response: {
    cardNumber: text('The card.').required(),
    balances: list('Its balances.', cardBalance).required(),
  },
  guardedBy: async ({ request }) => ({ command: checkHolder, request }),
  answer: async ({ request, brand, reader }) => {
    const found = await reader.findCard(brand.id, request.cardNumber)
    if (!found) return refuse(2)
    const { card, now } = found
    const balances = viewBalances(card, brand, now, { expirations: false, delayed: false })
    return { kind: 'answer', cardId: card.id, response: { cardNumber: card.number, balances } }
  },
})
