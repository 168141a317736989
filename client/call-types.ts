import type { RequestLookupResponse } from './generated/models.ts'

/** What every call can be given, beside its request. */
export interface CallOptions {
  /** Gives the call up as soon as it is aborted, also between two attempts. */
  readonly signal?: AbortSignal | undefined
  /** How often the call is tried, 1 to 10. */
  readonly attempts?: number | undefined
  /** How long one attempt may take. */
  readonly attemptTimeoutMs?: number | undefined
  /** How long to wait before the second attempt; each further wait is twice as long. */
  readonly firstWaitMs?: number | undefined
  /** How long all of it may take, attempts and the waits between them. */
  readonly overallTimeoutMs?: number | undefined
  /** Your own identifier. It need not be unique. listRequests finds calls by it. */
  readonly externalTransactionId?: string | undefined
  /** A short reference, shown by requestLookup. */
  readonly note?: string | undefined
  /** Another location than the client's. */
  readonly location?: string | undefined
  /** Another terminal than the client's. */
  readonly terminal?: string | undefined
  /** The employee who makes the call. */
  readonly employee?: string | undefined
  readonly employeePassword?: string | undefined
}

/** What a call that changes something can be given. */
export interface ChangeOptions extends CallOptions {
  /**
   * Under this id the call takes effect once, however often it is sent. Without one the client makes an id for each call.
   * Give your own, and keep it, if the call must survive a restart of your program.
   */
  readonly customRequestId?: string | undefined
}

/** What a successful call returns: the fields of its response, and its reference. */
export type Returned<Response> = Response & { readonly success: true; readonly requestRef: string }

/** A call that changed something, and whose answer arrived. */
export type Answered<Response> = Returned<Response> & { readonly outcome: 'answered' }

/**
 * A call that has succeeded in an earlier attempt whose answer was lost. The service does not keep answers: what it
 * keeps is the record of the call, with everything that it changed.
 */
export interface DoneBefore {
  readonly outcome: 'doneBefore'
  /** Of the attempt that succeeded. A transactionId of its lost answer was the same. */
  readonly requestRef: string
  readonly customRequestId: string
  /** The record as requestLookup shows it. Undefined if it could not be read: the key may not, or nobody answered. */
  readonly record: RequestLookupResponse | undefined
}

/** How a call that changes something ends well. Both have a requestRef. */
export type Done<Response> = Answered<Response> | DoneBefore

/** What became of a call that was given up. */
export type Settled =
  | { readonly outcome: 'done'; readonly requestRef: string; readonly record: RequestLookupResponse | undefined }
  /** It did not happen, and never will: its customRequestId is used up. */
  | { readonly outcome: 'notDone' }

/** What the client has to say beside the outcome of a call. */
export type Warning =
  | {
      readonly kind: 'unknownFields'
      readonly operation: string
      /** The paths of fields that the service does not know and has ignored, at most 10. */
      readonly fields: readonly string[]
    }
  | {
      readonly kind: 'retry'
      readonly operation: string
      /** The attempt that failed, from 1. */
      readonly attempt: number
      readonly waitMs: number
      readonly cause: unknown
    }
