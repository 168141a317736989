import { balanceTypes } from '../../../../domain/brand/shapes/balance-type.ts'
import { decimal, flag, id, integer, model, number, object, oneOf, text } from '../../../../ground/contract/field.ts'
import { lineAttributes } from './sent-attributes.ts'

export const checkoutProduct = model('CheckoutProduct', 'A line of a checkout.', {
  sku: id('The product.').required(),
  unitPrice: decimal('What a unit costs after your own discounts. Up to 6 decimals.').absentMeans(0),
  amountPurchased: decimal('How many units. Up to 6 decimals.').absentMeans(1),
  unitCost: decimal('What a unit costs you, for reports.'),
  sequenceId: integer('Your own number for the line, returned as skuSequenceId. Absent: its position, from 1.'),
  attributes: lineAttributes,
})

export const discountProduct = model('DiscountProduct', 'A product of the checkout that a preDiscount applies to.', {
  sku: id('The product.').required(),
  sequenceId: integer('Its line, if the product is on several.'),
})

export const preDiscount = model('PreDiscount', 'A discount that was given outside the service.', {
  amount: decimal('How much. More than 0.').required(),
  product: object('The product it applies to. Absent: the whole checkout.', discountProduct),
  externalPromotionId: id('Your own id for the promotion.').v2(),
  externalCampaignRuleId: id('Your own id for the rule.').v2(),
})

export const paymentMethod = model('PaymentMethod', 'A payment of the checkout.', {
  paymentType: text('Your own label for the kind of payment.').max(100),
  amount: decimal('How much was paid, or is redeemed.'),
  redeemBalance: flag(
    "Redeem `amount` from a balance of the checkout's card in this call: exactly that much, whatever the total is.",
  ).default(false),
  balanceType: oneOf('The kind of balance to redeem.', balanceTypes),
  balanceCode: id('Its currency or custom code.'),
  checkoutPaymentAmount: decimal(
    "How much of the checkout this pays, if the balance is not in the checkout's currency.",
  ),
  updateBalanceRequestRef: id(
    'An earlier redemption by updateBalance that pays for this. Its balance and amount count. Each can be used once, and is no more than what is still owed with shipping and tip.',
  ),
  countAsDiscount: flag('Count this payment as a discount in reports.').default(false),
})

export const campaignChoice = model('CampaignChoice', 'An option of a campaign that the customer chose.', {
  optionId: id('The option.').required(),
  campaignRuleUUID: id('Its rule, if several rules have an option with this id.'),
})

export const campaignOption = model('CampaignOption', 'An option of a campaign that the customer may choose.', {
  optionId: text('The option.').required(),
  choiceGroupId: text('The group it belongs to.'),
  maxSelectedOptions: integer('How many options of the group may be chosen. If more are chosen, none is executed.'),
  selected: flag('Whether it was chosen.').required(),
  optionDisplayValue: text('What to show.'),
  campaignRuleUUID: text('Its rule.'),
})

export const responseObject = model('ResponseObject', 'A message of a campaign.', {
  message: text('The message.').required(),
  receiptMessage: flag('Whether it is for the receipt. If so, it is not among responseMessages.').required(),
  campaignRuleUUID: text('The rule it comes from.'),
})

export const valueTypeModel = model('ValueType', 'A value type.', {
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: id('The currency, or the code of a custom value type.'),
})

export const receiptInformation = model('TransactionReceiptInformation', 'Information for the receipt.', {})

export const recommendedProduct = model('RecommendedProduct', 'A product to recommend.', {
  sku: text('The product.').required(),
  name: text('Its name.'),
  recommendationType: oneOf('Where it comes from.', ['Backup', 'Personalized']),
})

export const simplifiedSku = model('SimplifiedSkuObject', 'A line of a checkout in the past.', {
  sku: text('The product.').required(),
  unitPrice: number('What a unit cost.').default(0),
  amountPurchased: number('How many units.').default(1),
  attributes: lineAttributes,
  ruleId: text('The rule that added the line: campaign/rule. Absent for lines of the till.'),
})
