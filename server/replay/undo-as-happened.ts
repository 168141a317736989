import type { Firing, OfferUse } from '../campaign/kept-effects.ts'
import type { Settlement, StandIn } from '../card/book.ts'
import type { HeldOffer, Lot } from '../card/card.ts'
import type { CheckoutRecord } from '../checkout/record.ts'
import { codeKey } from '../kernel/code-key.ts'
import type { CardId } from '../kernel/ids.ts'
import { forgetFiring, voidTierSteps } from './apply-outcome.ts'
import type { PastCall } from './past-call.ts'
import type { Undone } from './undone.ts'
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
  const { ref, by, cardId, codes, coupons, events } = undone
  const state = cardId === undefined ? undefined : world.stateOf(cardId)
  state?.applied.add(by)
  for (const coupon of coupons) world.undone.usedCoupons.delete(coupon)
  // Of what was before the period, everything was counted; of a sample, each stands for many.
  const weight = ref < world.begin ? 1 : world.sample
  for (const key of codes) world.codes.add(key, -weight)
  if (state && codes.length > 0) state.codeUses = state.codeUses.filter((use) => use.ref !== ref)
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

/** What fired in the replay, or if the call is none of it, what really fired. */
function forgetFirings(world: World, { ref, at, cardId, fired, isOfLevel }: Undone): void {
  const effects = fired.length > 0 ? world.undoable(ref, cardId)?.request.detail?.effects : undefined
  const own = isOfLevel ? effects?.tier?.fired : effects?.fired
  const firings: readonly Firing[] = own ?? fired
  for (const firing of firings) forgetFiring(world, firing, { ref, at })
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
