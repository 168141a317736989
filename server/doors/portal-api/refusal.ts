import type { OutcomeObjection } from '../../domain/judge/judge-outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Refusal } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'

/** Why the portal does not do what it is asked for, and the HTTP status that goes with it. */
export const reasons = {
  invalid: 400,
  loginNeeded: 401,
  /** They have to prove again who they are. */
  confirmNeeded: 403,
  /** It is more than they may do alone: askApproval keeps it for a second person. */
  approvalNeeded: 403,
  forbidden: 403,
  notFound: 404,
  /** Somebody else has changed it meanwhile. */
  conflict: 409,
  /** It was done at an earlier attempt, whose answer may have been lost. Nothing was done now. */
  doneBefore: 409,
  tooLarge: 413,
  /** An operation of the interface refused, for a reason that its code names. */
  refused: 422,
  slowDown: 429,
  fault: 500,
  unavailable: 503,
  /** Nobody can say yet whether it was done. The same, sent again with the same id, happens once. */
  inDoubt: 504,
} as const

export type Reason = keyof typeof reasons

export interface PortalRefusal {
  readonly kind: 'portalRefusal'
  readonly reason: Reason
  /** What happened and what to do, for whoever reads it on the screen. */
  readonly text: string
  /** With `refused`: the code of the interface's error catalogue. */
  readonly code?: number
  /** With `doneBefore`: what was done then. */
  readonly original?: RequestRef
  /** With `doneBefore`: whether the same was asked for then. */
  readonly matches?: boolean
  /** With `doneBefore`: the card that it was about, or that it made. */
  readonly cardNumber?: string
  /** With `refused`: the field of the request that is wrong, by its path. */
  readonly field?: string
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number
  /** Of a sale that was not made: a card may have paid for it, and does not have that back yet. It comes by itself. */
  readonly notBack?: true
  /** What the judge of what is done by hand has against it. */
  readonly objection?: OutcomeObjection['why']
}

export const turnDown = (reason: Reason, text: string): PortalRefusal => ({ kind: 'portalRefusal', reason, text })

/** A refusal of an operation, for whoever reads it on the screen. */
export const turnedDownBy = ({ code, text, field }: Pick<Refusal, 'code' | 'text' | 'field'>): PortalRefusal =>
  defined({ ...turnDown('refused', text), code, field })

export const isTurnedDown = (value: object): value is PortalRefusal =>
  (value as { readonly kind?: unknown }).kind === 'portalRefusal'
