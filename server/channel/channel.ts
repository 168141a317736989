import type { Instant } from '../kernel/time.ts'
import type { ChannelUser } from './channel-user.ts'

/** What a user of a phone number or an address agreed to. One who is unknown agreed to nothing. */
export interface Channel extends ChannelUser {
  readonly globalOptIn: boolean
  readonly transactionalOptIn: boolean
  /** Whether the channel must be confirmed a second time before it is used, and whether it was. */
  readonly doubleOptIn: boolean
  readonly doubleOptInConfirmed: boolean
  /** Whether the user is on a list, by the list's uuid. */
  readonly lists: Readonly<Record<string, boolean>>
  readonly keyValues: readonly KeyValue[]
  readonly changedAt: Instant
  /** Not stored yet. */
  readonly isNew?: boolean
}

export interface KeyValue {
  readonly name: string
  readonly value: string
}

export function unknownChannel({ channel, key, user }: ChannelUser): Channel {
  return {
    channel,
    key,
    user,
    globalOptIn: false,
    transactionalOptIn: false,
    doubleOptIn: false,
    doubleOptInConfirmed: false,
    lists: {},
    keyValues: [],
    changedAt: 0,
    isNew: true,
  }
}

/** What a call says about a channel. What is absent stays as it is. */
export interface ChannelChange {
  readonly globalOptIn: boolean
  readonly transactionalOptIn?: boolean | undefined
  readonly doubleOptIn?: boolean | undefined
  readonly doubleOptInConfirmed?: boolean | undefined
  /** By the lists' uuids; lists that are not named stay as they are. */
  readonly lists?: ReadonlyMap<string, boolean> | undefined
  /** Replaces all that were kept before. */
  readonly keyValues?: readonly KeyValue[] | undefined
}

/** Opting out wins: it takes the user off all lists, also off those that the same call names. */
export function changeChannel(before: Channel, change: ChannelChange, now: Instant): Channel {
  return {
    ...before,
    globalOptIn: change.globalOptIn,
    transactionalOptIn: change.transactionalOptIn ?? before.transactionalOptIn,
    doubleOptIn: change.doubleOptIn ?? before.doubleOptIn,
    doubleOptInConfirmed: change.doubleOptInConfirmed ?? before.doubleOptInConfirmed,
    lists: change.globalOptIn ? { ...before.lists, ...Object.fromEntries(change.lists ?? []) } : {},
    keyValues: change.keyValues ? lastOfEach(change.keyValues) : before.keyValues,
    changedAt: now,
  }
}

/** Whether the channel waits for its second confirmation. Nobody who opted out is asked for one. */
export function awaitsConfirmation({ globalOptIn, doubleOptIn, doubleOptInConfirmed }: Channel): boolean {
  return globalOptIn && doubleOptIn && !doubleOptInConfirmed
}

function lastOfEach(keyValues: readonly KeyValue[]): KeyValue[] {
  const values = new Map(keyValues.map(({ name, value }) => [name, value]))
  return [...values].map(([name, value]) => ({ name, value }))
}
