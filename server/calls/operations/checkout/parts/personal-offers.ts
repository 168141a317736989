import type { TraceEntry } from '../../../../domain/campaign/trace.ts'
import type { HeldOffer } from '../../../../domain/card/card.ts'
import { applyPersonalOffer, type OfferOutcome } from '../../../../domain/checkout/personal-offer.ts'
import { currencyOf, keepDiscount } from '../../../../domain/firing/effects/take-discount.ts'
import type { RuleRun } from '../../../../domain/firing/rule-run.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatMinor } from '../../../../ground/kernel/money.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'

/** Applies the root card's offers, each at most once, the oldest first. Answers what became of each. */
export function applyOffers(run: RuleRun): readonly TraceEntry[] {
  const book = run.state.holder === 'root' ? run.state.bookOf('root') : undefined
  const entries: TraceEntry[] = []
  for (const offer of book?.card.offers ?? []) {
    const { basket } = run.result
    if (run.context.work.isOver) break
    if (!book || !basket || !isOpen(offer, run.context.now)) continue
    const outcome = applyPersonalOffer(basket, offer.terms)
    entries.push(explain(offer, outcome, { scale: basket.scale, currency: currencyOf(run) }))
    if (outcome.kind !== 'applied') continue
    keepDiscount(run, outcome, { offer: offer.no })
    book.update({ offers: book.card.offers?.map((one) => (one === offer ? used(one) : one)) ?? [] })
    run.result.usedOffers.push({ cardId: offer.of ?? book.card.id, offer: offer.no })
  }
  run.state.showCard()
  return entries
}

export function isOpen(offer: HeldOffer, now: Instant): boolean {
  const { activeAt = now, expiresAt, uses, maxUses, isWithdrawn } = offer
  return !isWithdrawn && activeAt <= now && now < expiresAt && uses < maxUses
}

export const used = (offer: HeldOffer): HeldOffer => ({ ...offer, uses: offer.uses + 1 })

function explain(
  { no, terms }: HeldOffer,
  outcome: OfferOutcome,
  { scale, currency }: { readonly scale: number; readonly currency: string },
): TraceEntry {
  const rule = `personal offer ${no}`
  if (outcome.kind === 'skipped') {
    const { why, sku } = outcome
    return { rule, not: defined({ kind: 'notApplied', why, sku }) }
  }
  const amount = formatMinor(outcome.amount, scale)
  return { rule, fired: [{ kind: 'discount', amount, of: terms.discountType, currency }] }
}
