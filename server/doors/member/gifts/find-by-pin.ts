import { id, text } from '../../../ground/contract/field.ts'
import { day } from '../../../ground/kernel/time.ts'
import { type CardView, findCards, findPin } from '../../../storage/store/queries/card-view.sql.ts'
import { mayAgain, notCounted } from '../counting.ts'
import { type MemberRefusal, turnAway } from '../refusal.ts'
import type { MemberVisit } from '../route.ts'
import { slowed } from '../run-route.ts'

export const numberAndPin = {
  cardNumber: id('The number.').required().max(100),
  pin: text('The pin.').required().max(20).secret(),
}

/** The same for a card that there is not, one without a pin, a wrong pin, and one that was tried too often. */
export const noSuchCard = turnAway('refused', 'We do not find a card with this number and pin.')

/** Of ten thousand pins. Tills count their own: nobody locks a card there from here. */
const triesOfCard = { ms: day, most: 10 }
/** From one place come fewer: nobody keeps whoever has the card out all by themselves. */
const triesFromPlace = { ms: day, most: 5 }

type Visit = Pick<
  MemberVisit<{ readonly cardNumber: string; readonly pin: string }>,
  'request' | 'services' | 'brand' | 'source'
>

/** The card of a number and its pin. Looking, adding and sending all count as tries where it is wrong. */
export async function findByPin({ request, services, brand, source }: Visit): Promise<CardView | MemberRefusal> {
  const { cardNumber, pin } = request
  const wait = slowed(services.guesses, source)
  if (wait) return wait
  // Counted and compared whether or not there is such a card, so that both take the same.
  const [ofPlace, ofCard] = [`card ${cardNumber} from ${source}`, `card ${cardNumber}`]
  const isOften =
    !(await mayAgain(services, brand, ofPlace, triesFromPlace)) ||
    !(await mayAgain(services, brand, ofCard, triesOfCard))
  // The pin alone: to read all that is known of a card takes longer than to read nothing.
  const isRight = services.pins.matches(brand.id, cardNumber, await findPin(services.pool, brand.id, cardNumber), pin)
  if (isOften || !isRight) return noSuchCard
  const [view] = await findCards(services.pool, brand.id, [cardNumber])
  if (!view) return noSuchCard
  // Whoever knows the pin has guessed nothing.
  for (const about of [ofPlace, ofCard]) await notCounted(services, brand, about)
  return view
}
