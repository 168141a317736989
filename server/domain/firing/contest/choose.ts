import { compareRatios, distanceText } from '../../../ground/kernel/ratio.ts'
import { candidatesMax, type PromotionGroup } from '../../brand/shapes/promotion-shape.ts'
import type { Contest } from '../../campaign/campaigns.ts'
import type { Outbid } from '../../campaign/judge.ts'
import type { Currency } from './reckoning.ts'
import type { Gift } from './trial.ts'

/** A rule or a campaign that would give something, in its place among others. */
export interface Offer {
  readonly contest: Contest
  readonly gift: Gift
}

interface Chosen {
  readonly winners: readonly Offer[]
  readonly losers: readonly { readonly offer: Offer; readonly why: Outbid }[]
}

/** The best `left` of these offers, which are in the order of their rules: at a tie the earlier one wins. */
export function choose(offers: readonly Offer[], group: PromotionGroup, left: number, currency: Currency): Chosen {
  const isCrowded = offers.length > candidatesMax
  const ranked = isCrowded || group.best === 'first' ? offers : offers.toSorted(betterFor(group.best))
  const kept = new Set(ranked.slice(0, left))
  const winners = offers.filter((offer) => kept.has(offer))
  // Whoever lost, lost to the last that won.
  const last = ranked[Math.min(left, ranked.length) - 1]
  const losers = offers.flatMap((offer) => {
    if (kept.has(offer) || !last) return []
    const why = {
      ...lostTo(last.contest, group),
      ...(isCrowded ? { crowd: offers.length } : apart(offer, last, currency)),
    }
    return [{ offer, why }]
  })
  return { winners, losers }
}

const betterFor = (best: 'customer' | 'merchant') => (one: Offer, other: Offer) => {
  const order = compareRatios(one.gift.worth, other.gift.worth)
  return best === 'customer' ? -order : order
}

const lostTo = ({ side: by, of }: Contest, { id, best }: PromotionGroup): Outbid => ({
  kind: 'outbid',
  group: id,
  best,
  by,
  of,
})

/** How far one offer was from another. */
export function apart(one: Pick<Offer, 'gift'>, other: Pick<Offer, 'gift'>, { name, scale }: Currency) {
  return { difference: distanceText(one.gift.worth, other.gift.worth, scale), currency: name }
}
