import { explainRequest } from '../../../calls/operations/request/parts/explanation.ts'
import { originNames } from '../../../domain/view/campaign-origin.ts'
import type { PastPosting } from '../../../domain/view/past-mutations.ts'
import type { Values } from '../../../ground/contract/field.ts'
import { id, list, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid, type RequestRef } from '../../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import { listCallsNamed, listCouponsNamed } from '../../../storage/store/portal/find.sql.ts'
import { findCallOfStory } from '../../../storage/store/portal/story.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { findRequest, listPostings, type RequestView } from '../../../storage/store/queries/request-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { toHappenings } from './card-story.ts'
import { callDetailModel, couponDetailModel } from './parts/call-models.ts'
import { wouldUndo } from './parts/foreseen-undo.ts'
import { findVisibleCard } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'
import { showReceipt } from './parts/receipt.ts'
import { showAmount, showPlace } from './parts/show.ts'
import { isOwnAndRecent, mayBeVoided } from './parts/undoing.ts'

type Visited = BrandVisit<{ readonly text: string }>
type CallDetail = Values<(typeof callDetailModel)['fields']>

/** So many calls are shown that have the same externalTransactionId. */
const callsMax = 10

export const callDetail = brandRoute({
  name: 'callDetail',
  summary: 'A call by its requestRef, transaction or coupon: receipt, ledger rows, and why each rule fired or not.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: { text: id('A requestRef, a transaction, an externalTransactionId or a coupon.').max(1000).required() },
  response: {
    calls: list('The calls, newest first.', callDetailModel).required(),
    coupon: object('The coupon, if the text is one.', couponDetailModel),
    text: text('What was looked for.').required(),
  },
  run: async (visit) => {
    const given = visit.request.text.trim()
    const coupon = await findCoupon(given, visit)
    const refs = coupon ? [coupon.usedBy, coupon.allocatedBy] : await findRefs(given, visit)
    const wanted = [...new Set(refs.filter((ref) => ref !== undefined))]
    const found = await Promise.all(wanted.map((ref) => showCall(ref, visit)))
    const calls = found.filter((call) => call !== undefined)
    if (calls.length === 0 && !coupon)
      return turnDown('notFound', 'There is no such call, transaction or coupon, or it is of another location.')
    return { calls, text: given, ...(coupon && { coupon }) }
  },
})

async function findRefs(given: string, visit: Visited): Promise<RequestRef[]> {
  const ref = given.toLowerCase()
  const named = { ref: isUuid(ref) ? ref : undefined, externalId: given }
  const calls = await listCallsNamed(readerOf(visit), visit.brand.id, named, callsMax)
  return calls.map((call) => call.request_ref)
}

async function findCoupon(given: string, visit: Visited) {
  const { brand, standing } = visit
  if (isUuid(given.toLowerCase()) || !standing.permissions.has('coupons.see')) return undefined
  const found = await listCouponsNamed(readerOf(visit), brand.id, [given, given.toUpperCase()])
  const coupon = found.find((one) => one.coupon_id === given) ?? found[0]
  if (!coupon) return undefined
  const isVisible = coupon.card_number === null || (await findVisibleCard(coupon.card_number, visit)) !== undefined
  if (!isVisible) return undefined
  return defined({
    couponId: coupon.coupon_id,
    set: brand.couponSets.get(coupon.coupon_set_id)?.name ?? coupon.coupon_set_id,
    cardNumber: coupon.card_number ?? undefined,
    allocatedAt: coupon.allocated_at ?? undefined,
    allocatedBy: coupon.allocated_by ?? undefined,
    usedAt: coupon.used_at ?? undefined,
    usedBy: coupon.used_by ?? undefined,
    expiresAt: coupon.expires_at ?? undefined,
    reservedUntil: coupon.reserved_until ?? undefined,
    disabled: coupon.disabled ?? undefined,
  })
}

/** Undefined if there is no such call, or it was made where the visitor has no business. */
async function showCall(ref: RequestRef, visit: Visited): Promise<CallDetail | undefined> {
  const { brand, standing } = visit
  const reader = readerOf(visit)
  const found = await findRequest(reader, brand.id, ref)
  const location = found?.shown.locationId
  if (!found || (standing.locations && !standing.locations.has(location ?? ''))) return undefined
  const all = await listPostings(reader, brand.id, [ref])
  const hidesPeople = !standing.permissions.has('customers.see')
  // Of what it changed on other cards, only whoever sees all cards is told.
  const postings = standing.locations ? ownPostings(found, all) : all
  const [row, [checkout], ledger, explanation] = await Promise.all([
    findCallOfStory(reader, brand.id, ref),
    listCheckouts(reader, brand.id, [ref]),
    showLedger(postings, visit),
    standing.permissions.has('requests.see')
      ? explainRequest({ ref, request: found, postings: all, language: visit.language, hidesPeople }, brand, reader)
      : undefined,
  ])
  const [happening] = row && found.cardId !== undefined ? await toHappenings([row], found.cardId, visit) : []
  const { cardNumber, terminalId, note, externalTransactionId } = found.shown
  return defined({
    requestRef: ref,
    operation: row?.operation ?? '',
    callType: found.callType,
    at: found.customDate ?? found.happenedAt,
    cardNumber,
    place: showPlace(location, brand),
    terminalId,
    user: found.detail?.user,
    note,
    externalTransactionId,
    errorCode: found.errorCode,
    isVoided: found.voidedBy !== undefined,
    voidedBy: found.voidedBy,
    mayVoid: await findMayVoid(ref, found, visit),
    happening,
    receipt: checkout && showReceipt(checkout, brand),
    ledger,
    explanation,
  })
}

/** Whether the visitor may void it, and it would work: everything, or only what they did themselves a moment ago. */
async function findMayVoid(ref: RequestRef, found: RequestView, visit: Visited): Promise<boolean> {
  const { callType, errorCode, voidedBy, totals, detail } = found
  const isFinding = detail?.foundBy !== undefined
  const made = { callType, isCheckout: totals !== undefined, isVoided: voidedBy !== undefined, isFinding }
  if (errorCode !== undefined || !mayBeVoided(made)) return false
  const { permissions } = visit.standing
  const may = permissions.has('cards.repair') || (permissions.has('terminal.use') && (await isOwnAndRecent(ref, visit)))
  return may && wouldUndo({ requestRef: ref, ...found.shown }, visit)
}

const ownPostings = ({ cardId, childId }: RequestView, postings: readonly PastPosting[]) =>
  postings.filter((posting) => posting.cardId === cardId || posting.cardId === childId)

async function showLedger(postings: readonly PastPosting[], { services, brand }: Visited) {
  const numbers = await findNumbers(readerOf({ services }), brand.id, [
    ...new Set(postings.map(({ cardId }) => cardId)),
  ])
  return postings.flatMap((posting) => {
    const type = brand.valueTypes.get(posting.valueType)
    if (!type) return []
    const names = posting.origin && originNames(brand, posting.origin)
    return [
      defined({
        ...showAmount(type, posting.amount, posting.bucket),
        cardNumber: numbers.get(posting.cardId) ?? '',
        held: toJsonNumber(posting.held, type.scale),
        kind: posting.kind,
        campaign: names?.campaignName,
        rule: names?.campaignRuleName,
        expiresAt: posting.issuanceIndex === undefined ? undefined : posting.expiresAt,
      }),
    ]
  })
}
