import type { Card } from '../../../domain/card/card.ts'
import { guardChild } from '../../../domain/card/guard.ts'
import type { Touches } from '../../../domain/decision/touches.ts'
import { isRefusal, type Refusal, refuseField } from '../../../ground/kernel/errors.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import {
  type TransferContext,
  type TransferHolder,
  type TransferRequest,
  type Transferred,
  transferRequest,
  transferResponse,
} from './parts/contract.ts'
import { transferIn } from './parts/transfer-in.ts'
import { isReplaceable, transferOut } from './parts/transfer-out.ts'
import { zeroBalances } from './parts/zero-balances.ts'

export const transfer = command({
  name: 'transfer',
  summary: 'Move what a card has to another card, first out and then in, or take all balances off a card.',
  callType: 'TRANSFER',
  requestModel: 'TransferRequest',
  responseModel: 'TransferResponse',
  request: transferRequest,
  response: transferResponse,
  check: checkForm,
  touches: touchesOf,
  decide: (context) => {
    const { action } = context.request
    if (action === 'zero' && !context.brand.enabled.has('transferZero'))
      return refuseField(104, 'action', '"transferZero" is not enabled for this brand')
    return withCard(context, (root) => decideOn(root, context), exceptionOf(context))
  },
})

function decideOn(root: Card, context: TransferContext): Transferred {
  const holder = findHolder(root, context)
  if (isRefusal(holder)) return holder
  switch (context.request.action) {
    case 'out':
      return transferOut(holder, context)
    case 'in':
      return transferIn(holder, context)
    case 'zero':
      return zeroBalances(holder, context)
  }
}

/** That is how a blocked card is replaced. A blocked root is replaced as a whole, not child by child. */
function exceptionOf({ request: { action, childCardNumber } }: TransferContext) {
  return action === 'out' && childCardNumber === undefined ? { takesBlocked: isReplaceable } : {}
}

/** Whoever names an old card without transferring in may have taken one card for the other, so that is refused. */
function checkForm(request: TransferRequest): Refusal | undefined {
  const { action, oldCardNumber, childCardNumber, oldChildCardNumber } = request
  if (action !== 'in') {
    if (request.reason !== undefined && action === 'zero') return refuseField(100, 'reason', 'is for out')
    if (oldCardNumber !== undefined) return refuseField(100, 'oldCardNumber', 'is for in')
    return oldChildCardNumber === undefined ? undefined : refuseField(100, 'oldChildCardNumber', 'is for in')
  }
  if (oldCardNumber === undefined) return refuseField(100, 'oldCardNumber', 'is required for in')
  if (childCardNumber !== undefined && oldChildCardNumber === undefined)
    return refuseField(100, 'oldChildCardNumber', 'is required for in with childCardNumber')
  if (childCardNumber === undefined && oldChildCardNumber !== undefined)
    return refuseField(100, 'childCardNumber', 'is required for in with oldChildCardNumber')
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
    ...(request.transferCoupons && action !== 'zero' && { allCouponsOf: [oldCardNumber ?? cardNumber] }),
  }
}

function findHolder(root: Card, { request, child, now }: TransferContext): TransferHolder | Refusal {
  const { childCardNumber } = request
  if (childCardNumber === undefined) return { root }
  const guarded = guardChild(
    child({ root: root.number, child: childCardNumber }),
    now,
    request.action === 'out' ? isReplaceable : undefined,
  )
  return isRefusal(guarded) ? guarded : { root, child: guarded }
}
