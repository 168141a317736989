import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
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
  readonly lines: readonly { readonly sku: string; readonly unitPrice: string; readonly net: Minor }[]
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
  /** The child card, the location, the terminal of a location, or the code. */
  readonly of?: CardId | string
  readonly since?: Instant
}

/** Whether several cards share the counter: it is counted under a lock, so that two tills cannot both take the last one. */
export function isShared({ per }: Pick<CounterNeed, 'per'>): boolean {
  return per !== 'card' && per !== 'child'
}

/** A terminal is known by its location too: another location may have one of the same name. */
export function terminalKey(location: string, terminal: string): string {
  return JSON.stringify([location, terminal])
}

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
