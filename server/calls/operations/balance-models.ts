import { balanceTypes } from '../../domain/brand/shapes/balance-type.ts'
import { mutationTypes } from '../../domain/card/book.ts'
import { decimal, flag, id, integer, model, number, object, oneOf, text } from '../../ground/contract/field.ts'

const balanceCode = id(
  'The currency, or the code of a custom value type. Required for Currency and Custom, not allowed otherwise.',
)

export const cardBalanceAmount = model('CardBalanceAmount', 'An amount of one value type.', {
  amount: decimal('How much. Negative only inside an accounting adjustment.'),
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode,
  convertToMainCurrency: flag(
    "Redemptions only: convert the amount to the card's main currency and redeem it from that balance.",
  ).default(false),
})

export const balanceBucket = model('BalanceBucket', 'What a balance belongs to if not to the card itself.', {
  type: text('What it belongs to: coupon or subtrack.').required(),
  id: text('Which one: the coupon ID, or the number of the subtrack, from 1.').required(),
})

export const cardBalance = model('CardBalance', "A part of a card's balance.", {
  amount: number('The amount of this part.').required(),
  scale: integer('How many decimals the value type has.').required(),
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value type.'),
  isHold: flag('Whether this part is reserved by a hold.').required().default(false),
  holdingTransactionId: text('The transaction that holds it.'),
  doesBalanceExpire: flag('Whether this part expires. Only if expirations were asked for.').v2(),
  balanceExpiration: integer('When it expires, in milliseconds since 1970.').v2(),
  balanceActiveDate: integer('When it becomes redeemable, in milliseconds since 1970. Only for delayed balance.').v2(),
  convertedAmount: number('The amount in the currency that search was asked to convert to.'),
  balanceBucket: object('Present if the balance belongs to something other than the card itself.', balanceBucket),
})

export const checkoutKeyValue = model('CheckoutKeyValue', 'A custom input for campaign conditions.', {
  key: text('The key. May occur several times.').required(),
  value: text('The value.').required(),
})

export const historicBalanceUpdate = model('HistoricTransactionBalanceUpdate', 'A change of a balance in the past.', {
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value type.'),
  amount: number('Positive for issuances, negative for redemptions.').required(),
  mutationType: oneOf('Why the balance changed.', mutationTypes),
  issuanceIndex: integer(
    'The number of the issuance within the transaction, from 1. Absent for redemptions. With includeCampaignData.',
  ),
  campaignName: text('The campaign that made the change.').v2(),
  campaignRuleName: text('Its rule.').v2(),
  campaignResultName: text('The result of the rule.').v2(),
  campaignConditionName: text('The condition of the rule.').v2(),
  balanceBucket: object('Present if the balance belongs to something other than the card itself.', balanceBucket),
  balanceActiveDate: integer('When an issuance becomes redeemable, in milliseconds since 1970.'),
})

export const campaignBalanceMutation = model('CampaignBalanceMutation', 'A change of a balance, or a discount.', {
  amount: number('Discounts and issuances are positive, redemptions negative.').required(),
  isDiscount: flag('Whether this is a discount instead of a change of a balance.').required().default(false),
  balanceType: oneOf('The kind of balance.', balanceTypes),
  balanceCode: text('The currency, or the code of a custom value type.'),
  balanceExpiration: integer('When an issuance expires, in milliseconds since 1970.'),
  balanceActiveDate: integer('When an issuance becomes redeemable, in milliseconds since 1970.'),
  isOnShipping: flag('True for a discount on shipping, which leaves the total after discounts as it is.'),
  sku: text('The discounted product.'),
  skuUnitPrice: number('With sku: what a unit cost before.'),
  skuAmount: number('With sku: how many units are discounted.'),
  skuUnitDiscount: number('With sku: the discount per unit, to 6 decimals. The amount is exact.'),
  skuSequenceId: integer('With sku: the number of its line.'),
  campaignUUID: text('The campaign that made the change.'),
  campaignRevisionUUID: text('The campaign as it was then.'),
  campaignRuleUUID: text('Its rule. Absent if a condition of the whole campaign caused the change.'),
  campaignResultUUID: text('The result of the rule.'),
  campaignConditionUUID: text('The condition of the rule or campaign that caused the change.'),
  campaignDescriptiveName: text('The names of the campaign and its rule.').v2(),
  customMutationType: text("The caller's name for the change. Only if asked for."),
  childCard: flag('Whether the change was on a child card.'),
  subtrackDisplayName: text('The subtrack of punches that changed.'),
  offerIndex: integer('The personal offer that the discount comes from, counted from 1.'),
})

export const shortfall = model(
  'Shortfall',
  'What a return or a void should have taken back but the card no longer had.',
  {
    amount: number(
      'How much. Below 0: what could not be given back, because the card was locked or could not be used.',
    ).required(),
    balanceType: oneOf('The kind of balance.', balanceTypes).required(),
    balanceCode: text('The currency, or the code of a custom value type.'),
    ofReferrer: flag("Whether it is missing on the referrer's card."),
  },
)
