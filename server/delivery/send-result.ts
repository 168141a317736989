import type { RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** What went wrong, as much as may be kept and shown: never an address, an answer's text or a secret. */
export type FailureClass =
  | 'address refused'
  | 'name not found'
  | 'connection'
  | 'timeout'
  | 'tls'
  | 'authentication'
  | 'status 3xx'
  | 'status 4xx'
  | 'status 5xx'
  /** The mail server knows nobody of this address. */
  | 'recipient refused'
  | 'message refused'
  | 'fault'

/** What became of one attempt. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** It is tried again later. */
  | { readonly kind: 'failed'; readonly why: FailureClass; readonly about?: 'message' }
  /** Trying again would change nothing. */
  | { readonly kind: 'rejected'; readonly why: FailureClass }
  /** The receiver wants nothing any more. */
  | { readonly kind: 'disabled' }

export const failed = (why: FailureClass): SendResult => ({ kind: 'failed', why })
/** The receiver works, but does not want this message now. */
export const postponed = (why: FailureClass): SendResult => ({ kind: 'failed', why, about: 'message' })
export const rejected = (why: FailureClass): SendResult => ({ kind: 'rejected', why })

/** A message as a sender gets it. Each attempt has the same id, by which whoever gets it twice can tell. */
export interface OutgoingMessage {
  readonly id: string
  /** An e-mail address or a phone number; '' where the receiver finds the customer by the card. */
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly cardNumber?: string
  readonly childCardNumber?: string
  readonly requestRef: RequestRef
  readonly createdAt: Instant
  readonly attemptedAt: Instant
  /** Where the customer opts out; e-mail only. */
  readonly unsubscribe?: string
}

export type Send<Settings> = (message: OutgoingMessage, settings: Settings) => Promise<SendResult>
