import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** What went wrong, as far as it may be kept and shown: never an address, the text of a response, or a secret. */
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
  /** The mail server does not know the address. */
  | 'recipient refused'
  | 'message refused'
  | 'fault'

/** The result of one attempt. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** Will be tried again later. */
  | { readonly kind: 'failed'; readonly why: FailureClass; readonly about?: 'message' }
  /** Trying again would change nothing. */
  | { readonly kind: 'rejected'; readonly why: FailureClass }
  /** The receiver wants no more messages. */
  | { readonly kind: 'disabled' }

export const failed = (why: FailureClass): SendResult => ({ kind: 'failed', why })
/** The receiver works, but does not want this message now. */
export const postponed = (why: FailureClass): SendResult => ({ kind: 'failed', why, about: 'message' })
export const rejected = (why: FailureClass): SendResult => ({ kind: 'rejected', why })

/** A message as a sender gets it. The id is the same for each attempt, so that receivers can recognise duplicates. */
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
  /** The link by which the customer opts out; e-mail only. */
  readonly unsubscribe?: string
  /** A CSV file; e-mail only. */
  readonly attachment?: { readonly name: string; readonly content: string }
}

export type Send<Settings> = (message: OutgoingMessage, settings: Settings) => Promise<SendResult>
