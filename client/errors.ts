import type { ErrorCode } from './generated/error-words.ts'

/** What is known of the call that failed. */
export interface FailedCall {
  readonly operation: string
  /** How often it was sent. */
  readonly attempts: number
  /** The id under which it may have happened: `settle` finds out. Undefined for calls that change nothing. */
  readonly customRequestId: string | undefined
  /** `notDone`: it changed nothing. `unknown`: an attempt was lost, and nobody knows whether it was carried out. */
  readonly outcome: Outcome
}

export type Outcome = 'notDone' | 'unknown'

/** Everything that the client throws by itself. */
export abstract class PurserError extends Error implements FailedCall {
  readonly operation: string
  readonly attempts: number
  readonly customRequestId: string | undefined
  readonly outcome: Outcome

  constructor(message: string, call: FailedCall, options?: ErrorOptions) {
    super(message, options)
    this.operation = call.operation
    this.attempts = call.attempts
    this.customRequestId = call.customRequestId
    this.outcome = call.outcome
  }
}

/** What the service says when it does not carry out a call. */
export interface Refused {
  /** Why. A newer service may have codes that this version does not know. */
  readonly errorCode: ErrorCode
  readonly errorMessage: string
  readonly requestRef: string
  readonly httpStatus: number
  /** With error 27: the coupons that cannot be used. */
  readonly blockingCoupons: readonly string[] | undefined
  /** With error 113, if this key locked the card: the setup that `resumeCheckout` goes on with, and when its lock ends. */
  readonly lockedBy: { readonly setupTransactionId: string; readonly until: string } | undefined
  /** With errors 108 and 113: how long to wait. */
  readonly retryAfterMs: number | undefined
  /** With error 3: the call that had the id before. */
  readonly originalRequestRef: string | undefined
}

/** The service refused the call. */
export class PurserRefusal extends PurserError implements Refused {
  override readonly name = 'PurserRefusal'
  readonly errorCode: ErrorCode
  readonly errorMessage: string
  readonly requestRef: string
  readonly httpStatus: number
  readonly blockingCoupons: readonly string[] | undefined
  readonly lockedBy: Refused['lockedBy']
  readonly retryAfterMs: number | undefined
  readonly originalRequestRef: string | undefined

  constructor(refused: Refused, call: FailedCall) {
    super(`${call.operation} was refused with error ${refused.errorCode}: ${refused.errorMessage}`, call)
    this.errorCode = refused.errorCode
    this.errorMessage = refused.errorMessage
    this.requestRef = refused.requestRef
    this.httpStatus = refused.httpStatus
    this.blockingCoupons = refused.blockingCoupons
    this.lockedBy = refused.lockedBy
    this.retryAfterMs = refused.retryAfterMs
    this.originalRequestRef = refused.originalRequestRef
  }
}

/** No usable answer came, in all attempts. `cause` is what went wrong last. */
export class PurserUnreachable extends PurserError {
  override readonly name = 'PurserUnreachable'

  constructor(call: FailedCall, cause: unknown) {
    const times = call.attempts === 1 ? 'one attempt' : `${call.attempts} attempts`
    super(`${call.operation} got no answer in ${times}. ${whatNow(call)}`, call, { cause })
  }
}

/** The caller's signal was aborted. `cause` is the signal's reason. */
export class PurserAborted extends PurserError {
  override readonly name = 'PurserAborted'

  constructor(call: FailedCall, reason: unknown) {
    super(`${call.operation} was aborted. ${whatNow(call)}`, call, { cause: reason })
  }
}

function whatNow({ outcome, customRequestId }: FailedCall): string {
  if (outcome === 'notDone') return 'It changed nothing.'
  return `Nobody knows yet whether it happened: settle it, or repeat it, with the customRequestId ${customRequestId}.`
}

/** The client was given something that it cannot use: options, an address, a request that is no JSON. Nothing was sent. */
export class PurserMisuse extends PurserError {
  override readonly name = 'PurserMisuse'

  constructor(message: string, { operation = 'connectPurser', cause }: { operation?: string; cause?: unknown } = {}) {
    const call = { operation, attempts: 0, customRequestId: undefined, outcome: 'notDone' } as const
    super(message, call, cause === undefined ? undefined : { cause })
  }
}

/** A hold that could not be released, and stays until somebody does. `cause` is why it was to be released, if anything failed. */
export class PurserHoldLeft extends PurserError {
  override readonly name = 'PurserHoldLeft'
  readonly cardNumber: string
  readonly holdTransactionId: string
  /** Why it could not be released. */
  readonly releaseError: unknown

  constructor(hold: { cardNumber: string; holdTransactionId: string }, releaseError: unknown, cause: unknown) {
    const { attempts, customRequestId } = releaseError instanceof PurserError ? releaseError : nothingSent
    const call = { operation: 'withHold', attempts, customRequestId, outcome: 'unknown' } as const
    super(`The hold ${hold.holdTransactionId} could not be released. Release it later.`, call, { cause })
    this.cardNumber = hold.cardNumber
    this.holdTransactionId = hold.holdTransactionId
    this.releaseError = releaseError
  }
}

const nothingSent = { attempts: 0, customRequestId: undefined }
