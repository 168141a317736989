import type { Brand } from '../../../../domain/brand/brand.ts'
import type { RequestDetail } from '../../../../domain/decision/past-request.ts'
import { originNames } from '../../../../domain/view/campaign-origin.ts'
import { type PastMutation, type PastPosting, toMutations } from '../../../../domain/view/past-mutations.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../../../ground/kernel/money.ts'
import type { StoryRow } from '../../../../storage/store/portal/story.sql.ts'
import { showAmount, showPlace } from './show.ts'
import type { happening, happenings } from './story-models.ts'

export type Happening = Values<(typeof happening)['fields']>
type What = (typeof happenings)[number]
/** The parts that not every happening has. */
type HappeningDetails = Omit<Partial<Happening>, 'requestRef' | 'at' | 'what'>

/** What is known beside the calls themselves. */
export interface StoryKnown {
  readonly brand: Brand
  /** The names of coupon sets, by coupon. */
  readonly couponNames: ReadonlyMap<string, string>
  /** The numbers of other cards of transfers. */
  readonly cardNumbers: ReadonlyMap<number, string>
}

const productsMax = 3

/** A call in a card's history as the figures of a sentence. */
export function toHappening(row: StoryRow, postings: readonly PastPosting[], known: StoryKnown): Happening {
  const { brand } = known
  const detail = row.detail ?? {}
  const mutations = toMutations(postings, brand)
  const told = { ...paidOf(row, brand), ...movedOf(mutations, brand), ...couponsOf(row, detail, known) }
  const head = { requestRef: row.request_ref, at: row.shown_at, what: whatOf(row, mutations) }
  const more = defined({
    place: showPlace(row.location_id, brand),
    terminalId: row.terminal_id ?? undefined,
    employee: employeeName(row, brand),
    user: detail.user,
    approvedBy: detail.approvedBy,
    note: row.note ?? undefined,
    externalTransactionId: row.external_transaction_id ?? undefined,
    merchantName: detail.merchantName,
    childCardNumber: row.child_number ?? undefined,
    isVoided: row.voided_by === null ? undefined : true,
    voids: detail.voids,
    newStatus: detail.newStatus,
    changes: detail.personChanges,
    statusReason: detail.suspensionReason,
    foundBy: detail.foundBy,
    reward: detail.reward,
    otherCard: detail.transfer?.from === undefined ? undefined : known.cardNumbers.get(detail.transfer.from),
  })
  return { ...head, ...more, ...told }
}

function employeeName({ location_id, employee_id }: StoryRow, brand: Brand): string | undefined {
  if (employee_id === null) return undefined
  return brand.locations.get(location_id ?? '')?.employees.get(employee_id)?.name ?? employee_id
}

const byOperation: { readonly [operation: string]: What } = {
  allocate: 'allocated',
  enroll: 'allocated',
  allocateChildCard: 'childAllocated',
  returnMerchandise: 'returned',
  voidTransaction: 'voided',
  reactivate: 'reactivated',
  updateAccount: 'accountChanged',
  allocateCoupon: 'couponGiven',
  couponDetails: 'couponChanged',
  addPersonalOffer: 'offerGiven',
  chooseReward: 'rewardChosen',
  eraseCustomer: 'erased',
}

function whatOf(row: StoryRow, mutations: readonly PastMutation[]): What {
  if (!row.is_own) return 'elsewhere'
  const { transfer, newStatus, foundBy } = row.detail ?? {}
  if (transfer) return transferred(transfer.action)
  if (foundBy !== undefined) return 'found'
  switch (row.call_type) {
    case 'CHECKOUT_SETUP':
      return row.kind === 'sale' ? 'sale' : 'setup'
    case 'CHECKOUT_COMPLETE':
      return 'sale'
    case 'CHECKOUT_CANCEL':
      return 'setupCancelled'
    case 'UPDATE_BALANCE':
      return ofBalance(mutations, newStatus)
    case 'TRIGGER_ONLY':
      return mutations.some(({ kind }) => kind === 'Expiration')
        ? 'expired'
        : (byOperation[row.operation] ?? 'ruleFired')
    default:
      return byOperation[row.operation] ?? (row.kind === 'sale' ? 'sale' : 'other')
  }
}

