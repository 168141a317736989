import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Attributes } from '../brand/attributes.ts'
import type { CurrencySum } from '../brand/exchange.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { Limit } from '../brand/shapes/campaign-shape.ts'
import type { LevelHistory } from './tier/level-history.ts'
import type { TierPast } from './tier/tier-state.ts'

/**
 * Something about the card of a call, or about the brand, that a rule asks for and that has not been fetched yet.
 * `since` is inclusive; absent means all time. Plain data, so it can be compared, stored and sent.
 */
export type FactNeed =
  | { readonly kind: 'account' }
  | { readonly kind: 'segments' }
  | { readonly kind: 'scores' }
  | HistoryNeed
  | EventsNeed
  | CounterNeed
  | MarkNeed
  | ReferralCodeNeed
  | ReferralNeed
  | OccurrenceNeed
  | RecommendationsNeed
  | TierNeed
  | TierHistoryNeed

/** Completed checkouts before this one that were not voided. For a root card, those of its children too. */
export interface HistoryNeed {
  readonly kind: 'history'
  readonly since?: Instant
  /** Only lines that match, and only checkouts that have such lines. */
  readonly where?: ProductFilter
  /** What the asking call itself returns: it counts, although it is not stored yet. */
  readonly own?: OwnReturn
}

export type OwnReturn = ReturnedSale | LooseReturn

/** A sale after a return: what all returns took back, in minor units and in millionths of each line's units. */
export interface ReturnedSale {
  readonly kind: 'sale'
  readonly ref: RequestRef
  readonly total: Minor
  readonly isFull: boolean
  readonly units: readonly string[]
  /** The units left over all lines, in millionths. */
  readonly quantity: string
}

/** A return that names no sale. Amounts are negative, unit prices are millionths. */
export interface LooseReturn {
  readonly kind: 'loose'
  readonly currency: string
  readonly scale: number
  readonly net: Minor
  readonly lines: readonly {
    readonly sku: string
    readonly unitPrice: string
    readonly net: Minor
    readonly attributes?: Attributes
  }[]
}

export interface EventsNeed {
  readonly kind: 'events'
  readonly since?: Instant
  readonly categoryId?: string
  readonly eventType?: string
  /** Leaves out events logged by this call. */
  readonly except?: RequestRef
}

/** How often a rule fired. */
export interface CounterNeed {
  readonly kind: 'counter'
  /** campaignId/ruleId */
  readonly rule: string
  readonly per: Limit['per']
  /** The child card, the root card, the location, the terminal or employee of a location, the code, or a mark. */
  readonly of?: CardId | string
  readonly since?: Instant
}

/** Whether several cards share the counter: it is counted under a lock, so that two tills cannot both take the last one. */
export function isShared({ per }: Pick<CounterNeed, 'per'>): boolean {
  return per !== 'card' && per !== 'child' && per !== 'customer'
}

/** Whether answering it takes the lock on what several cards share. */
export const isLocking = (need: FactNeed): boolean => need.kind === 'counter' && isShared(need)

/** A terminal or an employee is known by the location too: another location may have one of the same name. */
export function placeKey(location: string, name: string): string {
  return JSON.stringify([location, name])
}

/** The mark of something that is compared and must not be kept as it is. It stays in memory until it is marked. */
export interface MarkNeed {
  readonly kind: 'mark'
  readonly of: MarkedThing
  readonly value: string
}

/** The card that a referral code leads to. */
interface ReferralCodeNeed {
  readonly kind: 'referralCode'
  /** As it is compared. */
  readonly code: string
}

/** What is known of the card of a call and of the one that is said to have brought its customer. */
export interface ReferralNeed {
  readonly kind: 'referral'
  readonly referrer: CardId
  /** Its beginning, and how many matter. Absent where somebody may bring any number. */
  readonly month?: { readonly since: Instant; readonly most: number }
  /** The mark of the call's device. */
  readonly device?: string
}

export interface ReferralPast {
  /** How many the referrer has brought in the month, as far as it matters. */
  readonly inMonth: number
  /** Whether somebody was thanked for this customer before. */
  readonly wasBrought: boolean
  /** Whether the referrer has bought with the same device. */
  readonly sharesDevice: boolean
  /** Whether the card that was named is one that the customer's own replaced. */
  readonly isOwnCard: boolean
}

export type MarkedThing = 'email' | 'phone' | 'device'

/** Whether a date rule has already been considered for the card in one occurrence. */
export interface OccurrenceNeed {
  readonly kind: 'occurrence'
  /** campaignId/ruleId */
  readonly rule: string
  readonly occurrence: string
}

/** Products to recommend to the card or, without a card, to whoever buys the given ones. No rule asks for them. */
interface RecommendationsNeed {
  readonly kind: 'recommendations'
  readonly skus: readonly string[]
  readonly count: number
}

/** The level of a root card in its program. */
interface TierNeed {
  readonly kind: 'tier'
  readonly program: string
}

/** What a root card's level is derived from: asked for when a call undoes something. */
interface TierHistoryNeed {
  readonly kind: 'tierHistory'
  readonly program: string
}

export interface Recommended {
  readonly sku: string
  readonly type: 'Personalized' | 'Backup'
}

/** The answer to each kind of need that is kept in `CallFacts.past`. */
export interface PastAnswers {
  readonly history: HistorySums
  readonly events: EventSums
  readonly counter: number
  readonly mark: string
  /** 0: there is no such code. */
  readonly referralCode: CardId
  readonly referral: ReferralPast
  readonly occurrence: boolean
  readonly tier: TierPast
  readonly tierHistory: LevelHistory
}

export type PastAnswer = PastAnswers[keyof PastAnswers]

export interface HistorySums {
  readonly checkouts: number
  /** Net totals minus returns, in the brand's main currency. */
  readonly spend: Decimal
  /** The same by currency: what the current checkout adds is converted together with it, as it will be later. */
  readonly spent: readonly CurrencySum[]
  readonly quantity: Decimal
  readonly lastAt?: Instant
  readonly locations: readonly string[]
}

export interface EventSums {
  readonly count: number
  readonly lastAt?: Instant
}

/** The text that connects a need with its answer. */
export function needKey(need: FactNeed): string {
  if (need.kind === 'counter') return counterKey(need)
  return need.kind === 'tier' ? `{"kind":"tier","program":${JSON.stringify(need.program)}}` : canonicalJson(need)
}

/**
 * The same text, built by hand for speed: every rule with a limit asks for its counter whenever it is judged, and every
 * call of a program with levels for its level.
 */
function counterKey({ per, of, rule, since }: CounterNeed): string {
  const until = since === undefined ? '}' : `,"since":${since}}`
  const whose = of === undefined ? '' : `"of":${JSON.stringify(of)},`
  return `{"kind":"counter",${whose}"per":"${per}","rule":${JSON.stringify(rule)}${until}`
}

/** Each need once, in the order of first appearance. */
export function distinctNeeds(needs: readonly FactNeed[]): readonly FactNeed[] {
  return needs.length < 2 ? needs : [...new Map(needs.map((need) => [needKey(need), need])).values()]
}
