import type { Firing, KeptEffects, KeptEvent, OfferUse } from '../../domain/campaign/kept-effects.ts'
import type { Settlement, StandIn } from '../../domain/card/book.ts'
import type { KeptReturn } from '../../domain/checkout/record.ts'
import type { MoveBefore, RequestDetail } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { givenEffects } from '../operations/tier-part.ts'
import type { UndoneRow } from './undone.sql.ts'

/** What a void or return took back of a call, beyond the ledger. */
export interface Undone {
  /** The call, and what undid it. */
  readonly ref: RequestRef
  readonly by: RequestRef
  readonly cardId?: CardId
  /** The card that had referred the customer. */
  readonly referrerId?: CardId
  readonly isVoid: boolean
  readonly at: Instant
  /** Of a call of which only what it gave for levels was touched: the places of the moves that were lost, or stand again. */
  readonly level?: { readonly lost: readonly number[]; readonly back: readonly number[] }
  /** Moves of levels that it had booked, as they were before. */
  readonly movesBefore: readonly MoveBefore[]
  /** Whether what it gave for a level was left as it is. */
  readonly isWithoutTier?: true
  readonly fired: readonly Firing[]
  /** The firings that count again. */
  readonly refired: readonly Firing[]
  readonly events: readonly KeptEvent[]
  /** Whether there were events of which nothing is kept. */
  readonly hasLostEvents: boolean
  /** Public codes that can be used again, by what they are compared by, and coupons. */
  readonly codes: readonly string[]
  readonly coupons: readonly string[]
  /** Those of a voided return that its sale uses once more. */
  readonly codesAgain: readonly string[]
  readonly couponsAgain: readonly string[]
  /** The uses of personal offers that no longer count, those that count again, and the offers that were withdrawn. */
  readonly offersBack: readonly OfferUse[]
  readonly offersAgain: readonly OfferUse[]
  readonly withdrawn: readonly OfferUse[]
  /** Of a return that was voided: its sale, and what that had kept of it. */
  readonly returned?: { readonly of: RequestRef; readonly kept?: KeptReturn }
  readonly settled: readonly Settlement[]
  readonly standIns: readonly StandIn[]
}

/** The sale whose uses of codes, coupons and offers are meant. */
export const saleOf = ({ ref, returned }: Pick<Undone, 'ref' | 'returned'>): RequestRef => returned?.of ?? ref

export const toUndone = (row: UndoneRow): Undone => (row.is_of_level ? toLevel(row) : toUndoneCall(row))

/** What rules had done for a level goes with it, and comes back with it, whichever call does that. */
function toLevel({ ref, by, card_id, happened_at: at, effects, runs, undoing }: UndoneRow): Undone {
  const parts = (undoing?.tierParts ?? []).filter(({ of }) => of === ref)
  const places = (isBack: boolean) =>
    parts.filter((part) => (part.isBack === true) === isBack).map(({ place }) => place)
  // Before moves were booked, a call gave for one level at most.
  const isOld = parts.length === 0 && undoing?.tierUndone?.includes(ref) === true
  const level = isOld ? { lost: [0], back: [] } : { lost: places(false), back: places(true) }
  const detail = defined({ effects: effects ?? undefined, tierRuns: runs ?? undefined })
  return defined({
    ...nothing,
    ref,
    by,
    at,
    cardId: card_id ?? undefined,
    fired: firingsFor(detail, level.lost),
    refired: firingsFor(detail, level.back),
    withdrawn: level.lost.flatMap((place) => givenEffects(detail, place).givenOffers ?? []),
    hasLostEvents: false,
    isVoid: false,
    level,
    movesBefore: (undoing?.movesBefore ?? []).filter(({ of }) => of === ref),
  })
}

const nothing = {
  ...{ events: [], codes: [], coupons: [], codesAgain: [], couponsAgain: [] },
  ...{ offersBack: [], offersAgain: [], settled: [], standIns: [] },
}

/** The firings of a call for the moves at these places. */
export const firingsFor = (detail: RequestDetail, places: readonly number[]): readonly Firing[] =>
  places.flatMap((place) => givenEffects(detail, place).fired ?? [])

/** All firings of a call, or those that had nothing to do with a level. */
export function firingsIn({ fired = [], tier }: KeptEffects, isWithoutTier = false): readonly Firing[] {
  const ofLevel = new Set(isWithoutTier ? tier?.fired?.map(({ rule }) => rule) : [])
  return fired.filter(({ rule }) => !ofLevel.has(rule))
}

function toUndoneCall(row: UndoneRow): Undone {
  const { ref, by, is_void: isVoid, card_id, happened_at: at, return_of: of, kept } = row
  const effects = row.effects ?? {}
  const undoing = row.undoing ?? {}
  const removesEvents = isVoid || undoing.asked?.removeCustomEvents === true
  const events = removesEvents ? effects.events : undefined
  const lost = undoing.withoutTier ? effects.tier : undefined
  return defined({
    ref,
    by,
    cardId: card_id ?? undefined,
    referrerId: row.referrer_id ?? undefined,
    isVoid,
    at,
    isWithoutTier: undoing.withoutTier,
    fired: isVoid ? firingsIn(effects, undoing.withoutTier) : [],
    refired: [],
    movesBefore: [],
    events: events === true ? [] : (events ?? []),
    hasLostEvents: events === true,
    codes: undoing.freed?.codes ?? [],
    coupons: undoing.freed?.coupons ?? [],
    codesAgain: undoing.usedAgain?.codes ?? [],
    couponsAgain: undoing.usedAgain?.coupons ?? [],
    offersBack: (isVoid ? effects.usedOffers : undoing.returnedOffers) ?? [],
    offersAgain: undoing.offersAgain ?? [],
    withdrawn: isVoid ? (effects.givenOffers ?? []).filter((one) => !lost?.givenOffers?.some(isSameOffer(one))) : [],
    returned: of === null ? undefined : defined({ of, kept: kept ? { ref, ...kept } : undefined }),
    settled: undoing.expired ?? [],
    standIns: undoing.standIns ?? [],
  })
}

const isSameOffer =
  ({ cardId, offer }: OfferUse) =>
  (other: OfferUse) =>
    other.cardId === cardId && other.offer === offer
