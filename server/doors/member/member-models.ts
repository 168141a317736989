import { model, text } from '../../ground/contract/field.ts'
import { happening } from '../portal-api/cards/parts/story-models.ts'

const { requestRef, at, what, place, isVoided, paid, products, moreProducts, got, lost, coupons, couponsGiven } =
  happening.fields

/** Something that happened to a card, as its member is told: without who of staff did it. */
export const memberHappening = model('MemberHappening', 'Something that happened to the card.', {
  reward: text('Of a reward that was chosen: its name.'),
  ...{ requestRef, at, what, place, isVoided, paid, products, moreProducts, got, lost, coupons, couponsGiven },
})
