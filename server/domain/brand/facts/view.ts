import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Decimal, Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { WorkMeter } from '../../../ground/kernel/work-meter.ts'
import type { Attributes } from '../attributes.ts'
import type { FactArguments, ProductFilter } from '../rules/arguments.ts'
import type { DemographicField } from '../shapes/catalog-shape.ts'
import type { FactResult, KnownReading } from './reading.ts'

/**
 * A call as a fact sees it. What has to be fetched is given to a function once it is there; until then the answer is what
 * is needed, an `N`. Without a card, facts of the card are missing.
 */
export interface FactView<N> {
  readonly call: SeenCall
  /** What the condition or the amount says about the fact. */
  readonly given: FactArguments
  readonly owner: FactOwner

  cardStatus(): string | undefined
  /** Of the value type that is given; missing if the card's program lacks it. */
  balance(which: 'available' | 'held' | 'expiring'): FactResult<N>
  account(read: (account: SeenAccount) => KnownReading): FactResult<N>
  birthday(read: (birthday: { readonly age?: number; readonly inDays?: number }) => KnownReading): FactResult<N>
  /** Whether messages of the channel, and of the list, are wanted. */
  consent(): FactResult<N>
  history(read: (sums: SeenHistory) => KnownReading): FactResult<N>
  events(read: (sums: { readonly count: number; readonly lastAt?: Instant }) => KnownReading): FactResult<N>
  segments(): FactResult<N>
  score(part: 'total' | 'recency' | 'frequency' | 'monetary'): FactResult<N>
  /** How often the rule that is given fired. */
  firings(): FactResult<N>
  tier(read: (level: SeenLevel) => KnownReading): FactResult<N>
  presents(what: 'coupon' | 'code'): FactResult<N>
  /** From 0 to 99, always the same for brand, campaign and card. */
  draw(): FactResult<N>
}

/** The rule that the condition or amount belongs to. */
export interface FactOwner {
  readonly brand: BrandId
  readonly campaign: string
  readonly fields: ReadonlyMap<string, DemographicField>
}

/** What every call knows without fetching anything. */
interface SeenCall {
  /** Whoever looks through many things counts them here. */
  readonly work: WorkMeter
  readonly clock: SeenClock
  /** When a rule that runs late was due. Conditions on dates are judged by it. Absent means now. */
  readonly due?: SeenClock | undefined
  /** The clock on the wall where the call is made. Absent: it shows what `due` does. */
  readonly wall?: SeenClock | undefined
  readonly callType: string
  readonly location?: { readonly id: string; readonly group?: string; readonly country?: string } | undefined
  readonly terminal?: string | undefined
  readonly employee?: string | undefined
  readonly card?: { readonly number: string; readonly setId: string; readonly activatedAt?: Instant } | undefined
  readonly program?: { readonly id: string } | undefined
  readonly isChild: boolean
  readonly checkout?: SeenCheckout | undefined
  readonly basket?: { readonly products: (where?: ProductFilter) => SeenProducts } | undefined
  readonly payments: readonly { readonly type: string; readonly amount: Minor }[]
  readonly keyValues: readonly { readonly key: string; readonly value: string }[]
  readonly orderAttributes?: Attributes | undefined
  readonly message?: { readonly text: string; readonly channel: string } | undefined
  readonly referral?: { readonly checkouts: number; readonly total: Decimal } | undefined
  readonly hasReferrer?: boolean | undefined
}

interface SeenClock {
  readonly now: Instant
  readonly date: string
  readonly weekday: string
  readonly hour: number
}

interface SeenCheckout {
  readonly scale: number
  readonly total: Minor
  readonly netTotal: Minor
  readonly shipping: Minor
  readonly tip: Minor
  readonly orderMode?: number
}

interface SeenProducts {
  readonly quantity: Decimal
  readonly total: Minor
  readonly lines: number
}

interface SeenAccount {
  readonly isEnrolled: boolean
  readonly enrolledAt?: Instant
  readonly hasChildren: boolean
  readonly customer: Readonly<Record<string, string | number | readonly string[]>>
  readonly demographics: Readonly<Record<string, readonly (string | number)[]>>
}

interface SeenHistory {
  readonly checkouts: number
  readonly spend: Decimal
  readonly quantity: Decimal
  readonly lastAt?: Instant
  readonly locations: readonly string[]
}

interface SeenLevel {
  readonly rank: number
  readonly id?: string
  readonly missing?: Decimal
}
