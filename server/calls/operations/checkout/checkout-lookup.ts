import type { Brand } from '../../../domain/brand/brand.ts'
import {
  type CheckoutRecord,
  type KeptPayment,
  type KeptPreDiscount,
  shippingDiscountOf,
} from '../../../domain/checkout/record.ts'
import { showLine } from '../../../domain/view/line-view.ts'
import { frameOf, showMutations } from '../../../domain/view/mutation-view.ts'
import { showShortfalls } from '../../../domain/view/shortfall-view.ts'
import { usedCodesAndCoupons } from '../../../domain/view/used-coupons.ts'
import { flag, id, integer, json, list, model, number, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { campaignBalanceMutation, checkoutKeyValue, shortfall } from '../balance-models.ts'
import { query } from '../operation.ts'
import { discountProduct, receiptInformation, simplifiedSku } from './parts/checkout-models.ts'
import { orderAttributes } from './parts/sent-attributes.ts'

const checkoutPayment = model('CheckoutPayment', 'A payment of a checkout.', {
  paymentType: text('Your own label for the kind of payment.'),
  checkoutPaymentAmount: number('How much of the checkout it paid.').required(),
  amount: number('What was paid, or redeemed.').required(),
  balanceType: text('The kind of balance.'),
  balanceCode: text('Its currency or custom code.'),
  redeemBalance: flag('Whether the checkout redeemed it.').required(),
  updateBalanceRequestRef: text('The redemption that paid.'),
  countAsDiscount: flag('Whether it counts as a discount in reports.').required(),
})

const checkoutPreDiscount = model('CheckoutPreDiscount', 'A discount that was given outside the service.', {
  amount: number('How much, as the caller said.').required(),
  takenAmount: number('What it took off, if what it applied to was worth less.'),
  product: object('The product it applied to. Absent: the whole checkout.', discountProduct),
  externalPromotionId: text('Your own id for the promotion.'),
  externalCampaignRuleId: text('Your own id for the rule.'),
})

const response = {
  transactionId: text('The transaction.').required(),
  checkoutDate: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
  cardNumber: text('The card.'),
  childCardNumber: text('The child card.'),
  locationId: text('The location.').required(),
  isVoided: flag('Whether it was voided.').required(),
  checkoutTotalBeforeDiscount: number('The total before discounts.').required(),
  totalDiscount: number('What campaigns and personal offers took off, from shipping too.').required(),
  shippingDiscount: number('What of that was taken off shipping. Absent if nothing was.'),
  checkoutTotalAfterDiscount: number('The total after preDiscounts and discounts.').required(),
  checkoutShippingTotal: number('Shipping, before discounts on it.').required(),
  checkoutTipTotal: number('The tip.').required(),
  returnedTotal: number('How much of the total after discounts was returned.').required(),
  shortfalls: list('What its returns should have taken back but the card no longer had.', shortfall),
  skus: list('The lines.', simplifiedSku).required(),
  preDiscounts: list('The discounts that were given outside the service.', checkoutPreDiscount).required(),
  balanceMutations: list('What it changed, with each discount by line.', campaignBalanceMutation).required(),
  payments: list('The payments.', checkoutPayment).required(),
  coupons: list('The coupons and public codes that it used.', text('A coupon ID, or a code.')).required(),
  issuedCouponIDs: list('The coupons that it issued.', text('A coupon ID.')).required(),
  customKeyValues: list('The custom inputs.', checkoutKeyValue).required().personal(),
  orderAttributes,
  orderMode: integer('Your own kind of order.'),
  barcode: text('The barcode.'),
  receiptInformation: json('Information for the receipt.', receiptInformation).personal(),
}

export const checkoutLookup = query({
  name: 'checkoutLookup',
  summary: 'Show a checkout: its lines, totals, payments, coupons and what it changed.',
  callType: 'REPORTING',
  requestModel: 'CheckoutLookupRequest',
  responseModel: 'CheckoutLookupResponse',
  request: { checkoutTransactionId: id('The checkout. For a two-stage checkout, the completing call.').required() },
  response,
  answer: async ({ request, brand, reader }) => {
    const ref = request.checkoutTransactionId.toLowerCase()
    const [record] = isUuid(ref) ? await listCheckouts(reader, brand.id, [ref]) : []
    if (record?.kind !== 'sale') return refuse(118)
    const ids = [record.cardId, record.childId].filter((one) => one !== undefined)
    const numbers = await findNumbers(reader, brand.id, ids)
    const cardNumber = numbers.get(record.cardId ?? 0)
    const childCardNumber = numbers.get(record.childId ?? 0)
    return defined({
      kind: 'answer',
      cardId: record.cardId,
      response: {
        ...show(record, brand),
        ...(cardNumber !== undefined && { cardNumber }),
        ...(childCardNumber !== undefined && { childCardNumber }),
      },
    })
  },
})

function show(record: CheckoutRecord, brand: Brand) {
  const { content } = record
  const amount = (minor: number) => toJsonNumber(minor, record.scale)
  const offShipping = shippingDiscountOf(record)
  const shortfalls = (record.returned?.returns ?? []).flatMap((one) => one.shortfalls ?? [])
  return defined({
    transactionId: record.ref,
    checkoutDate: formatDateTime(content.customDate ?? record.happenedAt, brand.interfaceTimeZone),
    locationId: record.locationId,
    isVoided: record.isVoided,
    checkoutTotalBeforeDiscount: amount(record.total),
    totalDiscount: amount(record.discount),
    ...(offShipping > 0 && { shippingDiscount: amount(offShipping) }),
    checkoutTotalAfterDiscount: amount(record.net),
    checkoutShippingTotal: amount(content.shipping ?? 0),
    checkoutTipTotal: amount(content.tip ?? 0),
    returnedTotal: amount(record.returned?.total ?? 0),
    ...(shortfalls.length > 0 && { shortfalls: showShortfalls(shortfalls, brand, [record.cardId, record.childId]) }),
    skus: content.lines.map(showLine),
    preDiscounts: (content.preDiscounts ?? []).map((one) => showPreDiscount(one, amount)),
    balanceMutations: showMutations(content.mutations ?? [], frameOf(record, brand)),
    payments: (content.payments ?? []).map((payment) => showPayment(payment, amount)),
    coupons: usedCodesAndCoupons(content),
    issuedCouponIDs: content.issuedCoupons ?? [],
    customKeyValues: content.keyValues ?? [],
    orderAttributes: content.orderAttributes,
    orderMode: content.orderMode,
    barcode: content.barcode,
    receiptInformation: content.receiptInformation,
  })
}

function showPreDiscount({ sku, sequenceId, taken, ...rest }: KeptPreDiscount, amount: (minor: number) => number) {
  return defined({
    amount: amount(rest.amount),
    ...(taken !== undefined && { takenAmount: amount(taken) }),
    ...(sku !== undefined && { product: defined({ sku, sequenceId }) }),
    externalPromotionId: rest.externalPromotionId,
    externalCampaignRuleId: rest.externalCampaignRuleId,
  })
}

function showPayment(payment: KeptPayment, amount: (minor: number) => number) {
  return defined({
    paymentType: payment.type,
    checkoutPaymentAmount: amount(payment.paid),
    amount: payment.amount === undefined ? amount(payment.paid) : Number(payment.amount),
    balanceType: payment.balanceType,
    balanceCode: payment.balanceCode,
    redeemBalance: payment.redeemBalance ?? false,
    updateBalanceRequestRef: payment.request,
    countAsDiscount: payment.countAsDiscount ?? false,
  })
}
