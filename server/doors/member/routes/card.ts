import { search } from '../../../calls/operations/search/search.ts'
import { emptyAccount } from '../../../domain/account/account.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { statusAt } from '../../../domain/card/guard.ts'
import { flag, integer, list, model, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { type CardView, findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { shownAmount } from '../../portal-api/cards/parts/models.ts'
import { shownExpiry, shownTier } from '../../portal-api/cards/parts/page-models.ts'
import { showCoupons, showExpiries, showTier } from '../../portal-api/cards/parts/page-parts.ts'
import { askQuery, readerOf } from '../../portal-api/cards/parts/reading.ts'
import { showBalances } from '../../portal-api/cards/parts/show.ts'
import { notIn } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'

const ownCoupon = model('MemberCoupon', 'A coupon of the member.', {
  couponId: text('The coupon, as it is shown at the till.').required(),
  name: text('Its name.').required(),
  expiresAt: integer('When it expires, in milliseconds since 1970.'),
})

export const card = ownRoute({
  name: 'card',
  changes: false,
  summary: 'What the member has: balances, level, coupons, and what expires.',
  request: {},
  response: {
    cardNumber: text('The card.').required(),
    isUsable: flag('Whether it can be used. A card that was reported lost cannot.').required(),
    firstName: text('The first name.').personal(),
    program: text("The program's name."),
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
    tier: object('The level.', shownTier),
    coupons: list('The coupons that can still be used.', ownCoupon).required(),
    isLooking: flag('Whether somebody of staff sees it as the customer does.'),
    asOf: integer('When this was so, in milliseconds since 1970.').required(),
  },
  run: async (visit) => {
    const view = await findOwnCard(visit)
    if (!view) return notIn
    const { brand, pages, member, services } = visit
    const shows = (part: (typeof pages.parts)[number]) => pages.parts.includes(part)
    const [account = emptyAccount(view.card.id)] = await listAccounts(readerOf(visit), brand.id, [view.card.id])
    const { firstName } = account.customer
    const tier = shows('levels') ? await findTier(view, visit) : undefined
    const coupons = shows('coupons') ? await showCoupons(view, { services, brand }) : []
    return defined({
      cardNumber: view.card.number,
      isUsable: statusAt(view.card, view.now) === 'Activated' || statusAt(view.card, view.now) === 'Demo',
      firstName: typeof firstName === 'string' && firstName !== '' ? firstName : undefined,
      program: programOf(brand, view.card)?.name,
      balances: shows('balances') ? showBalances(view, brand) : [],
      expiring: shows('balances') ? showExpiries(view, brand) : [],
      tier,
      coupons,
      isLooking: member.way === 'staff' || undefined,
      asOf: view.now,
    })
  },
})

/** The member's card as it is now. */
export async function findOwnCard(
  visit: Pick<OwnMemberVisit<unknown>, 'services' | 'brand' | 'member'>,
): Promise<CardView | undefined> {
  const [view] = await findCards(visit.services.pool, visit.brand.id, [visit.member.cardNumber])
  return view
}

async function findTier({ card: own }: CardView, { services, brand }: OwnMemberVisit<unknown>) {
  const sent = { filters: { cardNumber: own.number }, includeInactive: true, returnFields: { tier: true } }
  const found = await askQuery(search, sent, { services, brand, standing: {} })
  return isRefusal(found) ? undefined : showTier(found.cards[0]?.tier, own, brand)
}
