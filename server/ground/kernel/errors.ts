import type { RequestRef } from './ids.ts'
import type { Instant } from './time.ts'

/**
 * Every error that a caller can get: its number, its HTTP status and its text. This is the only list;
 * docs/errors.md is generated from it.
 */
export const catalogue = {
  1: { status: 500, text: 'Internal server error.' },
  2: { status: 400, text: 'Could not find the specified card.' },
  3: { status: 400, text: 'The customRequestId has already been used; the earlier request succeeded.' },
  6: { status: 400, text: 'No card number was specified.' },
  10: { status: 400, text: 'Invalid card PIN.' },
  13: { status: 400, text: 'Balance limits exceeded.' },
  16: { status: 400, text: 'The card set has no cards left.' },
  26: { status: 400, text: 'A coupon is being used by another call; try again.' },
  27: { status: 400, text: 'Some coupons cannot be used.' },
  100: { status: 400, text: 'The request is not valid.' },
  101: { status: 401, text: 'Authentication failed.' },
  102: { status: 401, text: 'Unknown location or terminal.' },
  103: { status: 401, text: 'Employee identification failed.' },
  104: { status: 403, text: 'Not enabled for this brand.' },
  105: { status: 404, text: 'There is nothing at this address.' },
  106: { status: 405, text: 'This address does not take this HTTP method.' },
  107: { status: 413, text: 'The request body is too large.' },
  108: { status: 429, text: 'Too many requests; wait a moment.' },
  109: { status: 503, text: 'Temporarily unavailable; nothing was executed. Try again.' },
  110: { status: 400, text: 'Could not find the account that goes with the specified card.' },
  111: { status: 400, text: 'The card is already active.' },
  112: { status: 400, text: "The card's status does not allow this." },
  113: { status: 400, text: 'The card is locked by a checkout.' },
  114: { status: 400, text: 'The checkout setup is unknown, not locking, expired, cancelled or completed.' },
  115: { status: 400, text: "The value type is not configured for the card's program." },
  116: { status: 400, text: 'The amount has more decimals than its value type allows.' },
  117: { status: 400, text: 'The hold is unknown, used up, released, or of another value type.' },
  118: { status: 400, text: 'The referenced request was not found.' },
  119: { status: 400, text: 'The request cannot be voided or reversed.' },
  120: { status: 400, text: 'More was returned than was bought.' },
  121: { status: 400, text: 'Could not find the specified coupon.' },
  122: { status: 400, text: "The coupon's state does not allow this." },
  123: { status: 400, text: 'The coupon set has no coupons left.' },
  124: { status: 400, text: 'The card already has a coupon for this promotion.' },
  125: { status: 400, text: 'No campaign used one of the coupons.' },
  126: { status: 400, text: 'A coupon that the original request issued has been used.' },
  127: { status: 400, text: "Part of the card's balance is held." },
  128: { status: 400, text: 'The transfer is not possible.' },
  129: { status: 400, text: 'Could not find the specified child card.' },
  130: { status: 400, text: 'The child card number is already used.' },
  131: { status: 400, text: 'This is not a possible phone number.' },
  132: { status: 400, text: 'The demographic field is not configured, or its value is of the wrong type.' },
  133: { status: 400, text: 'There is no exchange rate for the currency.' },
  134: { status: 400, text: 'A campaign rule refused the checkout.' },
  135: { status: 400, text: 'The call needs more work than one call may use; nothing was changed.' },
  136: { status: 500, text: 'The outcome is unknown; repeat the call with the same customRequestId.' },
} as const satisfies Record<number, { status: number; text: string }>

export type ErrorCode = keyof typeof catalogue

/** A request that is not carried out: an expected outcome, never an exception. */
export interface Refusal {
  readonly kind: 'refusal'
  readonly code: ErrorCode
  readonly text: string
  /** The field of the request that is wrong, by its path: `primaryCustomer.email`. */
  readonly field?: string
  /** What is wrong with it; the text has both. */
  readonly detail?: string
  /** With error 27. */
  readonly blockingCoupons?: readonly string[]
  /** With error 104: a user of the portal could go on with a proof of who they are, or with a second person. */
  readonly owed?: 'proof' | 'secondPerson'
  /** With error 113: what locks the card. */
  readonly lock?: LockedBy
}

export interface LockedBy {
  readonly setup: RequestRef
  readonly until: Instant
  /** How long that is from the moment of the decision. */
  readonly seconds: number
}

/** Refuses with the catalogue's text, followed by what is wrong in this case. */
export function refuse(code: ErrorCode, detail?: string): Refusal {
  return { kind: 'refusal', code, text: detail ?? catalogue[code].text }
}

/** Refuses because of a field of the request. */
export function refuseField(code: ErrorCode, field: string, detail: string): Refusal {
  return { kind: 'refusal', code, text: `${field}: ${detail}`, field, detail }
}

/** Whether something was refused. */
export function isRefusal<T>(value: T): value is Extract<T, { readonly kind: 'refusal' }> {
  // Read and not asked for with `in`, which is slow where objects of many shapes come by, as they do here.
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'refusal'
}
