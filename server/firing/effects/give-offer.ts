import type { PersonalOfferEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import type { HeldOffer } from '../../card/card.ts'
import { type Act, nothingOf } from '../carry-out.ts'
import type { RuleRun } from '../rule-run.ts'

/** Personal offers belong to the root card. */
export function givePersonalOffer(run: RuleRun, act: Act<PersonalOfferEffect>): EffectSummary {
  const { offer, activeAt, expiresAt } = act.effect
  const book = run.scene.bookOf('root')
  if (!book) return nothingOf(act, 'noCard')
  const { id: cardId, isNew } = book.card
  // A card that this call makes has none, and nowhere to read them from.
  const offers = book.card.offers ?? (isNew ? [] : undefined)
  if (!offers) {
    run.wants.offers = true
    return summarize(act.effect)
  }
  const { maxUsageCount, customId, ...terms } = offer
  const given: HeldOffer = {
    no: offers.length + 1,
    terms,
    ...(customId !== undefined && { customId }),
    ...(activeAt !== undefined && { activeAt }),
    expiresAt,
    maxUses: maxUsageCount,
    uses: 0,
    isWithdrawn: false,
    by: run.surroundings.call.ref,
  }
  book.update({ offers: [...offers, given] })
  run.scene.showCard()
  run.happened.givenOffers.push({ cardId, offer: given.no })
  return summarize(act.effect)
}
