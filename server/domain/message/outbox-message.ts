import { type BrandId, type CardId, isUuid, type RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { NewMessage } from '../campaign/kept-effects.ts'
import type { ChannelUser } from '../channel/channel-user.ts'

/** Identifies a message. The id is unique in the brand and the same for each attempt. */
export interface MessageName {
  readonly ref: RequestRef
  readonly line: number
}

/** As communicationActivity shows it. */
export const messageId = ({ ref, line }: MessageName): string => `${ref}-${line}`

/** Undefined if the text is not the id of a message. */
export function fromMessageId(id: string): MessageName | undefined {
  const [, ref = '', line = ''] = /^(.{36})-([1-9]\d{0,8})$/.exec(id.toLowerCase()) ?? []
  return isUuid(ref) ? { ref, line: Number(line) } : undefined
}

/** A message that a worker has claimed. */
export interface OutboxMessage extends MessageName {
  readonly brand: BrandId
  readonly channel: NewMessage['channel']
  /**
   * A request for consent may go to people who have not confirmed yet; what somebody sends them, to people who are unknown, unless
   * they want nothing.
   */
  readonly purpose: 'campaign' | 'confirmation' | 'gift'
  readonly cardId?: CardId
  /** Where it goes, if not to the customer of the card. */
  readonly recipient?: string
  /** The subscription list whose opt-in it needs, by UUID. */
  readonly list?: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  readonly createdAt: Instant
  /** The number of attempts before this one. */
  readonly attempts: number
  readonly leaseUntil: Instant
}

/** A message that was handed to a sender. */
export interface TriedMessage extends OutboxMessage {
  /** Where it went; absent if the receiver finds the customer by the card. */
  readonly user?: ChannelUser
  /** What is kept of the address: see address-mark.ts. */
  readonly sentTo?: string
}
