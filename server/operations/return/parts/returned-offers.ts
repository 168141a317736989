import type { OfferUse } from '../../../campaign/kept-effects.ts'
import type { HeldOffer } from '../../../card/card.ts'
import type { Needs } from '../../../decision/need.ts'
import type { PastRequest } from '../../../decision/past-request.ts'
import type { BooksById } from '../../open-books.ts'

/** Gives the uses of personal offers in a sale back, because all of it was returned. Returns which those are. */
export function giveBackOffers({ detail }: PastRequest, books: BooksById): readonly OfferUse[] | Needs {
  return changeOffers(detail?.effects?.usedOffers ?? [], books, (offer) => ({ ...offer, uses: offer.uses - 1 }))
}

/**
 * Counts the uses again, because the return was voided. One that was used for another sale since is left alone: it has
 * been used as often as it may.
 */
export function takeOffersAgain({ detail }: PastRequest, books: BooksById): readonly OfferUse[] | Needs {
  const again = (offer: HeldOffer) => (offer.uses < offer.maxUses ? { ...offer, uses: offer.uses + 1 } : offer)
  return changeOffers(detail?.returnedOffers ?? [], books, again)
}

function changeOffers(
  uses: readonly OfferUse[],
  books: BooksById,
  change: (offer: HeldOffer) => HeldOffer,
): readonly OfferUse[] | Needs {
  const changed: OfferUse[] = []
  for (const use of uses) {
    const book = books.get(use.cardId)
    if (!book) continue
    const { offers } = book.card
    if (!offers) return { kind: 'needs', needs: [{ kind: 'more', touches: { offers: true } }] }
    const before = offers.find(({ no }) => no === use.offer)
    const after = before && change(before)
    if (!after || after === before) continue
    book.update({ offers: offers.map((offer) => (offer === before ? after : offer)) })
    changed.push(use)
  }
  return changed
}
