import { search } from '../../../calls/operations/search/search.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { isUsable, statusAt } from '../../../domain/card/guard.ts'
import { ownUndoMs } from '../../../domain/judge/judge-outcome.ts'
import { flag, id, integer, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import type { RequestRef } from '../../../ground/kernel/ids.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import { listPaymentUses } from '../../../storage/store/batch/payment-use.sql.ts'
import { listStory } from '../../../storage/store/portal/story.sql.ts'
import { listCardCheckouts } from '../../../storage/store/queries/card-facets.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { slowDown } from '../access/logged-in.ts'
import { lookupsOfCard } from '../guessing.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { toHappenings } from './card-story.ts'
import { receipt } from './parts/call-models.ts'
import { findExactCard } from './parts/exact-card.ts'
import { wouldUndo } from './parts/foreseen-undo.ts'
import { place, shownAmount } from './parts/models.ts'
import { filterVisible, placesOf } from './parts/own-places.ts'
import { shownChild, shownCoupon, shownExpiry, shownHold, shownTier } from './parts/page-models.ts'
import { showChildren, showCoupons, showExpiries, showHolds, showTier } from './parts/page-parts.ts'
import { askQuery, readerOf } from './parts/reading.ts'
import { showReceipt } from './parts/receipt.ts'
import { showBalances, showPlace } from './parts/show.ts'
import { happening } from './parts/story-models.ts'
import { mayBeVoided } from './parts/undoing.ts'

type Visited = BrandVisit<{ readonly cardNumber: string }>

const sale = model('PortalSale', 'A sale that can be returned.', {
  requestRef: text('The checkout.').required(),
  at: integer('When, in milliseconds since 1970.').required(),
  place: object('Where.', place),
  receipt: object('What was sold.', receipt).required(),
})

export const terminalCard = brandRoute({
  name: 'terminalCard',
  summary: 'A card by its exact number, as a till shows it, whichever card of the brand it is.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: { cardNumber: id('The card, as it was scanned or typed.').required() },
  response: {
    cardNumber: text('The card.').required(),
    status: oneOf('Its status.', cardStatuses).required(),
    isUsable: flag('Whether it can be used.').required(),
    isFree: flag('Whether it waits to be allocated.').required(),
    firstName: text('What to call the customer.'),
    program: text("Its program's name."),
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
    holds: list('What is on hold.', shownHold).required(),
    tier: object('Its level.', shownTier),
    coupons: list('Its coupons that can still be used.', shownCoupon).required(),
    children: list('Its child cards.', shownChild).required(),
    mine: list('What the visitor did with it a moment ago and can undo, newest first.', happening).required(),
    sales: list('The last sales at the locations of the visitor.', sale).required(),
  },
  run: async (visit) => {
    const wait = visit.services.guesses.secondsToWait(lookupsOfCard(visit))
    if (wait > 0) return slowDown(wait)
    const view = await findExactCard(visit.request.cardNumber, visit)
    visit.services.guesses.count(lookupsOfCard(visit), { kind: 'done', response: { cards: view ? [view] : [] } })
    if (!view) return turnDown('notFound', 'There is no card with this number.')
    const { brand } = visit
    const [found, holds, coupons, children, mine, sales, [account]] = await Promise.all([
      askQuery(
        search,
        { filters: { cardNumber: view.card.number }, includeInactive: true, returnFields: { tier: true } },
        visit,
      ),
      showHolds(view, visit),
      showCoupons(view, visit),
      showChildren(view, visit),
      listOwn(view, visit),
      listSales(view, visit),
      listAccounts(readerOf(visit), brand.id, [view.card.id]),
    ])
    const tier = isRefusal(found) ? undefined : found.cards[0]?.tier
    // A till takes any card, and shows who is behind it where the card is at home.
    const [own] = await filterVisible([view], visit)
    const firstName = own && account?.customer.firstName
    return defined({
      cardNumber: view.card.number,
      status: statusAt(view.card, view.now),
      isUsable: isUsable(view.card, view.now),
      isFree: view.card.status === 'Inventory' || view.card.status === 'Distributed',
      firstName: typeof firstName === 'string' ? firstName : undefined,
      program: programOf(brand, view.card)?.name,
      balances: showBalances(view, brand),
      expiring: showExpiries(view, brand),
      holds,
      tier: showTier(tier, view.card, brand),
      coupons,
      children,
      mine,
      sales,
    })
  },
})

/** More than anybody does with one card in a few minutes. */
const ownMax = 10

/** What the visitor did with the card themselves, as long as they may undo it without anybody else. */
async function listOwn({ card }: CardView, visit: Visited) {
  const { services, brand, visitor } = visit
  const page = { cardId: card.id, locations: placesOf(visit), limit: ownMax }
  const rows = await listStory(readerOf(visit), brand.id, page)
  const own = rows.filter(
    (row) =>
      row.is_own &&
      row.detail?.user === visitor.name &&
      row.shown_at > services.now() - ownUndoMs &&
      mayBeVoided({
        callType: row.call_type,
        isCheckout: row.kind === 'sale',
        isVoided: row.voided_by !== null,
        isFinding: row.detail.foundBy !== undefined,
      }),
  )
  const paying = await listPaying(
    own.map((row) => row.request_ref),
    visit,
  )
  const told = await toHappenings(
    own.filter((row) => !paying.has(row.request_ref)),
    card.id,
    visit,
  )
  const works = await Promise.all(
    told.map(({ requestRef, childCardNumber, place: where }) =>
      wouldUndo({ requestRef, cardNumber: card.number, childCardNumber, locationId: where?.id }, visit),
    ),
  )
  return told.filter((_, index) => works[index])
}

/** Redemptions that paid a sale which stands: they come back with it, and not to somebody who keeps the goods. */
async function listPaying(refs: readonly RequestRef[], visit: Visited): Promise<ReadonlySet<RequestRef>> {
  const { brand } = visit
  const reader = readerOf(visit)
  const uses = refs.length > 0 ? await listPaymentUses(reader, brand.id, refs) : []
  const sales = uses.map(({ checkout }) => checkout)
  const records = sales.length > 0 ? await listCheckouts(reader, brand.id, sales) : []
  const standing = new Set(records.filter(({ isVoided }) => !isVoided).map(({ ref }) => ref))
  return new Set(uses.filter(({ checkout }) => standing.has(checkout)).map(({ ref }) => ref))
}

async function listSales({ card }: CardView, visit: Visited) {
  const { brand, standing } = visit
  const reader = readerOf(visit)
  const known = await listCardCheckouts(reader, brand.id, [card.id])
  const refs = known
    .filter(({ kind, location_id }) => kind === 'sale' && (!standing.locations || standing.locations.has(location_id)))
    .map((one) => one.request_ref)
    .slice(0, 10)
  const records = refs.length > 0 ? await listCheckouts(reader, brand.id, refs) : []
  return records
    .filter(({ returned }) => !returned?.isFull)
    .toSorted((a, b) => b.happenedAt - a.happenedAt)
    .map((record) =>
      defined({
        requestRef: record.ref,
        at: record.happenedAt,
        place: showPlace(record.locationId, brand),
        receipt: showReceipt(record, brand),
      }),
    )
}
