import type { OfferUse } from '../../domain/campaign/kept-effects.ts'
import type { Settlement, StandIn } from '../../domain/card/book.ts'
import type { HeldOffer, Lot } from '../../domain/card/card.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { CodeUse } from '../../domain/coupon/public-code.ts'
import { codeKey } from '../../ground/kernel/code-key.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { forgetFiring, refire, voidTierSteps } from './apply-outcome.ts'
import type { PastCall } from './past-call.ts'
import { firingsFor, firingsIn, saleOf, type Undone } from './undone.ts'
import type { World } from './world.ts'

/** What a sale used, if it is not decided again: public codes and personal offers. */
export function keepUses(world: World, { ref, cardId, detail }: PastCall, { content }: CheckoutRecord): void {
  const state = cardId === undefined ? undefined : world.stateOf(cardId)
  for (const { code } of content.codes ?? []) {
    const key = codeKey(code)
    world.codes.add(key, world.sample)
    state?.codeUses.push({ key, ref })
  }
  countUses(world, detail?.effects?.usedOffers ?? [], 1)
}

/** Takes back what a void or return that is not decided again took back beyond the ledger. */
export function undo(world: World, undone: Undone): void {
  const { ref, by, cardId, events } = undone
  const state = cardId === undefined ? undefined : world.stateOf(cardId)
  state?.applied.add(by)
  changeCoupons(world, undone)
  changeCodes(world, undone)
  for (const { cardId: owner } of events) {
    const holder = world.stateOf(owner)
    if (holder) holder.events = holder.events.filter((event) => event.ref !== ref)
  }
  const referrer = undone.referrerId === undefined ? undefined : world.stateOf(undone.referrerId)
  if (referrer && undone.isVoid) voidTierSteps(referrer, ref)
  forgetFirings(world, undone)
  countUses(world, undone.offersBack, -1)
  countUses(world, undone.offersAgain, 1)
  for (const use of undone.withdrawn) changeOffer(world, use, (offer) => ({ ...offer, isWithdrawn: true }))
  for (const settlement of undone.settled) settle(world, settlement)
  for (const standIn of undone.standIns) noteStandIn(world, standIn)
}

/** Coupons that a call frees can be used, those that a sale uses once more cannot. */
function changeCoupons(world: World, undone: Undone): void {
  const [by, { at }] = [saleOf(undone), undone]
  for (const id of undone.coupons) {
    world.undone.usedCoupons.delete(id)
    const coupon = world.coupons.get(id)
    if (coupon?.use?.by === by) world.coupons.set(id, unused(coupon))
  }
  for (const id of undone.couponsAgain) {
    const coupon = world.coupons.get(id)
    if (!coupon) world.undone.usedCoupons.set(id, { ref: by, at })
    else if (!coupon.use) world.coupons.set(id, { ...coupon, use: { at, by } })
  }
}

const unused = ({ use: _, ...coupon }: Coupon): Coupon => coupon

/** The same for public codes. Of what was before the period, everything was counted; of a sample, each stands for many. */
function changeCodes(world: World, undone: Undone): void {
  const { codes, codesAgain, cardId } = undone
  const ref = saleOf(undone)
  const weight = ref < world.begin ? 1 : world.sample
  for (const key of codes) world.codes.add(key, -weight)
  for (const key of codesAgain) world.codes.add(key, weight)
  const uses = codesAgain.map((key) => ({ key, ref }))
  const left = (known: readonly CodeUse[]) => known.filter((use) => use.ref !== ref || !codes.includes(use.key))
  const state = cardId === undefined ? undefined : world.stateOf(cardId)
  // What is read later is read as it is by now.
  if (state && (ref >= world.begin || state.loaded.codes)) state.codeUses = [...left(state.codeUses), ...uses]
  if (cardId === undefined && world.anonymous.has(ref))
    world.anonymousCodes.set(ref, [...left(world.anonymousCodes.get(ref) ?? []), ...uses])
}

/** What fired in the replay, or if the call is none of it, what really fired. */
function forgetFirings(world: World, { ref, at, cardId, fired, refired, level, isWithoutTier }: Undone): void {
  const detail = fired.length + refired.length > 0 ? world.undoable(ref, cardId)?.request.detail : undefined
  const own = detail && (level ? firingsFor(detail, level.lost) : firingsIn(detail.effects ?? {}, isWithoutTier))
  const again = detail && firingsFor(detail, level?.back ?? [])
  for (const firing of own ?? fired) forgetFiring(world, firing, { ref, at })
  for (const firing of again ?? refired) refire(world, firing, { ref, at })
}

function countUses(world: World, uses: readonly OfferUse[], more: 1 | -1): void {
  for (const use of uses) changeOffer(world, use, (offer) => ({ ...offer, uses: Math.max(0, offer.uses + more) }))
}

function changeOffer(world: World, { cardId, offer: no }: OfferUse, change: (offer: HeldOffer) => HeldOffer): void {
  const state = world.stateOf(cardId)
  if (!state?.card.offers) return
  const isMeant = (offer: HeldOffer) => offer.no === no && (offer.of ?? state.id) === cardId
  const offers = state.card.offers.map((offer) => (isMeant(offer) ? change(offer) : offer))
  state.card = { ...state.card, offers }
}

const settle = (world: World, { cardId, lot, amount }: Settlement) =>
  changeLot(world, cardId, lot, (one) => ({ ...one, settled: one.settled + amount }))

function noteStandIn(world: World, { cardId, lot, by, amount }: StandIn): void {
  changeLot(world, cardId, lot, ({ standIns = [], ...rest }) => {
    const before = standIns.find((one) => one.lot === by)?.amount ?? 0
    const others = standIns.filter((one) => one.lot !== by)
    const all = before + amount > 0 ? [...others, { lot: by, amount: before + amount }] : others
    return all.length > 0 ? { ...rest, standIns: all } : rest
  })
}

/** A card that is another one by now has other lots. */
function changeLot(world: World, cardId: CardId, no: number, change: (lot: Lot) => Lot): void {
  const state = world.cards.get(cardId)
  if (!state || state.isDiverged) return
  state.card = { ...state.card, lots: state.card.lots.map((lot) => (lot.no === no ? change(lot) : lot)) }
}
