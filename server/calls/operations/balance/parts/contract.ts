import {
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  text,
  utcDateTime,
  type Values,
} from '../../../../ground/contract/field.ts'

import { cardBalance, cardBalanceAmount, checkoutKeyValue } from '../../balance-models.ts'

const adjustmentStatusDetails = model('AdjustmentStatusDetails', 'The status that an adjustment gives a card.', {
  newStatus: oneOf('The new status. The card cannot be used afterwards.', [
    'Lost',
    'Closed',
    'Expired',
    'Suspended',
    'Stolen',
  ]).required(),
})

const suspensionReasons = [
  'lostOrStolenAccount',
  'other',
  'dataPrivacyRequest',
  'duplicateAccount',
  'employee',
  'hacked',
  'customer',
  'spamPhishing',
] as const

export const updateBalanceRequest = {
  cardNumber: id('The card.').required(6),
  action: oneOf('What to do. adjustOnly changes only the status, in an accounting adjustment.', [
    'issue',
    'redeem',
    'hold',
    'adjustOnly',
  ]).required(),
  amount: object('How much of which value type. Required for issue, redeem and hold.', cardBalanceAmount),
  isReturnRelated: flag('Issue: the balance comes from a return (store credit). It is redeemed first.').default(false),
  isGoodwill: flag('Issue: it is given as goodwill, and nobody paid for it. Reports tell it apart.'),
  issuedBalanceExpiration: utcDateTime('Issue: when the balance expires, in UTC. Absent: never.'),
  issuedBalanceActivation: dateTime('Issue: when the balance becomes usable.').steeringV2(),
  redeemMaxOnOverdraw: flag('Redeem: take what is available instead of failing. Not for hold.').default(false),
  redeemFromHoldTransactionId: id('Redeem: the hold to redeem from.'),
  releaseHoldRemainder: flag(
    'Redeem: release the rest of the hold. With an amount of 0 this cancels the hold.',
  ).default(false),
  isCashout: flag(
    'Redeem: the rest is paid out in cash. The amount must be the whole balance, and nothing may be held.',
  ).default(false),
  isAccountingAdjustment: flag(
    'Issue, redeem: this is a correction of the books. Negative amounts are allowed.',
  ).default(false),
  adjustStatus: object('Accounting adjustments: the status to give the card.', adjustmentStatusDetails),
  suspensionReason: oneOf('Why the status is changed.', suspensionReasons),
  returnBalances: flag('Return the balances after the call.').default(false),
  returnBalanceExpirations: flag('With returnBalances: one element for each expiry.').default(false).v2(),
  returnDelayedBalances: flag('With returnBalances: also balance that is not active yet.').default(false).v2(),
  forcePinValidation: flag('Check the pin.').default(false),
  pin: text("The card's pin.").max(20).secret(),
  couponId: id("Change a coupon's own balance instead of the card's.").steeringV2(),
  subtrackIndex: integer('Change the punches of one subtrack.').between(1, 1000).steeringV2(),
  childCardNumber: id('Change a child card instead.').steeringV2(),
  orderTotal: decimal('What the whole order costs. At least the redemption amount.').v2(),
  merchantName: text('Where this happened, if the location does not say so.').max(64).v2(),
  balanceReference: text('Issue: your reference for the balance.').max(25).enablement('balanceReference'),
  customMutationType: text('Your own name for this kind of change.').max(64).enablement('customMutationTypes'),
  customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

export const updateBalanceResponse = {
  transactionId: text('The transaction. For a hold, this also identifies the hold.').required(),
  cardNumber: text('The card.').required(),
  balances: list('The balances after the call.', cardBalance),
  didOverdraw: flag('Whether less was redeemed than requested.').required(),
  overdrawAmount: number('What was not redeemed.'),
  overdrawAmountOriginalCurrency: number('What was not redeemed, in the currency of the request.'),
  convertedAmount: number("What was redeemed, converted to the card's main currency.").v2(),
}

export type UpdateBalanceRequest = Values<typeof updateBalanceRequest>

export type UpdateBalanceResponse = Values<typeof updateBalanceResponse>
