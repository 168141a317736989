import type { Firing, KeptEvent, OfferUse } from '../campaign/kept-effects.ts'
import type { Settlement, StandIn } from '../card/book.ts'
import type { KeptReturn } from '../checkout/record.ts'
import { defined } from '../kernel/defined.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
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
  /** Whether only what it gave for a level was taken back. */
  readonly isOfLevel?: true
  readonly fired: readonly Firing[]
  readonly events: readonly KeptEvent[]
  /** Whether there were events of which nothing is kept. */
  readonly hasLostEvents: boolean
  /** Public codes that can be used again, by what they are compared by, and coupons. */
  readonly codes: readonly string[]
  readonly coupons: readonly string[]
  /** The uses of personal offers that no longer count, those that count again, and the offers that were withdrawn. */
  readonly offersBack: readonly OfferUse[]
  readonly offersAgain: readonly OfferUse[]
  readonly withdrawn: readonly OfferUse[]
  /** Of a return that was voided: its sale, and what that had kept of it. */
  readonly returned?: { readonly of: RequestRef; readonly kept?: KeptReturn }
  readonly settled: readonly Settlement[]
  readonly standIns: readonly StandIn[]
}

export const toUndone = (row: UndoneRow): Undone => (row.is_of_level ? toLostLevel(row) : toUndoneCall(row))

/** What rules had done for a level goes with it, whichever call takes that. */
function toLostLevel({ ref, by, card_id, happened_at: at, effects }: UndoneRow): Undone {
  const { fired = [], givenOffers = [] } = effects?.tier ?? {}
  const nothing = { events: [], codes: [], coupons: [], offersBack: [], offersAgain: [], settled: [], standIns: [] }
  return defined({
    ...nothing,
    ref,
    by,
    at,
    cardId: card_id ?? undefined,
    fired,
    withdrawn: givenOffers,
    hasLostEvents: false,
    isVoid: false,
    isOfLevel: true,
  })
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
    fired: isVoid ? (effects.fired ?? []).filter(({ rule }) => !lost?.fired?.some((one) => one.rule === rule)) : [],
    events: events === true ? [] : (events ?? []),
    hasLostEvents: events === true,
    codes: undoing.freed?.codes ?? [],
    coupons: undoing.freed?.coupons ?? [],
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

/** What of the time before the period was undone since: at the beginning it still counted. */
export class UndoneSince {
  /** The calls of the time before, by card. */
  readonly byCard = new Map<CardId | undefined, Undone[]>()
  /** The returns of a sale that were voided since. */
  readonly returns = new Map<RequestRef, KeptReturn[]>()
  /** Coupons that such calls had used, and when. */
  readonly usedCoupons = new Map<string, Pick<Undone, 'ref' | 'at'>>()
  private readonly begin: RequestRef
  /** By offer and sale: whether it was used at the beginning, and whether it is today. */
  private readonly offers = new Map<string, Map<RequestRef, { readonly before: boolean; after: boolean }>>()
  private readonly withdrawn = new Set<string>()
  private readonly unfired = new Set<string>()
  /** By lot: what was settled, and what other lots gave in its stead. */
  private readonly settled = new Map<string, number>()
  private readonly standIns = new Map<string, Map<number, number>>()

  constructor(begin: RequestRef) {
    this.begin = begin
  }

  /** In the order in which it happened. */
  add(undone: Undone): void {
    const { ref, offersBack, offersAgain, settled, standIns, returned } = undone
    this.countLots(settled, standIns)
    const sale = returned?.of ?? ref
    if (sale < this.begin) {
      for (const use of offersBack) this.touch(sale, use, false)
      for (const use of offersAgain) this.touch(sale, use, true)
    }
    if (ref < this.begin) this.restore(undone)
  }

  /** By how much an offer had been used more often at the beginning than its uses from before the period tell today. */
  usesOf(card: CardId, offer: number): number {
    const sales = [...(this.offers.get(offerKey(card, offer))?.values() ?? [])]
    return sales.reduce((more, { before, after }) => more + Number(before) - Number(after), 0)
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

  private restore(undone: Undone): void {
    const { ref, at, cardId, returned, coupons, withdrawn } = undone
    // What rules did for a level may be undone with the level, and then with the call.
    const fired = undone.fired.filter(({ rule }) => !this.unfired.has(`${ref} ${rule}`))
    for (const { rule } of fired) this.unfired.add(`${ref} ${rule}`)
    this.byCard.set(cardId, [...(this.byCard.get(cardId) ?? []), { ...undone, fired }])
    if (returned?.kept) this.returns.set(returned.of, [...(this.returns.get(returned.of) ?? []), returned.kept])
    for (const coupon of coupons) if (!this.usedCoupons.has(coupon)) this.usedCoupons.set(coupon, { ref, at })
    for (const { cardId: card, offer } of withdrawn) this.withdrawn.add(offerKey(card, offer))
  }

  private touch(sale: RequestRef, { cardId, offer }: OfferUse, isUsed: boolean): void {
    const key = offerKey(cardId, offer)
    const sales = this.offers.get(key) ?? new Map<RequestRef, { before: boolean; after: boolean }>()
    const known = sales.get(sale)
    if (known) known.after = isUsed
    else this.offers.set(key, sales.set(sale, { before: !isUsed, after: isUsed }))
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

const offerKey = (card: CardId, offer: number) => `${card} ${offer}`
