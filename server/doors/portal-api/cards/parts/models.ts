import { balanceTypes } from '../../../../domain/brand/shapes/balance-type.ts'
import { integer, list, model, number, object, oneOf, personalModel, text } from '../../../../ground/contract/field.ts'
import { cardStatuses } from '../../../../ground/kernel/card-status.ts'

/** An amount of a value type, with everything that is needed to show it. */
export const shownAmountFields = {
  amount: number('How much.').required(),
  scale: integer('How many decimals it has.').required(),
  balanceType: oneOf('The kind of value.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value.'),
  name: text('What the brand calls it, if it says so.'),
  nameOfOne: text('What the brand calls one of it, if it says so.'),
  bucket: text('The coupon or punch track that it belongs to, if not to the card itself.'),
  track: text('What the punch track is called, if it belongs to one.'),
}

export const shownAmount = model('PortalAmount', 'An amount of a value type.', shownAmountFields)

export const place = model('PortalPlace', 'A location.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
})

export const person = personalModel('PortalPerson', 'Who is behind a card.', {
  firstName: text('First name.'),
  lastName: text('Last name.'),
  email: text('E-mail address.'),
  phone: text('Phone number.'),
})

/** A card in a list. */
export const cardItem = model('PortalCardItem', 'A card in a list.', {
  cardNumber: text('The card.').required(),
  customCardNumber: text('Its custom number.').personal(),
  status: oneOf('Its status.', cardStatuses).required(),
  program: text("Its program's name."),
  cardSet: text("Its card set's name."),
  person: object('Who is behind it. Absent for those who may not see that.', person),
  balances: list('What can be used now.', shownAmount).required(),
  lastUsedAt: integer('When it was last used, in milliseconds since 1970.'),
  lastUsedPlace: object('Where.', place),
})
