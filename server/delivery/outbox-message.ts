import type { NewMessage } from '../firing/kept-effects.ts'
import type { BrandId, CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** What a message is called; its id is unique in the brand, and the same for each attempt. */
export interface MessageName {
  readonly ref: RequestRef
  readonly line: number
}

/** As communicationActivity shows it. */
export const messageId = ({ ref, line }: MessageName): string => `${ref}-${line}`

/** A message that a worker has taken. */
export interface OutboxMessage extends MessageName {
  readonly brand: BrandId
  readonly channel: NewMessage['channel']
  /** A question for consent goes to those who have not confirmed it yet. */
  readonly purpose: 'campaign' | 'confirmation'
  readonly cardId?: CardId
  /** Where it goes when that is not the customer of the card. */
  readonly recipient?: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  readonly createdAt: Instant
  /** Those before this one. */
  readonly attempts: number
  readonly leaseUntil: Instant
}
