import type { Firing, OfferUse } from '../../domain/campaign/kept-effects.ts'
import type { Settlement, StandIn } from '../../domain/card/book.ts'
import type { KeptReturn } from '../../domain/checkout/record.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { BookedMoves } from './booked-moves.ts'
import { moreThanToday, Traces } from './traces.ts'
import { saleOf, type Undone } from './undone.ts'

/** A firing of a call. */
interface FiredIn {
  readonly ref: RequestRef
  readonly at: Instant
  readonly firing: Firing
}

/** A use of a public code by a sale. */
interface UsedCode {
  readonly ref: RequestRef
  readonly key: string
}

/** What of the time before the period was undone since: at the beginning it still counted. */
export class UndoneSince {
  /** The calls of the time before, by card. */
  readonly byCard = new Map<CardId | undefined, Undone[]>()
  /** The returns of a sale that were voided since. */
  readonly returns = new Map<RequestRef, KeptReturn[]>()
  /** Coupons that such calls had used, and when. */
  readonly usedCoupons = new Map<string, Pick<Undone, 'ref' | 'at'>>()
  readonly codes = new Traces<CardId | undefined, UsedCode>()
  readonly firings = new Traces<CardId | undefined, FiredIn>()
  /** What moves of levels were before calls that changed them. */
  readonly moves = new BookedMoves()
  private readonly begin: RequestRef
  private readonly coupons = new Set<string>()
  private readonly offers = new Traces<string, OfferUse>()
  private readonly withdrawn = new Set<string>()
  /** By lot: what was settled, and what other lots gave in its stead. */
  private readonly settled = new Map<string, number>()
  private readonly standIns = new Map<string, Map<number, number>>()

  constructor(begin: RequestRef) {
    this.begin = begin
  }

  /** In the order in which it happened. */
  add(undone: Undone): void {
    this.countLots(undone.settled, undone.standIns)
    this.noteCoupons(undone)
    this.moves.add(undone)
    if (saleOf(undone) < this.begin) this.noteUses(undone)
    if (undone.ref < this.begin) this.restore(undone)
  }

  /** By how much an offer had been used more often at the beginning than its uses from before the period tell today. */
  usesOf(card: CardId, offer: number): number {
    return moreThanToday(this.offers.of(offerKey(card, offer)))
  }

  /** Whether something since made a coupon usable again, or used it once more. */
  isTouched(coupon: string): boolean {
    return this.coupons.has(coupon)
  }

  isWithdrawnSince(card: CardId, offer: number): boolean {
    return this.withdrawn.has(offerKey(card, offer))
  }

  settledOf(card: CardId, lot: number): number {
    return this.settled.get(`${card} ${lot}`) ?? 0
  }

  standInsOf(card: CardId, lot: number): ReadonlyMap<number, number> | undefined {
    return this.standIns.get(`${card} ${lot}`)
  }

  /** The uses of a sale from before the period: what was freed first was used at the beginning. */
  private noteUses(undone: Undone): void {
    const { by, cardId: group, codes, codesAgain, offersBack, offersAgain } = undone
    const ref = saleOf(undone)
    const touchCode = (key: string, isThere: boolean) =>
      this.codes.touch(traceKey(ref, key), { what: { ref, key }, group }, { by, isThere })
    const touchOffer = (what: OfferUse, isThere: boolean) => {
      const offer = offerKey(what.cardId, what.offer)
      this.offers.touch(traceKey(ref, offer), { what, group: offer }, { by, isThere })
    }
    for (const key of codes) touchCode(key, false)
    for (const key of codesAgain) touchCode(key, true)
    for (const use of offersBack) touchOffer(use, false)
    for (const use of offersAgain) touchOffer(use, true)
  }

  private noteCoupons(undone: Undone): void {
    const ref = saleOf(undone)
    const isFirst = (coupon: string) => !this.coupons.has(coupon)
    if (ref < this.begin)
      for (const coupon of undone.coupons.filter(isFirst)) this.usedCoupons.set(coupon, { ref, at: undone.at })
    for (const coupon of [...undone.coupons, ...undone.couponsAgain]) this.coupons.add(coupon)
  }

  private restore(undone: Undone): void {
    const { ref, at, by, cardId, returned, withdrawn } = undone
    this.byCard.set(cardId, [...(this.byCard.get(cardId) ?? []), undone])
    // What rules did for a level may be undone with the level, and then with the call.
    const touch = (firing: Firing, isThere: boolean) =>
      this.firings.touch(
        traceKey(ref, firing.rule),
        { what: { ref, at, firing }, group: firing.cardId },
        { by, isThere },
      )
    for (const firing of undone.fired) touch(firing, false)
    for (const firing of undone.refired) touch(firing, true)
    if (returned?.kept) this.returns.set(returned.of, [...(this.returns.get(returned.of) ?? []), returned.kept])
    for (const { cardId: card, offer } of withdrawn) this.withdrawn.add(offerKey(card, offer))
  }

  private countLots(settled: readonly Settlement[], standIns: readonly StandIn[]): void {
    for (const { cardId, lot, amount } of settled) {
      const key = `${cardId} ${lot}`
      this.settled.set(key, (this.settled.get(key) ?? 0) + amount)
    }
    for (const { cardId, lot, by, amount } of standIns) {
      const key = `${cardId} ${lot}`
      const known = this.standIns.get(key) ?? new Map<number, number>()
      this.standIns.set(key, known.set(by, (known.get(by) ?? 0) + amount))
    }
  }
}

/** Of what a call left: a code, a rule or an offer. */
export const traceKey = (ref: RequestRef, of: string): string => `${ref} ${of}`

const offerKey = (card: CardId, offer: number) => `${card} ${offer}`
