import type { Reason } from '../../server/doors/portal-api/refusal.ts'

/** Why something was not done: what the server says, or that it did not answer at all. */
export type ErrorReason = Reason | 'unreachable'

export class PortalError extends Error {
  readonly reason: ErrorReason
  /** With `refused`: the code of the interface's error catalogue. */
  readonly code: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(reason: ErrorReason, text: string, more: { readonly code?: number; readonly retryAfter?: number } = {}) {
    super(text)
    this.name = 'PortalError'
    this.reason = reason
    this.code = more.code
    this.retryAfterSeconds = more.retryAfter
  }
}

export const isPortalError = (error: unknown): error is PortalError => error instanceof PortalError

export const hasReason = (error: unknown, reason: ErrorReason): boolean =>
  isPortalError(error) && error.reason === reason
