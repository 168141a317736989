import type { Instant } from '../../ground/kernel/time.ts'

/** A way to reach a person, or a network that they are a member of. `custom` carries the card's custom data. */
export interface ThirdPartyLink {
  readonly thirdParty: string
  readonly username?: string
  readonly customData?: string
  /** Absent means that no choice was ever made. */
  readonly optIn?: boolean
  /** Of a phone: the customer has replied YES. Until then its opt-ins are pending. */
  readonly confirmed?: boolean
  readonly lists?: readonly ListOptIn[]
  /** Of an opt-in that another provider recorded: when and where it was given. Ends with the opt-in. */
  readonly consent?: { readonly at?: Instant; readonly source?: string }
}

/** Whether the customer wants the messages of a subscription list. */
export interface ListOptIn {
  /** The UUID of the list. */
  readonly uuid: string
  readonly optIn: boolean
  readonly confirmed?: boolean
  readonly sourceName?: string
  readonly sourceId?: string
}
