import type { Charge } from '../../domain/campaign/budgets.ts'
import type { KeptEffects } from '../../domain/campaign/kept-effects.ts'
import type { BookedMove } from '../../domain/campaign/tier/level-history.ts'
import type { Posting } from '../../domain/card/book.ts'
import type { PastRequest, RequestDetail } from '../../domain/decision/past-request.ts'

type Named = Pick<BookedMove, 'by' | 'place'>

/** A call as if it had done nothing but what rules gave in it for a level. */
export function givenPart(call: PastRequest, { place }: Named): PastRequest {
  const postings = call.postings.filter((one) => isTier(one) && !one.origin?.of && (one.origin?.place ?? 0) === place)
  return { ...call, postings, detail: { effects: givenEffects(call.detail ?? {}, place) } }
}

/** What rules did for a level beyond the ledger. */
export function givenEffects({ tierRuns, effects }: RequestDetail, place: number): KeptEffects {
  if (tierRuns) return tierRuns[place] ?? {}
  const charged = effects ? tierCharges(effects) : []
  return { ...effects?.tier, ...(charged.length > 0 && { charged }) }
}

/** What rules took of budgets for a level: no rule does that for anything else besides. */
function tierCharges({ charged = [], tier }: KeptEffects): readonly Charge[] {
  const rules = new Set((tier?.fired ?? []).map(({ rule }) => rule))
  return charged.filter(({ rule }) => rules.has(rule))
}

/** A call as if it had done nothing but take back what another one had given for a level. */
export function takenPart(call: PastRequest, { by, place }: Named): PastRequest {
  const postings = call.postings.filter(({ origin }) => origin?.of === by && (origin.place ?? 0) === place)
  const part = (call.detail?.tierParts ?? []).find((one) => one.of === by && one.place === place && !one.isBack)
  const { expired = [], standIns = [] } = part ?? {}
  return { ...call, postings, detail: { expired, standIns } }
}

/** The coupons that it disabled. */
export function takenCoupons(call: PastRequest, { by, place }: Named): readonly string[] {
  return (call.detail?.tierParts ?? []).find((one) => one.of === by && one.place === place)?.coupons ?? []
}

/** What it gave back to budgets. */
export function takenCharges(call: PastRequest, { by, place }: Named): readonly Charge[] {
  return (call.detail?.tierParts ?? []).find((one) => one.of === by && one.place === place)?.charged ?? []
}

/** A call without all that was given or taken back for levels: that goes by what stands, whatever becomes of the call. */
export function withoutTierPart(call: PastRequest): PastRequest {
  const { detail } = call
  if (!call.postings.some(isTier) && !detail?.effects?.tier && !detail?.tierParts) return call
  const postings = call.postings.filter((posting) => !isTier(posting))
  return { ...call, postings, ...(detail && { detail: { ...detail, ...withoutTierLists(detail) } }) }
}

const isTier = ({ origin }: Pick<Posting, 'origin'>) => origin?.trigger === 'tier'

/** What belongs to levels stands at the ends of all lists. */
function withoutTierLists({ expired = [], standIns = [], effects, tierParts = [] }: RequestDetail): RequestDetail {
  const count = (list: 'expired' | 'standIns') => tierParts.reduce((sum, part) => sum + (part[list]?.length ?? 0), 0)
  return {
    expired: expired.slice(0, expired.length - count('expired')),
    standIns: standIns.slice(0, standIns.length - count('standIns')),
    ...(effects?.tier && { effects: withoutTier(effects) }),
  }
}

function withoutTier({ tier = {}, ...effects }: KeptEffects): KeptEffects {
  const ofLevel = new Set(tierCharges({ ...effects, tier }))
  const charged = effects.charged?.filter((charge) => !ofLevel.has(charge))
  const rest = <K extends 'fired' | 'issuedCoupons' | 'givenOffers' | 'demographics' | 'enrolled'>(list: K) => {
    const [all, own] = [effects[list] ?? [], tier[list] ?? []]
    return own.length === 0 ? {} : { [list]: all.slice(0, all.length - own.length) }
  }
  return {
    ...effects,
    ...(charged && { charged }),
    ...rest('fired'),
    ...rest('issuedCoupons'),
    ...rest('givenOffers'),
    ...rest('demographics'),
    ...rest('enrolled'),
  }
}

/** What verify has to know: rows that a void leaves as they are (-1), or rows of another call that are taken back (1). */
export function tierBackOf(
  ref: string,
  postings: readonly Posting[],
  sign: 1 | -1,
): NonNullable<RequestDetail['tierBack']> {
  return postings
    .filter(isTier)
    .map(({ cardId, valueType, amount }) => ({ ref, cardId, valueType, amount: sign * amount }))
}
