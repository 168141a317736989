import { type Account, emptyAccount } from '../../../../domain/account/account.ts'
import type { KeptEffects, OfferUse } from '../../../../domain/campaign/kept-effects.ts'
import type { HeldOffer } from '../../../../domain/card/card.ts'
import type { Coupon, DisabledBy } from '../../../../domain/coupon/coupon.ts'
import { disable, releaseUse } from '../../../../domain/coupon/transitions.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../../domain/decision/need.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { CardId } from '../../../../ground/kernel/ids.ts'
import type { BooksById } from '../../open-books.ts'

/** What becomes of the coupons of calls that are undone. */
export interface CouponRules {
  readonly by: DisabledBy
  readonly disableIssued: boolean
  readonly failIfUsed: boolean
  readonly resetUsed: boolean
}

type Context = Pick<DecisionContext<unknown>, 'coupon' | 'past' | 'heirOf'>

type Undone = Required<Pick<Outcome<object>, 'coupons' | 'accounts'>> &
  Pick<Outcome<object>, 'unfired' | 'removesEventsOf' | 'removesOfferUsesOf' | 'cancelsMessagesOf'>

/** Takes back all that rules did in these calls, the oldest first, beyond the ledger. */
export function undoEffects(
  calls: readonly PastRequest[],
  books: BooksById,
  rules: CouponRules,
  context: Context,
): Undone | Refusal | Needs {
  const coupons = undoCoupons(calls, rules, context)
  if (isUndecided(coupons)) return coupons
  const missing = undoOffers(calls, books, context)
  if (missing) return missing
  const accounts = undoAccounts(calls, context)
  if (isUndecided(accounts)) return accounts
  const refsWith = (field: keyof KeptEffects) => calls.filter((call) => effectsOf(call)[field]).map(({ ref }) => ref)
  return {
    coupons,
    accounts,
    unfired: calls.flatMap((call) => {
      const { fired } = effectsOf(call)
      return fired ? [{ ref: call.ref, firings: fired }] : []
    }),
    removesEventsOf: refsWith('events'),
    removesOfferUsesOf: refsWith('usedOffers'),
    cancelsMessagesOf: refsWith('messages'),
  }
}

const effectsOf = ({ detail }: PastRequest): KeptEffects => detail?.effects ?? {}

/** Coupons that the calls used are usable again, those that they issued are disabled, each as the caller wishes. */
export function undoCoupons(
  calls: readonly PastRequest[],
  rules: CouponRules,
  context: Pick<Context, 'coupon'>,
): readonly Coupon[] | Refusal | Needs {
  const issued = calls.flatMap((call) => effectsOf(call).issuedCoupons ?? [])
  const used = rules.resetUsed ? calls.flatMap((call) => effectsOf(call).usedCoupons ?? []) : []
  const wanted = [...(rules.disableIssued || rules.failIfUsed ? issued : []), ...used]
  const missing = wanted.filter((id) => !context.coupon(id))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { coupons: missing } }] }
  const isOurs = (coupon: Coupon) => calls.some(({ ref }) => ref === coupon.use?.by)
  const coupons = new Map(wanted.flatMap((id) => context.coupon(id) ?? []).map((coupon) => [coupon.id, coupon]))
  const ofReferrers = new Set(calls.flatMap((call) => effectsOf(call).referrerCoupons ?? []))
  for (const id of rules.failIfUsed ? issued.filter((id) => !ofReferrers.has(id)) : []) {
    const coupon = coupons.get(id)
    if (coupon?.use && !isOurs(coupon)) return refuse(126)
  }
  const change = (id: string, to: (coupon: Coupon) => Coupon | Refusal) => {
    const coupon = coupons.get(id)
    const after = coupon && to(coupon)
    // A coupon whose state no longer allows it stays as it is.
    if (after && !isRefusal(after)) coupons.set(id, after)
  }
  for (const id of used) change(id, (coupon) => (isOurs(coupon) ? releaseUse(coupon) : coupon))
  for (const id of rules.disableIssued ? issued : []) change(id, (coupon) => disable(coupon, rules.by))
  return [...coupons.values()].filter((coupon) => coupon !== context.coupon(coupon.id))
}

