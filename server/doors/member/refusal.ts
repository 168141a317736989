/** Why a member does not get what they ask for, and the HTTP status that goes with it. */
export const reasons = {
  invalid: 400,
  /** There is no session, or it is over. */
  loginNeeded: 401,
  /** What staff see as the customer does, they do not change. */
  forbidden: 403,
  notFound: 404,
  tooLarge: 413,
  /** An operation refused, for a reason that its text says. */
  refused: 422,
  slowDown: 429,
  fault: 500,
  unavailable: 503,
  /** Nobody can say yet whether it was done. */
  inDoubt: 504,
} as const

export type MemberReason = keyof typeof reasons

export interface MemberRefusal {
  readonly kind: 'memberRefusal'
  readonly reason: MemberReason
  readonly text: string
  /** The field of the request that is wrong, by its path. */
  readonly field?: string
  /** Of an operation that refused: its error code, as docs/errors.md lists them. */
  readonly code?: number
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number
}

export const turnAway = (reason: MemberReason, text: string): MemberRefusal => ({ kind: 'memberRefusal', reason, text })

export const isTurnedAway = (value: object): value is MemberRefusal =>
  (value as { readonly kind?: unknown }).kind === 'memberRefusal'

export const noSuchPlace = turnAway('notFound', 'There is nothing here.')
export const notIn = turnAway('loginNeeded', 'You are not logged in, or your session has ended.')
