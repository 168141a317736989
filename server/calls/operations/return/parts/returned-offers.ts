import type { OfferUse } from '../../../../domain/campaign/kept-effects.ts'
import type { HeldOffer } from '../../../../domain/card/card.ts'
import type { CheckoutRecord } from '../../../../domain/checkout/record.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import { type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { BooksById } from '../../open-books.ts'

/** Gives the uses of personal offers in a sale back, because all of it was returned. Returns which those are. */
export function giveBackOffers(
  { detail }: PastRequest,
  books: BooksById,
  { heirOf }: Heirs,
): readonly OfferUse[] | Needs {
  const back = (offer: HeldOffer) => ({ ...offer, uses: offer.uses - 1 })
  return changeOffers(detail?.effects?.usedOffers ?? [], { books, heirOf }, back)
}

type Heirs = Pick<DecisionContext<unknown>, 'heirOf'>

/**
 * What the sale has not got back yet of the offers that its returns gave back: what the last one of them did that made it
 * whole. What those before it gave was the sale's again when it was no longer whole.
 */
export function offersStillBack({ returned }: CheckoutRecord, returns: readonly PastRequest[]): readonly OfferUse[] {
  const given = new Map(returns.map(({ ref, detail }) => [ref, detail?.returnedOffers ?? []]))
  const inOrder = (returned?.returns ?? []).map(({ ref }) => given.get(ref) ?? [])
  return inOrder.findLast((uses) => uses.length > 0) ?? []
}

/**
 * Counts these uses again, because without one of its returns the sale stands. Where an offer was used for another sale
 * since, as often as it may be, both sales would have it: then the return cannot be voided.
 */
export function takeOffersAgain(
  uses: readonly OfferUse[],
  books: BooksById,
  { heirOf }: Heirs,
): readonly OfferUse[] | Refusal | Needs {
  let isGone = false
  const again = (offer: HeldOffer) => {
    isGone ||= offer.uses >= offer.maxUses
    return isGone ? offer : { ...offer, uses: offer.uses + 1 }
  }
  const changed = changeOffers(uses, { books, heirOf }, again)
  return isGone ? refuse(119, gone) : changed
}

const gone = 'The return cannot be voided: the personal offer of its sale was used for another one meanwhile.'

function changeOffers(
  uses: readonly OfferUse[],
  { books, heirOf }: Heirs & { readonly books: BooksById },
  change: (offer: HeldOffer) => HeldOffer,
): readonly OfferUse[] | Needs {
  const changed: OfferUse[] = []
  for (const use of uses) {
    const book = books.get(heirOf(use.cardId))
    if (!book) continue
    const { offers } = book.card
    if (!offers) return { kind: 'needs', needs: [{ kind: 'more', touches: { offers: true } }] }
    const before = offers.find(({ no, of = book.card.id }) => no === use.offer && of === use.cardId)
    const after = before && change(before)
    if (!after || after === before) continue
    book.update({ offers: offers.map((offer) => (offer === before ? after : offer)) })
    changed.push(use)
  }
  return changed
}
