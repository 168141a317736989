import { isUsable } from '../../../domain/card/guard.ts'
import { id, list, text } from '../../../ground/contract/field.ts'
import { day } from '../../../ground/kernel/time.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { shownAmount } from '../../portal-api/cards/parts/models.ts'
import { shownExpiry } from '../../portal-api/cards/parts/page-models.ts'
import { showExpiries } from '../../portal-api/cards/parts/page-parts.ts'
import { showBalances } from '../../portal-api/cards/parts/show.ts'
import { mayAgain } from '../counting.ts'
import { turnAway } from '../refusal.ts'
import { openRoute } from '../route.ts'
import { slowed } from '../run-route.ts'

/** The same for a card that there is not, one without a pin, a wrong pin, and one that was tried too often. */
const noSuchCard = turnAway('refused', 'We do not find a card with this number and pin.')

/** Of ten thousand pins. Tills count their own: nobody locks a card there from here. */
const triesOfCard = { ms: day, most: 10 }

export const checkCard = openRoute({
  name: 'checkCard',
  part: 'giftCards',
  summary: 'What a card has, for whoever has its number and pin: balances, and nothing of a person.',
  request: {
    cardNumber: id('The number.').required().max(100),
    pin: text('The pin.').required().max(20).secret(),
  },
  response: {
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
  },
  run: async ({ request, services, brand, source }) => {
    const { cardNumber, pin } = request
    const wait = slowed(services.guesses, source)
    if (wait) return wait
    // Counted and compared whether or not there is such a card, so that both take the same.
    const isOften = !(await mayAgain(services, brand, `card ${cardNumber}`, triesOfCard))
    const [view] = await findCards(services.pool, brand.id, [cardNumber])
    const isRight = services.pins.matches(brand.id, cardNumber, view?.card.pin, pin)
    if (isOften || !isRight || !view || !isUsable(view.card, view.now)) return noSuchCard
    return { balances: showBalances(view, brand), expiring: showExpiries(view, brand) }
  },
})
