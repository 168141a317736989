/** A way to reach a person, or a network that they are known in; `custom` carries the card's custom data. */
export interface ThirdPartyLink {
  readonly thirdParty: string
  readonly username?: string
  readonly customData?: string
  /** Absent means that nobody ever said. */
  readonly optIn?: boolean
  /** Of a phone: the customer has answered YES. Until then its opt-ins are pending. */
  readonly confirmed?: boolean
  readonly lists?: readonly ListOptIn[]
}

/** The wish to get what a subscription list sends, or not to. */
export interface ListOptIn {
  /** The list. */
  readonly uuid: string
  readonly optIn: boolean
  readonly confirmed?: boolean
  readonly sourceName?: string
  readonly sourceId?: string
}
