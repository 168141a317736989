import type { Card } from '../../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../../domain/decision/decision.ts'
import { flag, id, list, oneOf, text, type Values } from '../../../../ground/contract/field.ts'
import { campaignBalanceMutation, cardBalance } from '../../balance-models.ts'

export const transferRequest = {
  action: oneOf(
    'out ends the use of a card, also of one that is suspended, lost or stolen, for which a key with a scope needs replaceCards. in moves what it had to another card. zero takes all balances off a card (needs the enablement transferZero).',
    ['out', 'in', 'zero'],
  ).required(),
  cardNumber: id('The card to transfer out or to zero. With in, the card that gets everything.').required(6),
  oldCardNumber: id('The card that was transferred out. Required for in.'),
  mergeMode: oneOf(
    'With in, what happens to customer data: skip copies nothing, combine copies what the card lacks, overwrite copies everything.',
    ['skip', 'combine', 'overwrite'],
  ).absentMeans('skip'),
  overwriteDemographics: flag(
    'Deprecated, ignored with mergeMode. With in: copy customer and demographics, and enroll the card if the old one was enrolled.',
  ).default(false),
  copyCustomCardNumber: flag('With in: copy the custom card number, if the old card has one.').default(false),
  ignoreHoldBalances: flag('With out and zero: release held balance instead of failing.').default(false),
  transferCoupons: flag(
    'With in: also move coupons, including used ones, and their balances. With out it says that they are to be moved: a limit of what may be moved by hand counts them.',
  ).default(false),
  owningLocationType: oneOf(
    'With in, where the card counts as signed up: like the card that was activated first (min), the old card (source) or itself (target).',
    ['min', 'source', 'target'],
  ).default('target'),
  returnBalanceMutations: flag('With in: return what changed on the card.').default(false),
  forcePinValidation: flag('Check the pin of cardNumber.').default(false),
  pin: text('The pin of cardNumber.').max(20).secret(),
  reason: text(
    'With out: why, above all of a card that is suspended, lost or stolen. requestLookup shows it as suspensionReason. Absent: the note of the call.',
  ).max(255),
  childCardNumber: id('Transfer this child card instead. With in, the child card that gets everything.'),
  oldChildCardNumber: id('The child card that was transferred out. Required for in of a child card.'),
}

export const transferResponse = {
  cardNumber: text('The card.').required(),
  transactionId: text('The transaction.').required(),
  balances: list(
    'The balances after the call. For a card that was transferred out, what waits to be moved.',
    cardBalance,
  ).required(),
  balanceMutations: list('What changed on the card. With returnBalanceMutations.', campaignBalanceMutation),
}

export type TransferRequest = Values<typeof transferRequest>

export type TransferResponse = Values<typeof transferResponse>

export type TransferContext = DecisionContext<TransferRequest>

export type Transferred = Decision<TransferResponse>

/** A root card, and the child of it that the request is about. */
export interface TransferHolder {
  readonly root: Card
  readonly child?: Card
}
