import { changedParts } from '../../../../domain/account/person-changes.ts'
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

/** What a thing that happened to a card was. The application has a sentence for each. */
export const happenings = [
  'sale',
  'setup',
  'setupCancelled',
  'returned',
  'given',
  'used',
  'cashedOut',
  'imported',
  'held',
  'released',
  'adjusted',
  'statusChanged',
  'allocated',
  'found',
  'childAllocated',
  'voided',
  'transferredIn',
  'transferredOut',
  'zeroed',
  'reactivated',
  'accountChanged',
  'couponGiven',
  'couponChanged',
  'offerGiven',
  'rewardChosen',
  'ruleFired',
  'expired',
  'tierChanged',
  'elsewhere',
  'erased',
  'unchanged',
  'other',
] as const

const movedAmount = model('PortalMoved', 'An amount that was moved.', {
  ...shownAmountFields,
  campaign: text('The campaign that did it.'),
  rule: text('The rule of the campaign.'),
})

const boughtProduct = model('PortalBought', 'A product of a checkout.', {
  name: text('Its name, or its SKU.').required(),
  quantity: number('How many.').required(),
})

const usedCoupon = model('PortalUsedCoupon', 'A coupon or a public code.', {
  couponId: text('The coupon or code.').required(),
  name: text("Its set's name.").required(),
})

const paid = model('PortalPaid', 'What a checkout came to.', {
  total: number('Before discounts.').required(),
  discount: number('The discounts.').required(),
  net: number('What was paid.').required(),
  currency: text('The currency.').required(),
  scale: integer('How many decimals it has.').required(),
})

const personChange = personalModel('PortalPersonChange', 'What changed of the person behind a card.', {
  of: oneOf(
    "Whose field it is: own is the brand's own field, optIn whether messages are wanted.",
    changedParts,
  ).required(),
  field: text('Its name.').required(),
  before: text('What it was. Absent: nothing.'),
  after: text('What it is from then on. Absent: nothing.'),
})

/** Something that happened to a card: the figures of a sentence. */
export const happening = model('PortalHappening', 'Something that happened to a card.', {
  requestRef: text('The call.').required(),
  at: integer('When, in milliseconds since 1970.').required(),
  what: oneOf('What it was.', happenings).required(),
  place: object('Where.', place),
  terminalId: text('At which terminal.'),
  employee: text('The employee who did it.'),
  user: text('The user of the portal who did it.'),
  approvedBy: text('The user who approved it.'),
  note: text('The note or reason that was given.').personal(),
  externalTransactionId: text("The caller's own number for it."),
  merchantName: text('Where it happened, according to the caller.'),
  childCardNumber: text('The child card it was about.'),
  isVoided: flag('Whether it was voided.'),
  voids: text('The call that it voided.'),
  paid: object('Of a checkout or a return: what it came to.', paid),
  products: list('Of a checkout or a return: the first products.', boughtProduct),
  moreProducts: integer('How many more there are.'),
  got: list('What came onto the card.', movedAmount),
  lost: list('What went off the card.', movedAmount),
  held: list('What was put on hold; below 0 what was released.', movedAmount),
  coupons: list('The coupons and codes that were used.', usedCoupon),
  couponsGiven: list('The coupons that were given.', usedCoupon),
  newStatus: text('The status that the card was given.'),
  statusReason: text('Why.').personal(),
  reward: text('Of a reward that was chosen: its id.'),
  otherCard: text('Of a transfer: the other card.'),
  foundBy: oneOf('Of a card that was found by its customer: by which of their data.', [
    'email',
    'phone',
    'mobilePhone',
  ]),
  changes: list('What changed of the person, for those who may see people.', personChange),
})
