import { takeGiftCard } from '../../../calls/operations/transfer/parts/take-gift-card.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import { flag, id, list } from '../../../ground/contract/field.ts'
import { shownAmount } from '../../portal-api/cards/parts/models.ts'
import { shownExpiry } from '../../portal-api/cards/parts/page-models.ts'
import { showExpiries } from '../../portal-api/cards/parts/page-parts.ts'
import { showBalances } from '../../portal-api/cards/parts/show.ts'
import { findByPin, noSuchCard, numberAndPin } from '../gifts/find-by-pin.ts'
import { performOnce } from '../perform.ts'
import { isTurnedAway, notIn } from '../refusal.ts'
import { openRoute, ownRoute } from '../route.ts'
import { findOwnCard } from './card.ts'

export const checkCard = openRoute({
  name: 'checkCard',
  part: 'giftCards',
  summary: 'What a card has, for whoever has its number and pin: balances, and nothing of a person.',
  request: numberAndPin,
  response: {
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
  },
  run: async (visit) => {
    const view = await findByPin(visit)
    if (isTurnedAway(view)) return view
    if (!isUsable(view.card, view.now)) return noSuchCard
    return { balances: showBalances(view, visit.brand), expiring: showExpiries(view, visit.brand) }
  },
})

export const addGiftCard = ownRoute({
  name: 'addGiftCard',
  part: 'giftCards',
  changes: true,
  summary: "Move what a gift card has to the member's own card: all of it, once.",
  request: {
    ...numberAndPin,
    choiceId: id('Made up for each gift card that is added. Sent again with the same one, it moves nothing again.')
      .required()
      .max(64),
  },
  response: {
    added: list('What the member got.', shownAmount).required(),
    isRepeated: flag('It had been added before with this choiceId; this time nothing was moved.'),
  },
  run: async (visit) => {
    const own = await findOwnCard(visit)
    if (!own) return notIn
    const view = await findByPin(visit)
    if (isTurnedAway(view)) return view
    const giftCardNumber = view.card.number
    const sent = { cardNumber: own.card.number, giftCardNumber }
    const once = `member gift\0${own.card.id}\0${visit.request.choiceId}`
    const done = await performOnce(takeGiftCard, sent, once, visit)
    if (done === undefined) return { added: [], isRepeated: true }
    return isTurnedAway(done) ? done : { added: showBalances(view, visit.brand) }
  },
})
