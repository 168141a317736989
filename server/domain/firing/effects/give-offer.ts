import { defined } from '../../../ground/kernel/defined.ts'
import type { PersonalOfferEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type HeldOffer, nextOfferNo } from '../../card/card.ts'
import { type FiredEffect, nothingOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'

/** Personal offers belong to the root card. */
export function givePersonalOffer(run: Run, firedEffect: FiredEffect<PersonalOfferEffect>): EffectSummary {
  const { offer, activeAt, expiresAt } = firedEffect.effect
  const book = run.state.bookOf('root')
  if (!book) return nothingOf(firedEffect, 'noCard')
  const { id: cardId, isNew } = book.card
  // A card that this call creates has no offers, and none can be read for it.
  const offers = book.card.offers ?? (isNew ? [] : undefined)
  if (!offers) {
    run.wants.offers = true
    return summarize(firedEffect.effect)
  }
  const { maxUsageCount, customId, ...terms } = offer
  const given: HeldOffer = defined({
    no: nextOfferNo(offers),
    terms,
    customId,
    activeAt,
    expiresAt,
    maxUses: maxUsageCount,
    uses: 0,
    isWithdrawn: false,
    by: run.context.call.ref,
  })
  book.update({ offers: [...offers, given] })
  run.state.showCard()
  run.result.givenOffers.push({ cardId, offer: given.no })
  return summarize(firedEffect.effect)
}
