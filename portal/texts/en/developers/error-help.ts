import type { ErrorCode } from '../../../../server/ground/kernel/errors.ts'

interface ErrorHelp {
  readonly what: string
  readonly todo: string
}

/** What each error of the interface means, and what whoever sees it can do. */
export const errorHelp = {
  1: {
    what: 'Something unexpected went wrong in the server.',
    todo: 'Give the operator the requestRef: the log has more under it. Repeat the call with the same customRequestId.',
  },
  2: {
    what: 'No card of the brand has this number.',
    todo: 'Check the number and the Brand header. A new card has to be generated or imported first.',
  },
  3: {
    what: 'A call with this customRequestId has already succeeded.',
    todo: 'Stop repeating it: it happened. The header Purser-Original-Request names the earlier call. Use a new id for every new call.',
  },
  6: { what: 'No card number was given.', todo: 'Send cardNumber; null and an empty text do not count.' },
  10: {
    what: 'The card’s PIN is wrong.',
    todo: 'Ask the customer again. After several wrong ones the card waits for a while.',
  },
  13: {
    what: 'The amount is outside what the balance or its limits allow.',
    todo: 'Look at the card’s balance and at the limits of the value type. A void fails like this when the value is already spent.',
  },
  16: { what: 'The card set has no cards left.', todo: 'Generate more cards for the set, or name another one.' },
  26: {
    what: 'Another call is using one of the coupons right now.',
    todo: 'Repeat the call in a moment, or leave the coupon out.',
  },
  27: {
    what: 'Some coupons cannot be used.',
    todo: 'The answer lists them in blockingCoupons. Leave them out, or send removeBlockingCoupons.',
  },
  100: {
    what: 'The request is not valid.',
    todo: 'The errorMessage of the answer names the field. Compare the request with the reference.',
  },
  101: {
    what: 'Authentication failed.',
    todo: 'Check key and secret, and the headers Brand, Location and Terminal. Is the key revoked, expired, or limited to other addresses?',
  },
  102: {
    what: 'The location or the terminal is not known.',
    todo: 'Compare the headers with the locations of the brand; a terminal belongs to one location.',
  },
  103: {
    what: 'The employee could not be identified.',
    todo: 'Send the employee and, if the brand requires it, the password.',
  },
  104: {
    what: 'This is not enabled for the brand, or the key may not do it.',
    todo: 'Look under Features and at the key’s scope and locations. Only the operator can enable a feature.',
  },
  105: { what: 'There is nothing at this address.', todo: 'Check the path: it is /merchant/OPERATION.' },
  106: { what: 'The HTTP method is wrong.', todo: 'Call operations with POST.' },
  107: { what: 'The request is too large.', todo: 'Send less at a time: a body may have 1 MiB.' },
  108: {
    what: 'There were too many requests.',
    todo: 'Wait as long as Retry-After says. If it happens in normal use, ask the operator for a higher limit.',
  },
  109: {
    what: 'The server was overloaded, or its database could not be reached. Nothing was executed.',
    todo: 'Repeat the call with the same customRequestId after Retry-After.',
  },
  110: { what: 'The card exists, but is not active yet.', todo: 'Allocate it first.' },
  111: { what: 'The card is already active.', todo: 'Nothing needs to be done, or another number was meant.' },
  112: {
    what: 'The card’s status does not allow this.',
    todo: 'It is lost, closed, expired, suspended or transferred. Reactivate it, or use the card that replaced it.',
  },
  113: {
    what: 'A checkout that was set up has locked the card.',
    todo: 'Complete or cancel that setup, or wait until its lock expires.',
  },
  114: {
    what: 'There is no open setup with this id.',
    todo: 'It expired, was cancelled or completed. Send the whole checkout again, without isSetup.',
  },
  115: {
    what: 'The card’s program has no such value type.',
    todo: 'Check balanceType and balanceCode: listValueTypes lists those that exist.',
  },
  116: { what: 'The amount has too many decimals.', todo: 'Round it to the scale of the value type.' },
  117: {
    what: 'There is no such open hold.',
    todo: 'It was used up or released, or is of another card or value type.',
  },
  118: {
    what: 'The call or thing that was referred to does not exist.',
    todo: 'Check the requestRef or transactionId, and that it is of the same card.',
  },
  119: {
    what: 'The call cannot be voided or reversed.',
    todo: 'It already was, or part of it was returned or redeemed. Return the rest instead.',
  },
  120: { what: 'More would be returned than was bought.', todo: 'Look at what was returned before.' },
  121: { what: 'There is no such coupon.', todo: 'Check the coupon’s id and the Brand header.' },
  122: {
    what: 'The coupon’s state does not allow this.',
    todo: 'It is used, reserved, disabled or not allocated. couponDetails shows its state.',
  },
  123: { what: 'The coupon set has no coupons left.', todo: 'Generate more, or let the set make new ones.' },
  124: {
    what: 'The card already has a coupon of this promotion.',
    todo: 'Nothing needs to be done: one is the limit.',
  },
  125: {
    what: 'No campaign used one of the coupons.',
    todo: 'Leave it out, or do not send failOnUnusedCoupons. The explanation says why no rule wanted it.',
  },
  126: {
    what: 'A coupon that the call had issued was used meanwhile.',
    todo: 'Undo its use first, or do not send failIfCouponsUsed.',
  },
  127: { what: 'Part of the balance is on hold.', todo: 'Redeem or release the hold first.' },
  128: { what: 'The transfer is not possible.', todo: 'Transfer the old card out first, and in only once.' },
  129: { what: 'The card has no such child card.', todo: 'Check childCardNumber.' },
  130: { what: 'The child card number is taken.', todo: 'Choose another one: they are unique within the root card.' },
  131: { what: 'This cannot be a phone number.', todo: 'Send it with its country code, such as +1 212 555 0100.' },
  132: {
    what: 'The demographic field does not exist, or its value is of the wrong type.',
    todo: 'Compare it with the demographic fields under Settings.',
  },
  133: { what: 'There is no exchange rate for the currency.', todo: 'Add it to the brand’s exchange rates.' },
  134: {
    what: 'A campaign rule refused the checkout.',
    todo: 'That is what the rule is for: show its text to the customer. The explanation names the rule.',
  },
  135: {
    what: 'The call needs more work than one call may use.',
    todo: 'Send fewer products at a time, or ask the operator which rule takes so long.',
  },
  136: {
    what: 'Nobody knows whether it happened: the connection to the database broke.',
    todo: 'Repeat the call with the same customRequestId: it takes effect exactly once.',
  },
} as const satisfies Record<ErrorCode, ErrorHelp> as Readonly<Record<ErrorCode, ErrorHelp>>
