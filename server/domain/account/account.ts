import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { OptIn } from './opt-in.ts'
import type { SurveyInstance } from './surveys.ts'
import type { ThirdPartyLink } from './third-party-link.ts'

/** A person, by the field names of the interface. Dates are `yyyy-MM-dd`, phones E.164. Cleared fields are absent. */
export type CustomerRecord = Readonly<Record<string, string | number | readonly string[]>>

/** What is stored about the person behind a card, as it was read under the card's lock. */
export interface Account {
  readonly cardId: CardId
  readonly enrolledAt?: Instant
  readonly customer: CustomerRecord
  readonly alternate?: CustomerRecord
  /** Who gave the card away. */
  readonly giver?: CustomerRecord
  /** The brand's own fields. A field that is not a list has one value. */
  readonly demographics: Readonly<Record<string, readonly (string | number)[]>>
  /** The programs that the card is enrolled in, and since when. */
  readonly programs: Readonly<Record<string, Instant>>
  /** E-mail, phone, custom data and social networks, each once. */
  readonly links?: readonly ThirdPartyLink[]
  /** What rules and messages see of the links: the opt-ins that are in effect. */
  readonly optIns: readonly OptIn[]
  readonly surveys?: readonly SurveyInstance[]
  readonly hasChildren: boolean
}

export const emptyAccount = (cardId: CardId): Account => ({
  cardId,
  customer: {},
  demographics: {},
  programs: {},
  optIns: [],
  hasChildren: false,
})
