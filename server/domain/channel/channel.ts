import type { Instant } from '../../ground/kernel/time.ts'
import type { ChannelUser } from './channel-user.ts'
import type { ConsentSaid } from './consent-said.ts'

/** What the user of a phone number or an e-mail address agreed to. An unknown user agreed to nothing. */
export interface Channel extends ChannelUser {
  readonly globalOptIn: boolean
  readonly transactionalOptIn: boolean
  /** Whether the channel must be confirmed before it is used, and whether it was. */
  readonly doubleOptIn: boolean
  readonly doubleOptInConfirmed: boolean
  /** Whether the user is on a list, by the list's uuid. */
  readonly lists: Readonly<Record<string, boolean>>
  readonly keyValues: readonly KeyValue[]
  readonly changedAt: Instant
  /** How it was last chosen whether messages are wanted; absent if that is not known. */
  readonly said?: ConsentSaid
  /** Not stored yet. */
  readonly isNew?: boolean
}

interface KeyValue {
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

/** What a call changes in a channel. Absent fields stay as they are. */
export interface ChannelChange {
  readonly globalOptIn: boolean
  readonly transactionalOptIn?: boolean | undefined
  readonly doubleOptIn?: boolean | undefined
  readonly doubleOptInConfirmed?: boolean | undefined
  /** By the lists' UUIDs. Lists that are not named stay as they are. */
  readonly lists?: ReadonlyMap<string, boolean> | undefined
  /** Replaces all earlier key values. */
  readonly keyValues?: readonly KeyValue[] | undefined
  /** Who said so, where and when. */
  readonly said: ConsentSaid
}

/** Opting out wins: it takes the user off all lists, even those that the same call opts into. */
export function changeChannel(before: Channel, change: ChannelChange, now: Instant): Channel {
  const doubleOptInConfirmed = change.doubleOptInConfirmed ?? before.doubleOptInConfirmed
  return {
    ...before,
    ...saidAfter(before, { ...change, doubleOptInConfirmed }),
    globalOptIn: change.globalOptIn,
    transactionalOptIn: change.transactionalOptIn ?? before.transactionalOptIn,
    doubleOptIn: change.doubleOptIn ?? before.doubleOptIn,
    doubleOptInConfirmed,
    lists: change.globalOptIn ? { ...before.lists, ...Object.fromEntries(change.lists ?? []) } : {},
    keyValues: change.keyValues ? lastOfEach(change.keyValues) : before.keyValues,
    changedAt: now,
  }
}

/**
 * A call that leaves the choice as it was is not who made it. The text that somebody agreed to stays when they confirm it, and
 * goes when they opt out.
 */
function saidAfter(before: Channel, { globalOptIn, doubleOptInConfirmed, said }: ChannelChange): Pick<Channel, 'said'> {
  const isChoice = before.isNew || globalOptIn !== before.globalOptIn || said.text !== undefined
  if (!isChoice && doubleOptInConfirmed === before.doubleOptInConfirmed) return {}
  const { text: given, ...by } = said
  const text = globalOptIn ? (given ?? (before.globalOptIn ? before.said?.text : undefined)) : undefined
  return { said: { ...by, ...(text !== undefined && { text }) } }
}

/** Whether the channel waits to be confirmed. Users who opted out are not asked. */
export function awaitsConfirmation({ globalOptIn, doubleOptIn, doubleOptInConfirmed }: Channel): boolean {
  return globalOptIn && doubleOptIn && !doubleOptInConfirmed
}

function lastOfEach(keyValues: readonly KeyValue[]): KeyValue[] {
  const values = new Map(keyValues.map(({ name, value }) => [name, value]))
  return [...values].map(([name, value]) => ({ name, value }))
}
