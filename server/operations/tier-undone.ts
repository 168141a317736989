import type { Tiers } from '../brand/shapes/tier-shape.ts'
import type { TierReasons } from '../campaign/needs.ts'
import { rankOf } from '../campaign/tier/tier-state.ts'
import { CardBook } from '../card/book.ts'
import type { DecisionContext, DecisionRefusal } from '../decision/decision.ts'
import { isUndecided, type Needs } from '../decision/need.ts'
import type { Outcome } from '../decision/outcome.ts'
import type { PastRequest, RequestDetail } from '../decision/past-request.ts'
import type { RequestRef } from '../kernel/ids.ts'
import { onHeirs } from './past-on-heirs.ts'
import { ReturnedBalances } from './return/parts/return-balances.ts'
import { undoEffects } from './void/parts/undo-effects.ts'

type Context = DecisionContext<unknown>

/** The level that a card has left, and how it came to the one that it had. */
interface LostLevel {
  readonly tiers: Tiers
  readonly reasons?: TierReasons
  readonly to?: string | undefined
}

/**
 * Takes back what rules gave for levels that the card has no longer, as far as it still has it. What was given in a call
 * that is voided itself goes with that call.
 */
export function takeBackLevel(
  outcome: Outcome<object>,
  { tiers, reasons, to }: LostLevel,
  context: Context,
): Outcome<object> | DecisionRefusal | Needs {
  const voided = new Set((outcome.requests ?? []).map(({ ref }) => ref))
  const rank = rankOf(tiers, to)
  const lost = (reasons?.rises ?? []).filter((rise) => rankOf(tiers, rise.to) > rank && !voided.has(rise.ref))
  const rises = findRises(
    lost.map(({ ref }) => ref),
    context,
  )
  if (isUndecided(rises)) return rises
  const parts = rises.filter(({ detail }) => detail?.effects?.tier).map(tierPartOf)
  if (parts.length === 0) return outcome
  return takeBackParts(outcome, parts, context)
}

function findRises(refs: readonly RequestRef[], { pastRequest }: Context): readonly PastRequest[] | Needs {
  const missing = refs.filter((ref) => !pastRequest(ref))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { requests: missing } }] }
  return refs.flatMap((ref) => pastRequest(ref) ?? [])
}

/** A call as if it had done nothing but what rules of trigger tier did in it. */
function tierPartOf(call: PastRequest): PastRequest {
  const { standIns: _, expired: __, ...detail } = call.detail ?? {}
  const effects = call.detail?.effects?.tier ?? {}
  const postings = call.postings.filter(({ origin }) => origin?.trigger === 'tier')
  return { ...call, postings, detail: { ...detail, effects } }
}

/** A call without what rules of trigger tier did in it: that was taken back before, with the level. */
export function withoutTierPart(call: PastRequest): PastRequest {
  const { tier, ...effects } = call.detail?.effects ?? {}
  if (!tier) return call
  const postings = call.postings.filter(({ origin }) => origin?.trigger !== 'tier')
  const rest = {
    ...effects,
    fired: (effects.fired ?? []).filter(({ rule }) => !tier.fired?.some((one) => one.rule === rule)),
    issuedCoupons: (effects.issuedCoupons ?? []).filter((id) => !tier.issuedCoupons?.includes(id)),
    givenOffers: (effects.givenOffers ?? []).filter(
      ({ offer }) => !tier.givenOffers?.some((one) => one.offer === offer),
    ),
  }
  return { ...call, postings, detail: { ...call.detail, effects: rest } }
}

/** What verify has to know: the rows of another call that this one takes back, or does not because they were before. */
export function tierBackOf(call: PastRequest, sign: 1 | -1): NonNullable<RequestDetail['tierBack']> {
  return call.postings
    .filter(({ origin }) => origin?.trigger === 'tier')
    .map(({ cardId, valueType, amount }) => ({ ref: call.ref, cardId, valueType, amount: sign * amount }))
}

function takeBackParts(outcome: Outcome<object>, parts: readonly PastRequest[], context: Context) {
  const moved = onHeirs(parts, context)
  if (isUndecided(moved)) return moved
  const books = new Map(outcome.cards.map((card) => [card.id, new CardBook(card, context.now)]))
  const kind = outcome.checkout?.kind === 'return' ? 'ReturnMerchandise' : 'Void'
  const balances = new ReturnedBalances(books, context.now, kind)
  balances.undo(moved.flatMap(({ postings }) => postings))
  const rules = {
    by: kind === 'Void' ? 'void' : 'return',
    disableIssued: true,
    failIfUsed: false,
    resetUsed: false,
  } as const
  const undone = undoEffects(moved, books, rules, context)
  if (isUndecided(undone)) return undone
  const all = [...books.values()]
  const cards = all.map(({ card }) => card)
  const { detail = {} } = outcome
  const shortfalls = [...(detail.shortfalls ?? []), ...balances.shortfalls]
  const expired = [...(detail.expired ?? []), ...all.flatMap(({ settlements }) => settlements)]
  const standIns = [...(detail.standIns ?? []), ...all.flatMap((book) => book.standIns)]
  const known = new Set((outcome.accounts ?? []).map(({ cardId }) => cardId))
  const cardNow = (id: number | undefined) => cards.find((card) => card.id === id)
  const [subject, child] = [cardNow(outcome.subject?.id), cardNow(outcome.child?.id)]
  return {
    ...outcome,
    ...(subject && { subject }),
    ...(child && { child }),
    cards,
    postings: [...outcome.postings, ...all.flatMap(({ postings }) => postings)],
    coupons: [...(outcome.coupons ?? []), ...undone.coupons],
    accounts: [...(outcome.accounts ?? []), ...undone.accounts.filter(({ cardId }) => !known.has(cardId))],
    unfired: [...(outcome.unfired ?? []), ...(undone.unfired ?? [])],
    detail: {
      ...detail,
      ...(shortfalls.length > 0 && { shortfalls }),
      ...(expired.length > 0 && { expired }),
      ...(standIns.length > 0 && { standIns }),
      tierBack: [...(detail.tierBack ?? []), ...moved.flatMap((part) => tierBackOf(part, 1))],
      tierUndone: moved.map(({ ref }) => ref),
    },
  }
}
