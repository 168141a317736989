import type { Card } from '../card/card.ts'
import { guardChild } from '../card/guard.ts'
import { flag, id, list, oneOf, text, type Values } from '../contract/field.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { campaignBalanceMutation, cardBalance } from './balance-models.ts'
import { command, type Decision, type DecisionContext, type Touches } from './operation.ts'
import { transferIn } from './transfer/transfer-in.ts'
import { transferOut } from './transfer/transfer-out.ts'
import { zeroBalances } from './transfer/zero-balances.ts'
import { withCard } from './with-card.ts'

const request = {
  action: oneOf(
    'out ends the use of a card, in moves what it has to another card, zero takes all balances off a card (needs enablement).',
    ['out', 'in', 'zero'],
  ).required(),
  cardNumber: id('The card to transfer out or to zero; with in, the card that gets everything.').required(6),
  oldCardNumber: id('With in, and required there: the card that was transferred out.'),
  mergeMode: oneOf(
    'With in, what happens to data about the person: skip (the default) leaves it, combine copies what the card lacks, overwrite copies all there is.',
    ['skip', 'combine', 'overwrite'],
  ),
  overwriteDemographics: flag(
    'Deprecated, ignored with mergeMode. With in: copy customer and demographics, and enroll the card if the old one was.',
  ).default(false),
  copyCustomCardNumber: flag('With in: copy the custom card number, if the old card has one.').default(false),
  ignoreHoldBalances: flag('With out and zero: release held balance instead of failing.').default(false),
  transferCoupons: flag('With in: also move coupons, used ones too, and their balances.').default(false),
  owningLocationType: oneOf(
    'With in, where the card signed up: as the card that did so first (min), the old card (source) or itself (target).',
    ['min', 'source', 'target'],
  ).default('target'),
  returnBalanceMutations: flag('With in: answer what changed on the card.').default(false),
  forcePinValidation: flag('Check the pin of cardNumber.').default(false),
  pin: text('The pin of cardNumber.').max(20),
  childCardNumber: id('Transfer this child card instead; with in, the child card that gets everything.').orEmpty(),
  oldChildCardNumber: id('With in of a child card, and required there: the child card that was transferred out.'),
}

const response = {
  cardNumber: text('The card.').required(),
  transactionId: text('The transaction.').required(),
  balances: list(
    'The balances after the call: of a card that was transferred out, what waits to be moved.',
    cardBalance,
  ).required(),
  balanceMutations: list('What changed on the card. With returnBalanceMutations.', campaignBalanceMutation),
}

export type TransferRequest = Values<typeof request>
export type TransferResponse = Values<typeof response>
export type TransferContext = DecisionContext<TransferRequest>
export type Transferred = Decision<TransferResponse>

/** A root card, and the child of it that the request is about. */
export interface Holder {
  readonly root: Card
  readonly child?: Card
}

export const transfer = command({
  name: 'transfer',
  summary: 'Move what a card has to another card: first out, then in. Or take all balances off a card.',
  callType: 'TRANSFER',
  requestModel: 'TransferRequest',
  responseModel: 'TransferResponse',
  request,
  response,
  check: checkForm,
  touches: touchesOf,
  decide: (context) => {
    const { action } = context.request
    if (action === 'zero' && !context.brand.enabled.has('transferZero'))
      return refuse(104, 'action: "transferZero" is not enabled for this brand')
    return withCard(context, (root) => {
      const holder = findHolder(root, context)
      if ('kind' in holder) return holder
      switch (action) {
        case 'out':
          return transferOut(holder, context)
        case 'in':
          return transferIn(holder, context)
        case 'zero':
          return zeroBalances(holder, context)
      }
    })
  },
})

/** Whoever names an old card without transferring in may have taken one card for the other, so that is refused. */
function checkForm(request: TransferRequest): Refusal | undefined {
  const { action, oldCardNumber, childCardNumber, oldChildCardNumber } = request
  if (action !== 'in') {
    if (oldCardNumber !== undefined) return refuse(100, 'oldCardNumber: is for in')
    return oldChildCardNumber === undefined ? undefined : refuse(100, 'oldChildCardNumber: is for in')
  }
  if (oldCardNumber === undefined) return refuse(100, 'oldCardNumber: is required for in')
  if (childCardNumber !== undefined && oldChildCardNumber === undefined)
    return refuse(100, 'oldChildCardNumber: is required for in with childCardNumber')
  if (childCardNumber === undefined && oldChildCardNumber !== undefined)
    return refuse(100, 'childCardNumber: is required for in with oldChildCardNumber')
  return undefined
}

/** A root card takes its children along, so all of them are locked; those of the target may clash with them. */
function touchesOf(request: TransferRequest): Touches {
  const { action, cardNumber, oldCardNumber, childCardNumber, oldChildCardNumber, forcePinValidation } = request
  const cards = oldCardNumber === undefined ? [cardNumber] : [cardNumber, oldCardNumber]
  const ofOld = oldCardNumber !== undefined && oldChildCardNumber !== undefined
  const children = [
    ...(childCardNumber !== undefined ? [{ root: cardNumber, child: childCardNumber }] : []),
    ...(ofOld ? [{ root: oldCardNumber, child: oldChildCardNumber }] : []),
  ]
  return {
    cards,
    children,
    pins: forcePinValidation,
    ...(children.length === 0 && action !== 'zero' && { allChildrenOf: cards }),
    ...(request.transferCoupons && oldCardNumber !== undefined && { allCouponsOf: [oldCardNumber] }),
  }
}

function findHolder(root: Card, { request, child, now }: TransferContext): Holder | Refusal {
  const { childCardNumber } = request
  if (childCardNumber === undefined) return { root }
  const guarded = guardChild(child({ root: root.number, child: childCardNumber }), now)
  return 'kind' in guarded ? guarded : { root, child: guarded }
}
