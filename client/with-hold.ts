import type { CallOptions, ChangeOptions, Done } from './call-types.ts'
import type { Purser } from './connect.ts'
import {
  type FailedCall,
  PurserAborted,
  PurserError,
  PurserHoldLeft,
  PurserRefusal,
  PurserUnreachable,
} from './errors.ts'
import type { CardBalanceAmount, UpdateBalanceRequest, UpdateBalanceResponse } from './generated/models.ts'
import { unsignalled } from './two-stage-checkout.ts'

/** What is held, of which card. */
export interface HoldRequest
  extends Pick<UpdateBalanceRequest, 'childCardNumber' | 'forcePinValidation' | 'pin' | 'merchantName'> {
  readonly cardNumber: string
  readonly amount: CardBalanceAmount & { readonly amount: number | string }
}

/** Balance that is reserved for the caller. */
export interface Hold {
  readonly holdTransactionId: string
  /** Redeems this much of what is held, and releases the rest. */
  redeem(amount: number | string, options?: ChangeOptions): Promise<Done<UpdateBalanceResponse>>
  /** Redeems this much of what is held. The rest stays held until the work is over. */
  redeemPart(amount: number | string, options?: ChangeOptions): Promise<Done<UpdateBalanceResponse>>
}

const holdGone = 117

/**
 * Holds an amount while `work` runs. What `work` does not redeem is released when it is over, however it ends. A hold does
 * not expire: should it not be possible to release it, PurserHoldLeft says so.
 */
export async function withHold<Result>(
  purser: Purser,
  request: HoldRequest,
  work: (hold: Hold) => Promise<Result>,
  options: CallOptions = {},
): Promise<Result> {
  const { cardNumber, childCardNumber, amount } = request
  const held = await place(purser, request, options)
  const same = { cardNumber, childCardNumber, action: 'redeem', redeemFromHoldTransactionId: held } as const
  const state = { isOver: false }
  const redeem = async (much: number | string, given: ChangeOptions = {}, releaseHoldRemainder = true) => {
    const done = await purser.updateBalance(
      { ...same, amount: { ...amount, amount: much }, releaseHoldRemainder },
      given,
    )
    state.isOver ||= releaseHoldRemainder
    return done
  }
  const hold: Hold = {
    holdTransactionId: held,
    redeem: (much, given) => redeem(much, given),
    redeemPart: (much, given) => redeem(much, given, false),
  }
  const releaseRest = async (cause?: unknown) => {
    if (state.isOver) return
    const failure = await release(purser, request, { held, options })
    if (failure !== undefined) throw new PurserHoldLeft({ cardNumber, holdTransactionId: held }, failure, cause)
  }
  let result: Result
  try {
    result = await work(hold)
  } catch (error) {
    await releaseRest(error)
    throw error
  }
  await releaseRest()
  return result
}

/** The hold's transaction. If nobody knows whether there is one, that is found out, and it is released. */
async function place(purser: Purser, request: HoldRequest, options: CallOptions): Promise<string> {
  try {
    const done = await purser.updateBalance({ ...request, action: 'hold' }, options)
    return done.requestRef
  } catch (error) {
    if (!(error instanceof PurserError) || error.outcome !== 'unknown' || error.customRequestId === undefined)
      throw error
    const settled = await purser.settle(error.customRequestId, unsignalled(options)).catch(() => undefined)
    if (!settled) throw error
    const failure =
      settled.outcome === 'done' ? await release(purser, request, { held: settled.requestRef, options }) : undefined
    throw failure === undefined ? nothingHeld(error) : error
  }
}

/** The same failure, about which there is no doubt any more. */
function nothingHeld(error: PurserError): PurserError {
  const call: FailedCall = {
    operation: error.operation,
    attempts: error.attempts,
    customRequestId: error.customRequestId,
    outcome: 'notDone',
  }
  if (error instanceof PurserAborted) return new PurserAborted(call, error.cause)
  return error instanceof PurserRefusal ? new PurserRefusal(error, call) : new PurserUnreachable(call, error.cause)
}

/** Why the hold could not be released, if so. One that is used up needs no release. */
async function release(
  purser: Purser,
  { cardNumber, childCardNumber, amount }: HoldRequest,
  { held, options }: { held: string; options: CallOptions },
): Promise<unknown> {
  try {
    await purser.updateBalance(
      {
        cardNumber,
        childCardNumber,
        action: 'redeem',
        amount: { ...amount, amount: 0 },
        redeemFromHoldTransactionId: held,
        releaseHoldRemainder: true,
      },
      unsignalled(options),
    )
    return undefined
  } catch (error) {
    return error instanceof PurserRefusal && error.errorCode === holdGone ? undefined : error
  }
}