function transferred(action: 'out' | 'in' | 'zero'): What {
  if (action === 'zero') return 'zeroed'
  return action === 'in' ? 'transferredIn' : 'transferredOut'
}

function ofBalance(mutations: readonly PastMutation[], newStatus: string | undefined): What {
  const own = mutations.filter(({ kind }) => kind !== 'Campaign')
  if (own.some(({ kind }) => kind === 'Expiration')) return 'expired'
  if (own.some(({ kind }) => kind === 'Import')) return 'imported'
  if (own.some(({ kind }) => kind === 'Adjustment')) return 'adjusted'
  if (newStatus !== undefined) return 'statusChanged'
  if (own.some(({ kind }) => kind === 'Cashout')) return 'cashedOut'
  const [first] = own
  if (!first) return 'unchanged'
  if (first.amount === 0) return first.held > 0 ? 'held' : 'released'
  return first.amount > 0 ? 'given' : 'used'
}

function paidOf(row: StoryRow, brand: Brand): HappeningDetails {
  const { scale, total, discount, net_total, currency, content } = row
  if (scale === null || content === null) return {}
  const amount = (minor: number | null) => toJsonNumber(minor ?? 0, scale)
  const names = new Map(brand.document.products.map(({ sku, name }) => [sku, name]))
  const products = content.lines.slice(0, productsMax).map(({ sku, quantity }) => ({
    name: names.get(sku) ?? sku,
    quantity: Number(quantity) / 1_000_000,
  }))
  const more = content.lines.length - products.length
  return {
    paid: { total: amount(total), discount: amount(discount), net: amount(net_total), currency: currency ?? '', scale },
    products,
    ...(more > 0 && { moreProducts: more }),
  }
}

/** What changed of each value, by campaign. */
function movedOf(mutations: readonly PastMutation[], brand: Brand): HappeningDetails {
  const show = (mutation: PastMutation, minor: number) => {
    const type = brand.valueTypes.get(mutation.valueType)
    if (!type) return []
    const names = mutation.origin && originNames(brand, mutation.origin)
    const by = { campaign: names?.campaignName, rule: names?.campaignRuleName }
    return [defined({ ...showAmount(type, minor, mutation.bucket), ...by })]
  }
  const got = mutations.filter(({ amount }) => amount > 0).flatMap((one) => show(one, one.amount))
  const lost = mutations.filter(({ amount }) => amount < 0).flatMap((one) => show(one, -one.amount))
  const held = mutations.filter(({ amount, held }) => amount === 0 && held !== 0).flatMap((one) => show(one, one.held))
  return {
    ...(got.length > 0 && { got }),
    ...(lost.length > 0 && { lost }),
    ...(held.length > 0 && { held }),
  }
}

/** The coupons that a call is about. */
export function couponIdsOf({ content, detail }: Pick<StoryRow, 'content' | 'detail'>) {
  const effects = detail?.effects
  const used = content?.coupons ?? effects?.usedCoupons ?? []
  const given = content?.issuedCoupons ?? effects?.issuedCoupons ?? []
  return { used, given: detail?.coupon === undefined ? given : [detail.coupon, ...given] }
}

function couponsOf(row: StoryRow, detail: RequestDetail, { brand, couponNames }: StoryKnown): HappeningDetails {
  const name = (couponId: string) => ({ couponId, name: couponNames.get(couponId) ?? couponId })
  const { used, given } = couponIdsOf({ content: row.content, detail })
  const codes = (row.content?.codes ?? []).map(({ code, set }) => ({
    couponId: code,
    name: brand.couponSets.get(set)?.name ?? set,
  }))
  const coupons = [...used.map(name), ...codes]
  return {
    ...(coupons.length > 0 && { coupons }),
    ...(given.length > 0 && { couponsGiven: given.map(name) }),
  }
}