/** The cards whose offers the calls used or gave. */
export function offerCards(
  calls: readonly PastRequest[],
  { heirOf }: Pick<DecisionContext<unknown>, 'heirOf'>,
): readonly CardId[] {
  return calls
    .flatMap((call) => [...(effectsOf(call).usedOffers ?? []), ...(effectsOf(call).givenOffers ?? [])])
    .map(({ cardId }) => heirOf(cardId))
}

/** Offers that the calls used can be used once more for each use; those that they gave are withdrawn. */
function undoOffers(
  calls: readonly PastRequest[],
  books: BooksById,
  { heirOf }: Pick<Context, 'heirOf'>,
): Needs | undefined {
  const all = (field: 'usedOffers' | 'givenOffers') => calls.flatMap((call) => effectsOf(call)[field] ?? [])
  for (const [cardId, book] of books) {
    const ofCard = (use: OfferUse) => heirOf(use.cardId) === cardId
    const used = all('usedOffers').filter(ofCard)
    const given = all('givenOffers').filter(ofCard)
    if (used.length + given.length === 0) continue
    const { offers } = book.card
    if (!offers) return { kind: 'needs', needs: [{ kind: 'more', touches: { offers: true } }] }
    book.update({
      offers: offers.map((offer) => {
        const isMeant = (use: OfferUse) => use.cardId === (offer.of ?? cardId) && use.offer === offer.no
        return undoOffer(offer, { uses: used.filter(isMeant).length, isGiven: given.some(isMeant) })
      }),
    })
  }
  return undefined
}

function undoOffer(offer: HeldOffer, { uses, isGiven }: { uses: number; isGiven: boolean }): HeldOffer {
  if (uses === 0 && !isGiven) return offer
  return { ...offer, uses: offer.uses - uses, isWithdrawn: offer.isWithdrawn || isGiven }
}

/** Account fields that still are what the calls made them become what they were. */
function undoAccounts(calls: readonly PastRequest[], { past }: Pick<Context, 'past'>): readonly Account[] | Needs {
  const demographics = calls.flatMap((call) => effectsOf(call).demographics ?? [])
  const enrolled = calls.flatMap((call) => effectsOf(call).enrolled ?? [])
  const ids = [...new Set([...demographics, ...enrolled].map(({ cardId }) => cardId))]
  const missing = ids.filter((id) => !past(id).account)
  if (missing.length > 0) return needAccounts(missing)
  return ids.flatMap((id) => {
    const account = past(id).account
    return account ? [undoAccount(account, { demographics, enrolled })] : []
  })
}

/** The account of a card that nobody has any more. */
export function forgetAccount(cardId: CardId, { past }: Pick<Context, 'past'>): readonly Account[] | Needs {
  return past(cardId).account ? [emptyAccount(cardId)] : needAccounts([cardId])
}

function needAccounts(cards: readonly CardId[]): Needs {
  const facts = [{ kind: 'account' }] as const
  return { kind: 'needs', needs: cards.map((card) => ({ kind: 'facts', card, facts })) }
}

function undoAccount(account: Account, { demographics = [], enrolled = [] }: KeptEffects): Account {
  const fields = new Map(Object.entries(account.demographics))
  for (const { cardId, name, before, after } of demographics.toReversed()) {
    if (cardId !== account.cardId || JSON.stringify(fields.get(name) ?? []) !== JSON.stringify(after)) continue
    if (before.length > 0) fields.set(name, before)
    else fields.delete(name)
  }
  const ended = new Set(enrolled.filter(({ cardId }) => cardId === account.cardId).map(({ program }) => program))
  const programs = Object.entries(account.programs).filter(([program]) => !ended.has(program))
  return { ...account, demographics: Object.fromEntries(fields), programs: Object.fromEntries(programs) }
}
