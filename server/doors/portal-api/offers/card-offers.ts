import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import type { HeldOffer } from '../../../domain/card/card.ts'
import { tellOffer } from '../../../domain/sentence/tell.ts'
import { flag, id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listOffers } from '../../../storage/store/batch/personal-offer.sql.ts'
import { findVisibleCard, noSuchCard } from '../cards/parts/own-places.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { brandRoute } from '../route.ts'

const states = ['open', 'later', 'used', 'expired', 'withdrawn'] as const

const cardOffer = model('PortalCardOffer', 'A personal offer of a card.', {
  number: integer('Its number.').required(),
  what: text('What is offered, in words.').max(10_000).required(),
  state: oneOf('Whether it can be used: now, later, or not any more and why.', states).required(),
  from: integer('When it can be used, in milliseconds since 1970, if later.'),
  until: integer('When it expires.').required(),
  uses: integer('In how many purchases it was used.').required(),
  usesMax: integer('In how many it can be used.').required(),
})

/** Newer than these nobody asks for at a counter. */
const shownMax = 50

export const cardOffers = brandRoute({
  name: 'cardOffers',
  summary: 'List the personal offers of a card, also those that are used or expired.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: { cardNumber: id('The card.').required(), language: languageField },
  response: {
    offers: list(`The newest first, at most ${shownMax}.`, cardOffer).required(),
    hasMore: flag('Whether there are older ones.').required(),
  },
  run: async (visit) => {
    const { request, brand } = visit
    const view = await findVisibleCard(request.cardNumber, visit)
    if (!view) return noSuchCard
    const telling = tellingOf(brand, request.language)
    const held = (await listOffers(readerOf(visit), brand.id, [view.card.id])).get(view.card.id) ?? []
    const shown = held.toReversed().slice(0, shownMax)
    return {
      offers: shown.map((offer) => {
        const { no, terms, activeAt, expiresAt, uses, maxUses } = offer
        return defined({
          number: no,
          what: tellOffer(terms, telling),
          state: stateOf(offer, view.now),
          from: activeAt,
          until: expiresAt,
          uses,
          usesMax: maxUses,
        })
      }),
      hasMore: held.length > shown.length,
    }
  },
})

function stateOf({ uses, maxUses, isWithdrawn, expiresAt, activeAt = 0 }: HeldOffer, now: Instant) {
  if (uses >= maxUses) return 'used'
  if (isWithdrawn) return 'withdrawn'
  if (expiresAt <= now) return 'expired'
  return activeAt > now ? 'later' : 'open'
}
