import { flag, id, integer, text } from '../../../ground/contract/field.ts'
import { printedReferralCode } from '../../../ground/kernel/referral-code.ts'
import { countBrought, findCodeOf } from '../../../storage/store/queries/referral-code.sql.ts'
import { brandRoute } from '../route.ts'
import { findVisibleCard, noSuchCard } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'

/** The code is made by an operation; this only looks. */
export const cardReferral = brandRoute({
  name: 'cardReferral',
  summary: 'Show the code by which a card brings others, if it has one, and how many it has brought.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: { cardNumber: id('The card.').required() },
  response: {
    isOffered: flag('Whether the brand has referral codes.').required(),
    code: text('Its code. Absent: it has none.'),
    brought: integer('For how many purchases of others it was thanked, without those that were voided.').required(),
  },
  run: async (visit) => {
    const { request, brand } = visit
    if (!brand.document.referrals) return { isOffered: false, brought: 0 }
    const view = await findVisibleCard(request.cardNumber, visit)
    if (!view) return noSuchCard
    const db = readerOf(visit)
    const code = await findCodeOf(db, brand.id, view.card.id)
    const brought = await countBrought(db, brand.id, view.card.id)
    return { isOffered: true, brought, ...(code !== undefined && { code: printedReferralCode(code) }) }
  },
})
