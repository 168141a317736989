import type { CallType } from '../../ground/kernel/call-type.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { PersonFieldChange } from '../account/person-changes.ts'
import type { Charge } from '../campaign/budgets.ts'
import type { KeptEffects, OfferUse } from '../campaign/kept-effects.ts'
import type { BookedMove } from '../campaign/tier/level-history.ts'
import type { Settlement, StandIn } from '../card/book.ts'
import type { Lot } from '../card/card.ts'
import type { Undoable } from '../card/take-back.ts'
import type { Shortfall } from '../checkout/record.ts'

/** An earlier request, locked and read with its ledger rows. */
export interface PastRequest {
  readonly ref: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly happenedAt: Instant
  readonly locationId?: string
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly cardSeq?: number
  /** The checkout that it is a payment of. */
  readonly paymentOf?: RequestRef
  readonly errorCode?: number
  readonly voidedBy?: RequestRef
  readonly detail?: RequestDetail
  readonly postings: readonly Undoable[]
  /** The lots that it changed, as they were read, and what transfers made of them on other cards. */
  readonly lots: readonly PastLot[]
}

export interface PastLot extends Lot {
  readonly cardId: CardId
}

/** What a request record keeps beyond its columns. Later calls show it or need it. */
export interface RequestDetail {
  /** The user of the portal who made it. */
  readonly user?: string
  /** The key that it was made with: of a locking setup and of an allocation, of which their callers may ask for more. */
  readonly key?: string
  /** Of an allocation that told a pin: by which one knows whether the card still has it. */
  readonly pinMark?: string
  /** The user who approved it, where a second person was needed. */
  readonly approvedBy?: string
  readonly merchantName?: string
  readonly balanceReference?: string
  readonly customMutationType?: string
  readonly suspensionReason?: string
  readonly newStatus?: string
  /** It was given as goodwill: nobody paid for it. */
  readonly isGoodwill?: true
  /** It was an issuance of a negative amount: it took balance away, and paid nothing. */
  readonly negativeIssue?: true
  /** The status that a void of this allocation restores. */
  readonly formerStatus?: string
  /** What was asked before conversion to the main currency: minor units of `currency`, and what became of them. */
  readonly conversion?: {
    readonly currency: string
    readonly asked: number
    readonly scale: number
    readonly converted: number
  }
  readonly orderTotal?: string
  readonly customKeyValues?: readonly { readonly key: string; readonly value: string }[]
  /** An allocation with findBy: whoever calls so again is told its card. */
  readonly isFindable?: true
  /** An allocation that gave nothing out: the customer had the card already, and was found by this field. */
  readonly foundBy?: 'email' | 'phone' | 'mobilePhone'
  /** What it changed of the person behind the card. */
  readonly personChanges?: readonly PersonFieldChange[]
  /** The coupon that a coupon call was about, and what it did with it. */
  readonly coupon?: string
  readonly couponAction?: string
  readonly voids?: RequestRef
  /** Of a balance that was imported: the import, and the row of its file. */
  readonly import?: { readonly id: string; readonly row: number }
  /** Of a transfer: what it was, and of one in, the card that was transferred out before. */
  readonly transfer?: { readonly action: 'out' | 'in' | 'zero'; readonly from?: CardId }
  /** The reward of the catalogue that was chosen in it. */
  readonly reward?: string
  /** What rules did in the call beyond the ledger. */
  readonly effects?: KeptEffects
  /** What a return or a void was to take back and could not. */
  readonly shortfalls?: readonly Shortfall[]
  /** Of a return: the uses of personal offers that it gave back. */
  readonly returnedOffers?: readonly OfferUse[]
  /** Of a voided return: those of them that count again. */
  readonly offersAgain?: readonly OfferUse[]
  /** What a void or return made usable again: public codes by what they are compared by, and coupons. */
  readonly freed?: CodesAndCoupons
  /** Of a voided return: what it had made usable again, and its sale uses once more. */
  readonly usedAgain?: CodesAndCoupons
  /** What a void or return counted as taken back, because it had expired. */
  readonly expired?: readonly (Settlement & Pick<Undoable, 'moved'>)[]
  /** What a void or return took from other lots in the stead of those that were spent. */
  readonly standIns?: readonly StandIn[]
  /** What rules had given for a level in another call and this one takes back; below 0 what another one took before. */
  readonly tierBack?: readonly {
    readonly ref: RequestRef
    readonly cardId: CardId
    readonly valueType: number
    readonly amount: Minor
  }[]
  /** Of a void: what its call had given for a level was taken back before, with the level. */
  readonly withoutTier?: true
  /** What it took or gave back of what rules had given for levels in this or other calls. */
  readonly tierParts?: readonly TierPart[]
  /** What rules did for levels that the call brought about by undoing something, by the place of the move. */
  readonly tierRuns?: readonly KeptEffects[]
  /** Moves of levels that stand by another call with this one, or stand again: as they were booked before it. */
  readonly movesBefore?: readonly MoveBefore[]
  /** The calls in which that had been given: of them, nothing that rules did for the level counts any more. */
  readonly tierUndone?: readonly RequestRef[]
  /** The flags of a void or return that were not as usual: with them, the call can be decided again. */
  readonly asked?: Readonly<Record<string, boolean | string>>
  readonly unknownFields?: readonly string[]
}

/** A move of a level as it was booked before a call that changed it. */
export interface MoveBefore extends Pick<BookedMove, 'at' | 'ref' | 'lostBy'> {
  /** The call that ran its rules, and the place of the move in that. */
  readonly of: RequestRef
  readonly place: number
}

interface CodesAndCoupons {
  readonly codes?: readonly string[]
  readonly coupons?: readonly string[]
}

/** What became of what rules had given for a level. What it says is also in the lists of the whole call, at their ends. */
export interface TierPart {
  /** The call that gave it, and the place of the move in that. */
  readonly of: RequestRef
  readonly place: number
  readonly isBack?: true
  readonly expired?: NonNullable<RequestDetail['expired']>
  readonly standIns?: readonly StandIn[]
  readonly shortfalls?: readonly Shortfall[]
  readonly coupons?: readonly string[]
  /** What it gave back to budgets, or took of them again. */
  readonly charged?: readonly Charge[]
}
