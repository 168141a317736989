import { balanceBucket, historicBalanceUpdate } from '../../../calls/operations/balance-models.ts'
import { simplifiedSku } from '../../../calls/operations/checkout/parts/checkout-models.ts'
import { balanceTypes } from '../../../domain/brand/shapes/balance-type.ts'
import type { NoticeType } from '../../../domain/brand/shapes/notice-types.ts'
import { integer, list, type Model, model, number, object, oneOf, text } from '../../../ground/contract/field.ts'
import { callTypes } from '../../../ground/kernel/call-type.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'

const card = {
  cardNumber: text('The card.').required(),
  childCardNumber: text('The child card, if it is about one.'),
}

/** There is no card in an anonymous checkout, nor if a coupon or code is used without one. */
const anyCard = { ...card, cardNumber: text('The card. Absent if there was none.') }

const call = {
  requestRef: text('The call. requestLookup finds it.').required(),
  callType: oneOf('The type of call.', callTypes).required(),
  locationId: text('Where it came from, if a till made it.'),
}

const ofCard = { ...call, ...card }
const ofCall = { ...call, ...anyCard }

const noticeBalance = model('NoticeBalance', 'A balance after the change.', {
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value type.'),
  amount: number('All of it, with what is held.').required(),
  held: number('What is held of it.').required(),
  balanceBucket: object('Present if the balance belongs to something other than the card itself.', balanceBucket),
})

const coupon = {
  ...ofCall,
  couponId: text('The coupon, or the public code.').required(),
  couponSetId: text('Its set.'),
  promotionId: text('What it was given out for.'),
}

const segment = {
  ...card,
  segmentId: text('The segment.').required(),
  segmentName: text('Its name.').required(),
}

const tierReasons = [
  ...['reached', 'prolonged', 'kept', 'lapsed', 'undone', 'restored'],
  ...['override', 'overrideEnded', 'moved', 'reconfigured'],
] as const

/** What webhooks are told of each type, in `data`. The client's types are made of it. */
export const noticeModels = {
  'card.allocated': model('CardAllocatedData', 'A card or child card became active for the first time.', {
    ...ofCard,
    cardSetId: text('Its card set.').required(),
    programId: text('The program of the set.'),
    cardStatus: oneOf('Its status.', cardStatuses).required(),
  }),
  'card.statusChanged': model('CardStatusChangedData', 'The status of a card changed.', {
    ...ofCard,
    from: oneOf('Its status before.', cardStatuses).required(),
    to: oneOf('Its status now.', cardStatuses).required(),
  }),
  'card.transferred': model('CardTransferredData', 'A card that was transferred out was transferred in to this one.', {
    ...ofCard,
    fromCardNumber: text('The card that was transferred out.'),
    childCardNumbers: list('The child cards that came along.', text('A child card.')).required(),
  }),
  'balance.changed': model('BalanceChangedData', 'Something was issued, redeemed, held, released or expired.', {
    ...ofCard,
    balanceUpdates: list('What changed, as in cardHistory.', historicBalanceUpdate).required(),
    balances: list('Every balance that changed, after it.', noticeBalance).required(),
  }),
  'checkout.completed': model('CheckoutCompletedData', 'A checkout was completed.', {
    ...ofCall,
    checkoutTransactionId: text('The checkout.').required(),
    currency: text('Its currency.').required(),
    checkoutTotal: number('The total before discounts.').required(),
    totalDiscount: number('The discounts.').required(),
    checkoutTotalAfterDiscount: number('The total after discounts.').required(),
    products: list('Its lines.', simplifiedSku).required(),
    coupons: list('The coupons and public codes that it used.', text('A coupon, or a code.')),
  }),
  'checkout.returned': model('CheckoutReturnedData', 'Merchandise came back.', {
    ...ofCall,
    transactionId: text('The return.').required(),
    checkoutTransactionId: text('The sale.'),
    currency: text('Its currency.').required(),
    returnTotal: number('What came back, as a positive number.').required(),
    products: list('What came back, as positive numbers.', simplifiedSku).required(),
  }),
  'transaction.voided': model('TransactionVoidedData', 'A call was voided.', {
    ...ofCall,
    voidedTransactionId: text('The call that was voided.').required(),
  }),
  'coupon.allocated': model('CouponAllocatedData', 'A coupon was given out, or moved to another card.', coupon),
  'coupon.used': model('CouponUsedData', 'A coupon or a public code was used.', coupon),
  'coupon.unused': model('CouponUnusedData', 'The use of a coupon or a public code was given back.', coupon),
  'customer.updated': model('CustomerUpdatedData', 'The customer of a card changed.', {
    ...ofCard,
    fields: list('The names of what changed, without values.', text('A field.')).required(),
  }),
  'event.logged': model('EventLoggedData', 'An event was registered.', {
    ...ofCard,
    eventType: text('Its kind.').required(),
    categoryId: text('Its category.').required(),
    eventDate: text('When it happened, as ISO 8601.').required(),
  }),
  'rule.fired': model('RuleFiredData', 'A campaign rule fired.', {
    ...ofCall,
    campaignId: text('The campaign.').required(),
    ruleId: text('The rule.').required(),
  }),
  'budget.reached': model('BudgetReachedData', 'A call reached 80 or 100 % of a budget.', {
    ...ofCall,
    campaignId: text('The campaign.').required(),
    ruleId: text("The rule; absent for the campaign's own budget."),
    percent: integer('80 or 100.').required(),
    amount: number('The budget.').required(),
    spent: number('What is spent of it.').required(),
    of: text('What is counted: `discount USD`, `Points`.').required(),
    period: text('The period: `day 2026-11-15`.').required(),
  }),
  'segment.entered': model('SegmentEnteredData', 'A refresh found that a card has entered a segment.', segment),
  'segment.left': model('SegmentLeftData', 'A refresh found that a card has left a segment.', segment),
  'tier.changed': model('TierChangedData', 'The level of a card changed, or was kept when its time was over.', {
    ...ofCard,
    programId: text('The program.').required(),
    from: text('The level before; absent for none.'),
    to: text('The level now; absent for none.'),
    reason: oneOf('Why.', tierReasons).required(),
    keptUntil: text('Until when it is kept, as ISO 8601; absent if for good.'),
  }),
  'schedule.refused': model('ScheduleRefusedData', 'A scheduled change of the brand file was not applied.', {
    // It has none: so that a receiver can ask every event for its card.
    ...anyCard,
    scheduleNumber: integer('The schedule.').required(),
    dueDate: text('When it was due, as ISO 8601.').required(),
    reason: oneOf('It would undo what others changed, or has faults.', ['wouldUndo', 'faults']).required(),
    faults: list('The first 20 faults.', text('A fault.')),
  }),
} as const satisfies Readonly<Record<NoticeType, Model>>
