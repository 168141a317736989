import { explanationModel } from '../../../../calls/operations/request/parts/explanation.ts'
import { flag, integer, list, model, number, object, oneOf, text } from '../../../../ground/contract/field.ts'
import { callTypes } from '../../../../ground/kernel/call-type.ts'
import { place, shownAmountFields } from './models.ts'
import { happening } from './story-models.ts'

/** A row of the ledger. */
const ledgerRow = model('PortalLedgerRow', 'A row of the ledger.', {
  ...shownAmountFields,
  cardNumber: text('The card that it changed.').required(),
  held: number('How it changed what is on hold.').required(),
  kind: text('Why the balance changed.').required(),
  campaign: text('The campaign that did it.'),
  rule: text('Its rule.'),
  expiresAt: integer('When what was given expires, in milliseconds since 1970.'),
})

const receiptLine = model('PortalReceiptLine', 'A line of a receipt.', {
  sku: text('The product.').required(),
  name: text("The product's name.").required(),
  quantity: number('How many.').required(),
  unitPrice: number('What one costs.').required(),
  value: number('What the line comes to before discounts.').required(),
  net: number('And after them.').required(),
  sequenceId: integer('Its number in the checkout.').required(),
  returned: number('How many came back.').required(),
  isAdded: flag('Whether a campaign added it.').required(),
})

const receiptDiscount = model('PortalReceiptDiscount', 'A discount of a receipt.', {
  words: text('What gave it.').required(),
  amount: number('How much.').required(),
})

const receiptPayment = model('PortalReceiptPayment', 'A payment of a receipt.', {
  words: text('What paid.').required(),
  amount: number('How much.').required(),
})

export const receipt = model('PortalReceipt', 'A sale or a return as a receipt shows it.', {
  kind: oneOf('What it is.', ['sale', 'setup', 'return']).required(),
  currency: text('The currency.').required(),
  scale: integer('How many decimals it has.').required(),
  lines: list('The lines.', receiptLine).required(),
  discounts: list('The discounts.', receiptDiscount).required(),
  payments: list('The payments.', receiptPayment).required(),
  shipping: number('Shipping.').required(),
  tip: number('The tip.').required(),
  total: number('Before discounts.').required(),
  net: number('After them.').required(),
  returnedTotal: number('What came back of it.').required(),
})

export const callDetailModel = model('PortalCall', 'A call with everything that is known of it.', {
  requestRef: text('The call.').required(),
  operation: text('The operation.').required(),
  callType: oneOf('The type of call.', callTypes).required(),
  at: integer('When, in milliseconds since 1970.').required(),
  cardNumber: text('The card.'),
  place: object('Where.', place),
  terminalId: text('The terminal.'),
  user: text('The user of the portal who made it.'),
  note: text('The note or reason that was given.').personal(),
  externalTransactionId: text("The caller's own number for it."),
  errorCode: integer('Why it was refused.'),
  isVoided: flag('Whether it was voided.').required(),
  voidedBy: text('The call that voided it.'),
  mayVoid: flag('Whether the visitor could void it.').required(),
  happening: object('The same as a part of the story of its card.', happening),
  receipt: object('Of a sale or a return.', receipt),
  ledger: list('What it changed, row by row.', ledgerRow).required(),
  explanation: object('Why its rules fired or did not.', explanationModel),
})

export const couponDetailModel = model('PortalCouponDetail', 'A coupon with what happened to it.', {
  couponId: text('The coupon.').required(),
  set: text("Its set's name.").required(),
  cardNumber: text('The card that has it.'),
  allocatedAt: integer('When it was given, in milliseconds since 1970.'),
  allocatedBy: text('The call that gave it.'),
  usedAt: integer('When it was used, in milliseconds since 1970.'),
  usedBy: text('The call that used it.'),
  expiresAt: integer('When it expires, in milliseconds since 1970.'),
  reservedUntil: integer('Until when it is reserved, in milliseconds since 1970.'),
  disabled: oneOf('What disabled it.', ['setup', 'void', 'return']),
})
