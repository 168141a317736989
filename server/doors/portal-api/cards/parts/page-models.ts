import { categories } from '../../../../calls/operations/channel/parts/channel-models.ts'
import { channelKinds } from '../../../../domain/channel/channel-user.ts'
import { consentWays } from '../../../../domain/channel/consent-said.ts'
import {
  flag,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  personalModel,
  text,
} from '../../../../ground/contract/field.ts'
import { place, shownAmountFields } from './models.ts'

/** What is left of one issuance. */
export const shownLot = model('PortalLot', 'What is left of one issuance.', {
  ...shownAmountFields,
  held: number('How much of it is on hold.'),
  issuedAt: integer('When it was given, in milliseconds since 1970.').required(),
  activeAt: integer('When it can be used, if later.'),
  expiresAt: integer('When it expires. Absent: never.'),
  isReturnRelated: flag('Whether it comes from a return.'),
})

export const shownHold = model('PortalHold', 'A part of a balance that is on hold.', {
  ...shownAmountFields,
  requestRef: text('The call that holds it.').required(),
  at: integer('Since when, in milliseconds since 1970.'),
  place: object('Where it was put on hold.', place),
})

export const shownExpiry = model('PortalExpiry', 'A part of a balance that expires.', {
  ...shownAmountFields,
  at: integer('When, in milliseconds since 1970.').required(),
})

export const shownTier = model('PortalTier', 'The level of a card.', {
  name: text('Its name. Absent without one.'),
  rank: integer('0 without a level.').required(),
  next: text('The name of the next level. Absent at the top.'),
  missing: number('What is missing to it.'),
  currency: text('The currency of what is missing, if it is money.'),
  share: number('How much of the way from the level before is done, 0 to 1.'),
  keptUntil: integer('Until when the level is kept at least, in milliseconds since 1970.'),
})

export const shownCoupon = model('PortalCoupon', 'A coupon of a card.', {
  couponId: text('The coupon.').required(),
  name: text("Its set's name.").required(),
  expiresAt: integer('When it expires, in milliseconds since 1970.'),
})

export const shownMessage = model('PortalMessage', 'A message to a card.', {
  requestRef: text('The call that caused it.').required(),
  at: integer('When it was written, in milliseconds since 1970.').required(),
  channel: text('How it is sent: email, sms, push or webhook.').required(),
  state: oneOf('Its state.', ['waiting', 'sent', 'failed', 'cancelled', 'notSent']).required(),
  reason: text('Why it was not sent.'),
  template: text("Its template's name."),
  subject: text('Its subject, which often greets by name.').personal(),
  sentAt: integer('When it was sent, in milliseconds since 1970.'),
})

const consentSaid = personalModel('PortalConsentSaid', 'How it was said whether messages are wanted.', {
  way: oneOf('A caller told it, or the customer followed a link or answered.', consentWays).required(),
  at: integer('When, in milliseconds since 1970.').required(),
  place: object('Where.', place),
  user: text('The user of the portal who entered it.'),
  employee: text('The employee who entered it.'),
  key: text('The key of the till, shop or program that told it.'),
  text: text('The words that were agreed to.'),
})

export const shownConsent = personalModel('PortalConsent', 'What an address or a phone number agreed to.', {
  channel: oneOf('The kind of channel.', channelKinds).required(),
  channelUser: text('The address or number.').required(),
  globalOptIn: flag('Whether messages are wanted at all.').required(),
  transactionalOptIn: flag('Whether messages about own transactions are wanted.').required(),
  isUnconfirmed: flag('Whether it was asked to confirm and has not yet.').required(),
  categories: categories.required(),
  said: object('How it was last chosen whether messages are wanted. Absent: not known.', consentSaid),
})

/** By what two people are told apart. */
export const cardHolder = personalModel('PortalCardHolder', 'Who has a card.', {
  firstName: text('The first name.'),
  lastName: text('The last name.'),
  email: text('The e-mail address.'),
  mobilePhone: text('The mobile phone number.'),
  phone: text('The phone number.'),
  birthday: text('The birthday.'),
  postal: text('The postal code.'),
})

export const shownChild = model('PortalChild', 'A child card.', {
  cardNumber: text('Its number.').required(),
  status: text('Its status.').required(),
  balances: list('What can be used now.', model('PortalChildAmount', 'An amount.', shownAmountFields)).required(),
})

export const shownLock = model('PortalLock', 'A checkout that has the card locked.', {
  requestRef: text('The setup.').required(),
  until: integer('Until when, in milliseconds since 1970.').required(),
})

const fieldChoice = model('PortalFieldChoice', 'A value that has a label.', {
  value: text('The value.').required(),
  label: text('Its label.').required(),
})

export const shownField = personalModel(
  'PortalOwnField',
  "A field of the brand's own, and what the customer has in it.",
  {
    name: text('The field.').required(),
    type: oneOf('What it holds.', ['String', 'Integer', 'Date']).required(),
    isList: flag('Whether it takes several values.').required(),
    values: list('Its values, as texts.', text('A value.')).required(),
    choices: list('The values that have labels.', fieldChoice).required(),
  },
)
