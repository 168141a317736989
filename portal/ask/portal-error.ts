import type { Reason } from '../../server/doors/portal-api/refusal.ts'

/** Why something was not done: what the server says, or that it did not answer at all. */
export type ErrorReason = Reason | 'unreachable'

export class PortalError extends Error {
  readonly reason: ErrorReason
  /** With `refused`: the code of the interface's error catalogue. */
  readonly code: number | undefined
  /** With `refused`: the field that is wrong, by its path. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of a sale that was not made: a card does not have back yet what it paid. It comes by itself. */
  readonly notBack: boolean
  /** With `doneBefore`: what was done at the first attempt. */
  readonly before: DoneBefore | undefined

  constructor(reason: ErrorReason, text: string, more: MoreOfError = {}) {
    super(text, { cause: more.cause })
    this.name = 'PortalError'
    this.reason = reason
    this.code = more.code
    this.field = more.field
    this.retryAfterSeconds = more.retryAfter
    this.notBack = more.notBack ?? false
    const { original, matches = false, cardNumber } = more
    this.before =
      original === undefined
        ? undefined
        : { requestRef: original, matches, ...(cardNumber !== undefined && { cardNumber }) }
  }
}

export interface MoreOfError {
  readonly code?: number
  readonly field?: string
  readonly retryAfter?: number
  readonly notBack?: boolean
  readonly original?: string
  readonly matches?: boolean
  readonly cardNumber?: string
  /** What stopped it from being found out, where that is another error. */
  readonly cause?: unknown
}

export interface DoneBefore {
  readonly requestRef: string
  /** Whether the same was asked for then. */
  readonly matches: boolean
  readonly cardNumber?: string
}

/** What was done at an earlier attempt, if that is why the same is not done again: for whoever sent it, it is done. */
export function doneBefore(error: unknown): DoneBefore | undefined {
  return isPortalError(error) && error.before?.matches ? error.before : undefined
}

/** Of these nobody may say that nothing was done. */
export const isUncertain = (error: unknown): boolean => hasReason(error, 'inDoubt') || hasReason(error, 'doneBefore')

/** Whoever asked is no longer logged in, also when that is why something stays in doubt. */
export const isLoggedOut = (error: Error): boolean =>
  hasReason(error, 'loginNeeded') || hasReason(error.cause, 'loginNeeded')

export const isPortalError = (error: unknown): error is PortalError => error instanceof PortalError

export const hasReason = (error: unknown, reason: ErrorReason): boolean =>
  isPortalError(error) && error.reason === reason
