import { type Coupon, newCoupon } from '../../domain/coupon/coupon.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { LotRow } from '../../storage/store/batch/card.sql.ts'
import { listCoupons } from '../../storage/store/batch/coupon.sql.ts'
import { listLedger, type PastLedgerRow } from '../../storage/store/batch/request.sql.ts'
import { listAllocators, listLots } from './beginning.sql.ts'
import { type BudgetUseOfCall, type EventOfCall, listBudgetUsesOf, listEventsOf } from './calls.sql.ts'
import { loadCards, type ReplaySource } from './load-cards.ts'
import { loadPast } from './load-past.ts'
import type { PastCall } from './past-call.ts'
import { listUndone } from './undone.sql.ts'
import { toUndone, type Undone } from './undone.ts'

/** What belongs to some calls that are replayed one after the other. */
export interface ReplayPage {
  readonly calls: readonly PastCall[]
  /** All cards that they are about or change. */
  readonly cards: readonly CardId[]
  /** The coupons that the calls name, as they are today. */
  readonly coupons: ReadonlyMap<string, Coupon>
  /** Of the calls that issued these coupons in the period: what they were. */
  readonly allocators: ReadonlyMap<RequestRef, string>
  /** Of calls that may be applied as they happened. */
  readonly ledger: ReadonlyMap<RequestRef, readonly PastLedgerRow[]>
  readonly lots: ReadonlyMap<string, LotRow>
  /** What voids and returns among them undid. */
  readonly undone: ReadonlyMap<RequestRef, readonly Undone[]>
  readonly events: ReadonlyMap<RequestRef, readonly EventOfCall[]>
  readonly budgets: ReadonlyMap<RequestRef, readonly BudgetUseOfCall[]>
}

export const lotKey = (card: number, lot: number): string => `${card} ${lot}`

/** Reads all of it in few statements, and the cards that come for the first time. */
export async function loadPage(source: ReplaySource, calls: readonly PastCall[]): Promise<ReplayPage> {
  const { db, world } = source
  const { brandId, begin } = world
  const refs = calls.filter((call) => !isSale(call)).map(({ ref }) => ref)
  const ids = [...new Set(calls.flatMap(couponsOf))]
  const undoings = calls.filter(isUndoing).map(({ ref }) => ref)
  const [ledger, events, budgets, coupons, undone] = await Promise.all([
    refs.length > 0 ? listLedger(db, brandId, refs) : [],
    refs.length > 0 ? listEventsOf(db, brandId, refs) : [],
    refs.length > 0 ? listBudgetUsesOf(db, brandId, refs) : [],
    ids.length > 0 ? listCoupons(db, brandId, ids) : [],
    undoings.length > 0 ? listUndone(db, brandId, undoings) : [],
  ])
  const issued = ledger.filter(({ amount }) => amount > 0).map(({ card_id: card, lot_no: lot }) => ({ card, lot }))
  const by = [...new Set(coupons.flatMap(({ allocation }) => allocation?.by ?? []))].filter((ref) => ref >= begin)
  const [lots, allocators] = await Promise.all([
    issued.length > 0 ? listLots(db, brandId, issued) : [],
    by.length > 0 ? listAllocators(db, brandId, by) : [],
  ])
  const cards = [...calls.flatMap(cardsOf), ...ledger.map(({ card_id }) => card_id)]
  await loadCards(source, cards)
  for (const kind of world.kinds) await loadPast(source, kind, cards)
  return {
    calls,
    cards,
    coupons: new Map(coupons.map((coupon) => [coupon.id, coupon])),
    allocators: new Map(allocators.map(({ request_ref, call_type }) => [request_ref, call_type])),
    ledger: Map.groupBy(ledger, ({ request_ref }) => request_ref),
    lots: new Map(lots.map((row) => [lotKey(row.card_id, row.lot_no), row])),
    undone: Map.groupBy(undone.map(toUndone), ({ by }) => by),
    events: Map.groupBy(events, ({ request_ref }) => request_ref),
    budgets: Map.groupBy(budgets, ({ request_ref }) => request_ref),
  }
}

/** Whether the call is decided again in any case: its ledger rows are not needed. */
function isSale({ record, callType }: PastCall): boolean {
  return callType === 'CHECKOUT_SETUP' || (record?.kind === 'sale' && record.of === undefined)
}

const isUndoing = ({ callType }: PastCall) =>
  callType === 'VOID' || callType === 'VOID_CHECKOUT' || callType === 'RETURN_MERCHANDISE'

/** The cards that a call was about; those that it changed besides are in its ledger rows. */
export function cardsOf({ cardId, childId, record, detail }: PastCall): number[] {
  const referrer = namedReferrer(record)
  return [cardId, childId, referrer, detail?.transfer?.from].filter((id) => id !== undefined)
}

function couponsOf({ record }: PastCall): string[] {
  const { coupons = [], issuedCoupons = [], referrerCoupons = [], asked } = record?.content ?? {}
  return [...coupons, ...issuedCoupons, ...referrerCoupons, ...(asked?.coupons ?? [])]
}

/** A coupon as it was in the stock. */
export const fromStock = ({ id, setId, tags }: Coupon): Coupon => ({ ...newCoupon(id, setId), tags })

/** Whoever the call named as having brought its customer, thanked or not. Nobody names themselves. */
export function namedReferrer(record: PastCall['record']): number | undefined {
  const { referrerId, barredReferrer } = record?.content ?? {}
  return referrerId ?? (barredReferrer?.by === 'card' ? undefined : barredReferrer?.cardId)
}
