import { cardModel } from '../../../calls/operations/search/parts/search-models.ts'
import { search } from '../../../calls/operations/search/search.ts'
import { emptyAccount } from '../../../domain/account/account.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { statusAt } from '../../../domain/card/guard.ts'
import { flag, id, integer, list, object, oneOf, text } from '../../../ground/contract/field.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { findCardState } from '../../../storage/store/portal/card-state.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { turnedDownBy } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { place, shownAmount } from './parts/models.ts'
import { findVisibleCard, noSuchCard } from './parts/own-places.ts'
import {
  shownChild,
  shownConsent,
  shownCoupon,
  shownExpiry,
  shownField,
  shownHold,
  shownLock,
  shownLot,
  shownMessage,
  shownTier,
} from './parts/page-models.ts'
import {
  showChildren,
  showConsents,
  showCoupons,
  showExpiries,
  showFields,
  showHolds,
  showLots,
  showMessages,
  showTier,
} from './parts/page-parts.ts'
import { askQuery, readerOf } from './parts/reading.ts'
import { cardSetName, showBalances, showPlace } from './parts/show.ts'

type Visited = BrandVisit<{ readonly cardNumber: string }>

export const cardPage = brandRoute({
  name: 'cardPage',
  summary: 'Everything that the page of a card shows.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: { cardNumber: id('The card.').required() },
  response: {
    cardNumber: text('The card.').required(),
    status: oneOf('Its status.', cardStatuses).required(),
    program: text("Its program's name."),
    cardSet: text("Its card set's name."),
    activatedAt: integer('When it was activated, in milliseconds since 1970.'),
    expiresAt: integer('When it expires, in milliseconds since 1970.'),
    signedUpAt: object('Where it signed up.', place),
    hasPin: flag('Whether it has a pin.').required(),
    pinLockedUntil: integer('Until when its pin is locked, in milliseconds since 1970.'),
    lock: object('The checkout that has it locked.', shownLock),
    replacedBy: text('The card that has what it had.'),
    replaces: list('The cards whose value it has.', text('A card number.')).required(),
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
    lots: list('What is left of each issuance.', shownLot).required(),
    holds: list('What is on hold.', shownHold).required(),
    tier: object('Its level.', shownTier),
    coupons: list('Its coupons that can still be used.', shownCoupon).required(),
    children: list('Its child cards.', shownChild).required(),
    messages: list('The newest messages to it.', shownMessage).required(),
    consents: list('What its addresses and numbers agreed to.', shownConsent).required(),
    ownFields: list("The brand's own fields. None for those who may not see people.", shownField).required(),
    details: object('Customer, segments, score and offers, as search returns them.', cardModel).required(),
  },
  run: async (visit) => {
    const view = await findVisibleCard(visit.request.cardNumber, visit)
    if (!view) return noSuchCard
    const [details, state, parts] = await Promise.all([
      findDetails(view, visit),
      findCardState(readerOf(visit), visit.brand.id, view.card.id),
      showParts(view, visit),
    ])
    if (isRefusal(details)) return turnedDownBy(details)
    const [found] = details.cards
    if (!found || !state) return noSuchCard
    const { brand } = visit
    return defined({
      ...headOf(view, visit),
      activatedAt: state.activated_at ?? undefined,
      expiresAt: state.expires_at ?? undefined,
      signedUpAt: showPlace(state.owning_location, brand),
      hasPin: state.has_pin,
      pinLockedUntil: state.pin_locked_until && state.pin_locked_until > view.now ? state.pin_locked_until : undefined,
      lock:
        state.lock_by !== null && state.lock_until !== null && state.lock_until > view.now
          ? { requestRef: state.lock_by, until: state.lock_until }
          : undefined,
      replacedBy: state.heir_number ?? undefined,
      replaces: state.former_numbers,
      ...parts,
      tier: showTier(found.tier, view.card, brand),
      details: found,
    })
  },
})

function headOf(view: CardView, { brand }: Visited) {
  const { card, now } = view
  return defined({
    cardNumber: card.number,
    status: statusAt(card, now),
    program: programOf(brand, card)?.name,
    cardSet: cardSetName(card, brand),
    balances: showBalances(view, brand),
    expiring: showExpiries(view, brand),
  })
}

async function showParts(view: CardView, visit: Visited) {
  const { brand, standing } = visit
  const seesPeople = standing.permissions.has('customers.see')
  const [account = emptyAccount(view.card.id)] = seesPeople
    ? await listAccounts(readerOf(visit), brand.id, [view.card.id])
    : []
  const [lots, holds, coupons, children, messages, consents] = await Promise.all([
    showLots(view, visit),
    showHolds(view, visit),
    showCoupons(view, visit),
    showChildren(view, visit),
    showMessages(view, visit),
    showConsents(account, visit),
  ])
  const ownFields = seesPeople ? showFields(account, brand) : []
  return { lots, holds, coupons, children, messages, consents, ownFields }
}

/** Who is behind the card only for those who may see it. */
function findDetails({ card }: CardView, visit: Visited) {
  const seesPeople = visit.standing.permissions.has('customers.see')
  const ofPerson = {
    customer: seesPeople,
    alternateCustomer: seesPeople,
    giverCustomer: seesPeople,
    brandDemographics: seesPeople,
    decorateCustomValues: seesPeople,
    surveyResponses: seesPeople,
    emailBounced: seesPeople,
    mmsBounced: seesPeople,
  }
  const returnFields = {
    customCardNumber: true,
    isEnrolled: true,
    enrolledPrograms: true,
    segments: true,
    score: true,
    tier: true,
    metaData: true,
    walletPassStatus: true,
    personalOffers: true,
    ...ofPerson,
  }
  return askQuery(search, { filters: { cardNumber: card.number }, includeInactive: true, returnFields }, visit)
}
