import type { CardStatus } from '../../ground/kernel/card-status.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { SealedPin } from '../../ground/kernel/sealed-pin.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { ValueType } from '../brand/brand.ts'
import type { PersonalOffer } from '../brand/rules/personal-offer.ts'

/**
 * A card's whole state as it was read under its lock. Never changed in place: a decision makes a new card
 * that shares what it did not touch, so that what must be stored is what is no longer the same object.
 */
export interface Card {
  readonly id: CardId
  readonly number: string
  /** The card that a child card is attached to. Its number is unique among the children of its root. */
  readonly root?: RootCard
  readonly setId: string
  readonly customNumber?: string
  readonly status: CardStatus
  /** How many recorded calls changed the card. */
  readonly seq: number
  /** How many lots the card ever had. */
  readonly lotCount: number
  readonly pin?: SealedPin
  /** Wrong pins since the last right one. */
  readonly pinFailures: number
  readonly pinLockedUntil?: Instant
  readonly activatedAt?: Instant
  readonly expiresAt?: Instant
  /** Where it signed up. */
  readonly owningLocation?: string
  /** Of a card that was transferred out: the call that transferred it in to another. */
  readonly transferredBy?: RequestRef
  /** The number of the card that it goes on for: sides in experiments are drawn by it, so that customers keep theirs. */
  readonly drawnAs?: string
  /** Of a root card: what counts towards its level. It is right if it is of the card's last call. */
  readonly tierTally?: TierTally
  /** Of a root card: whether it has a pass in a wallet, which must be woken when the card changes. */
  readonly hasWalletPass?: boolean
  readonly balances: readonly Balance[]
  /** The lots that have something left, and those that the batch's commands name. */
  readonly lots: readonly Lot[]
  readonly portions: readonly Portion[]
  /** The locked checkout setup; one whose time has passed is none. */
  readonly lock?: CheckoutLock
  /** Its personal offers; absent when they were not read. */
  readonly offers?: readonly HeldOffer[]
  /** True for a card that the decision made: it is inserted, not updated. */
  readonly isNew?: boolean
}

/** What counts towards a level, as a call of the card left it. Plain JSON. */
export interface TierTally {
  /** The number of that call. */
  readonly seq: number
  /** What is counted. */
  readonly by: string
  /** The instant from which it counts; absent means from the beginning. */
  readonly since?: Instant
  /** When the oldest of it happened. */
  readonly oldest?: Instant
  readonly sums: readonly (readonly [currency: string, scale: number, amount: string, checkouts: number])[]
}

interface RootCard {
  readonly id: CardId
  readonly number: string
}

/** A root card and its children are locked against everything but the setup's own complete or cancel. */
export interface CheckoutLock {
  readonly by: RequestRef
  readonly until: Instant
  /** Value types whose balances may still be updated. */
  readonly excluded: readonly number[]
}

/** A personal offer of a card. Never deleted: one that is withdrawn stays for its activity. */
export interface HeldOffer {
  /** Counts the offers of the card that it was given to, from 1. */
  readonly no: number
  /** The card that it was given to, when transfers brought it to this one. */
  readonly of?: CardId
  readonly terms: OfferTerms
  readonly customId?: number
  readonly activeAt?: Instant
  readonly expiresAt: Instant
  readonly maxUses: number
  readonly uses: number
  readonly isWithdrawn: boolean
  /** The call that gave it. */
  readonly by: RequestRef
}

/** The number of the next offer that a card is given: those that transfers brought count too. */
export const nextOfferNo = (offers: readonly HeldOffer[]): number => 1 + Math.max(0, ...offers.map(({ no }) => no))

/** What an offer is for and what it gives, in the words of the interface. */
export type OfferTerms = Pick<
  PersonalOffer,
  'skus' | 'qualifyingSkus' | 'discountType' | 'percentageDiscount' | 'newGroupPrice' | 'absoluteDiscount'
>

/** The sums of the lots of one value type and bucket, and the end of its ledger chain. */
export interface Balance {
  readonly valueType: number
  readonly bucket: string
  readonly amount: Minor
  readonly held: Minor
  readonly seq: number
}

/** What is left of one issuance. `amount` includes `held`, which holds reserve of it. */
export interface Lot {
  readonly no: number
  readonly valueType: number
  readonly bucket: string
  readonly amount: Minor
  readonly held: Minor
  readonly returnRelated: boolean
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly issuedAt: Instant
  /** What has expired of it, as far as that is booked. */
  readonly expired: Minor
  /** What voids and returns have counted as taken back because it had expired, less what repairs took before them. */
  readonly settled: Minor
  /** What reversals took from other lots of the card in its stead, because it was spent. */
  readonly standIns?: readonly { readonly lot: number; readonly amount: Minor }[]
  /** Of a lot that transfers brought: the lot that it was first. */
  readonly from?: LotName
}

/** A lot among those of all cards. */
export interface LotName {
  readonly cardId: CardId
  readonly lot: number
}

/** What a hold reserves of a lot. */
export interface Portion {
  readonly hold: RequestRef
  readonly lot: number
  readonly amount: Minor
}

/** The balance that an operation works on: a value type's, in a bucket ('' is the card's own). */
export interface Purse {
  readonly valueType: number
  readonly bucket: string
}

export const isIn = (part: Purse, purse: Purse) => part.valueType === purse.valueType && part.bucket === purse.bucket
export const isOf = (purse: Purse) => (part: Purse) => isIn(part, purse)

export const ownBucket = ''
/** The balance of a coupon, and that of a punch subtrack, which counts from 1. */
export const couponBucket = (couponId: string) => `coupon:${couponId}`
export const subtrackBucket = (index: number) => `subtrack:${index}`

/** The bucket of a subtrack that the value type has, or the card's own. */
export function bucketOf({ subtracks }: Pick<ValueType, 'subtracks'>, subtrack: string | undefined): string {
  return subtrack === undefined ? ownBucket : subtrackBucket(subtracks.indexOf(subtrack) + 1)
}

/** The name of the subtrack that a bucket is, if it is one. */
export function subtrackOf({ subtracks }: Pick<ValueType, 'subtracks'>, bucket: string): string | undefined {
  return subtracks.find((_, index) => subtrackBucket(index + 1) === bucket)
}

/** The one text by which a batch knows a card; no card number contains the separator. */
export const cardKey = ({ root, number }: Pick<Card, 'root' | 'number'>) =>
  root ? childKey(root.number, number) : number
export const childKey = (rootNumber: string, childNumber: string) => `${rootNumber}\0${childNumber}`

/** What the card's sides in experiments are drawn by. A root decides for its children. */
export const drawnAs = (card: Pick<Card, 'drawnAs' | 'root' | 'number'>): string =>
  card.drawnAs ?? card.root?.number ?? card.number

/** The lock that holds now. */
export function lockOf(card: Pick<Card, 'lock'>, now: Instant): CheckoutLock | undefined {
  return card.lock && card.lock.until > now ? card.lock : undefined
}
