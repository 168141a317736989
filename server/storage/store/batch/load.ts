import type { EventType } from '../../../domain/brand/event-type.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { Channel } from '../../../domain/channel/channel.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import type { Coupon } from '../../../domain/coupon/coupon.ts'
import type { PastRequest } from '../../../domain/decision/past-request.ts'
import type { MergedTouches } from '../../../domain/decision/touches.ts'
import { begin, beginSnapshot } from '../../../ground/database/clock.sql.ts'
import type { Session, Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import { settledJob } from '../../../ground/kernel/settled.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type CardLevels, loadLevels } from '../facts/tiers.ts'
import {
  type BudgetSum,
  type CounterName,
  listStripes,
  listUncounted,
  lockStripes,
  type StripeRow,
} from './budget.sql.ts'
import {
  type CardRow,
  type CardRows,
  type LotRow,
  listBalances,
  listOpenLots,
  listPastLots,
  listPortions,
  listStandIns,
  lockCards,
  toCards,
} from './card.sql.ts'
import { lockChannels } from './channel.sql.ts'
import { listCheckouts } from './checkout.sql.ts'
import { assertRooted, lockChildren, lockRoots } from './child-card.sql.ts'
import { countCardCodeUses, type LoadedCodes, listCodeCounts, lockCodeUses } from './code.sql.ts'
import { listCoupons, listPromotionCoupons, lockCoupons, lockCouponsOf, lockPresentedCoupons } from './coupon.sql.ts'
import { findEventTypes, lockEventTypes } from './event-type.sql.ts'
import { listHeirs } from './heir.sql.ts'
import { claimKeys, dropClaims, type KeyClaim, type KeyOwner } from './idempotency.sql.ts'
import { listPaymentUses } from './payment-use.sql.ts'
import { listOffers } from './personal-offer.sql.ts'
import { listLedger, lockRequests, toPastRequests } from './request.sql.ts'

/**
 * What a batch of commands touches, each once. The roots of all children are among `cards`; a coupon that is presented
 * may be among `coupons` too, and is waited for then; no event type is both locked and only named.
 */
export interface LoadPlan extends MergedTouches {
  readonly brand: BrandId
  readonly keys: readonly KeyClaim[]
  /** Stripes of budgets to be locked, and budgets that are looked up because nothing was left of them. */
  readonly stripes: readonly (CounterName & { readonly stripe: number })[]
  readonly spentBudgets: readonly CounterName[]
  /** Overrides the timeout of the connection. */
  readonly lockTimeoutMs: number | undefined
  /** Whether the levels of the root cards are read. */
  readonly levels?: boolean
  /** Reads one moment of the database, and locks nothing: the statements come without their locks. */
  readonly isSnapshot?: boolean
}

export interface Loaded {
  readonly cards: readonly Card[]
  readonly coupons: readonly Coupon[]
  /** Presented coupons that another transaction holds: read, but not locked. */
  readonly busyCoupons: ReadonlySet<string>
  /** Of the cards and promotions that were named: read, but not locked. */
  readonly promotionCoupons: readonly Coupon[]
  /** How often the public codes that were named have been used, in all and by the cards; and the uses of the checkouts. */
  readonly codes: LoadedCodes
  /** All that were named; those of unknown users are new. */
  readonly channels: readonly Channel[]
  readonly eventTypes: readonly EventType[]
  readonly requests: readonly PastRequest[]
  readonly checkouts: readonly CheckoutRecord[]
  /** Of the cards that the requests were about or changed: who has what they had, where that is another card. */
  readonly heirs: ReadonlyMap<CardId, CardId>
  /** The keys that earlier calls own, permanently. */
  readonly owners: readonly KeyOwner[]
  readonly stripes: readonly StripeRow[]
  /** The stripes of budgets that were looked up, and by how much what is spent differs from them. */
  readonly spentStripes: readonly StripeRow[]
  readonly uncounted: readonly BudgetSum[]
  /** As they were booked last; absent if they were not asked for. */
  readonly levels?: CardLevels | undefined
  /** The database's time, read after all locks were held. */
  readonly now: Instant
  readonly configVersion: number
  /** Up to which reference the brand's books are settled: nothing may be stored under one of those. */
  readonly settled: RequestRef | undefined
}

/**
 * Begins a transaction and reads what a batch needs, under locks taken in the one order of lock-order.ts. The state is
 * read by later statements than the locks: a statement that waited for a lock still sees the other tables as they were
 * before it waited.
 */
export async function loadBatch(db: Session, plan: LoadPlan): Promise<Loaded> {
  const { brand, requests, coupons, presentedCoupons, promotions, checkouts, namedEventTypes } = plan
  const { owners, requestRows, cardRows, waitedFor, locked, codeUses, channels, eventTypes, stripes } = await lockAll(
    db,
    plan,
  )
  const couponIds =
    presentedCoupons.length > 0 || waitedFor.length > 0
      ? [...new Set([...coupons, ...waitedFor, ...presentedCoupons])]
      : coupons
  const [
    clock,
    ledger,
    uses,
    lots,
    heirs,
    cards,
    couponsFound,
    promotionCoupons,
    codeCounts,
    checkoutsFound,
    named,
    budgets,
    levels,
  ] = await Promise.all([
    readClock(db, brand),
    requests.length > 0 ? listLedger(db, brand, requests) : [],
    requests.length > 0 ? listPaymentUses(db, brand, requests) : [],
    requests.length > 0 ? listPastLots(db, brand, requests) : [],
    requests.length > 0 ? listHeirs(db, brand, requests) : nobody,
    readParts(db, brand, cardRows, plan.offers),
    couponIds.length > 0 ? listCoupons(db, brand, couponIds) : [],
    promotions.length > 0 ? listPromotionCoupons(db, brand, promotions) : [],
    readCodes(db, plan, cardRows),
    checkouts.length > 0 ? listCheckouts(db, brand, checkouts) : [],
    namedEventTypes.length > 0 ? findEventTypes(db, brand, namedEventTypes) : [],
    plan.spentBudgets.length > 0 ? lookUpBudgets(db, brand, plan.spentBudgets) : noBudgets,
    plan.levels && cardRows.length > 0 ? loadLevels(db, brand, rootsOf(cardRows)) : undefined,
  ])
  return {
    cards: toCards({ ...cards, lots: withLots(cards.lots, lots.filter(isEmptied)) }),
    coupons: couponsFound,
    busyCoupons: busyOf(plan, couponsFound, locked),
    promotionCoupons,
    codes: { ...codeCounts, uses: codeUses },
    channels,
    eventTypes: [...eventTypes, ...named],
    requests: toPastRequests(requestRows, { ledger, uses, lots }),
    checkouts: checkoutsFound,
    heirs,
    owners,
    stripes,
    ...budgets,
    levels,
    ...clock,
  }
}

const noBudgets = { spentStripes: [], uncounted: [] }

async function lookUpBudgets(db: Session, brand: BrandId, names: readonly CounterName[]) {
  const [spentStripes, uncounted] = await Promise.all([listStripes(db, brand, names), listUncounted(db, brand, names)])
  return { spentStripes, uncounted }
}

const noCounts: Omit<LoadedCodes, 'uses'> = { counts: [], cardUses: [], named: new Set() }

/** Codes belong to nobody, so that the cards of the batch are those whose uses can matter. */
async function readCodes(db: Sql, { brand, codes }: LoadPlan, cards: readonly CardRow[]): Promise<typeof noCounts> {
  if (codes.length === 0) return noCounts
  const roots = rootsOf(cards)
  const [counts, cardUses] = await Promise.all([
    listCodeCounts(db, brand, codes),
    roots.length > 0 ? countCardCodeUses(db, brand, codes, roots) : [],
  ])
  return { counts, cardUses, named: new Set(codes) }
}

const rootsOf = (cards: readonly CardRow[]) => cards.filter((row) => !row.root_id).map((row) => row.card_id)

const nobody: ReadonlyMap<CardId, CardId> = new Map()

async function lockAll(db: Session, plan: LoadPlan) {
  const begun = plan.isSnapshot ? beginSnapshot(db) : begin(db, plan.lockTimeoutMs)
  try {
    return await lockIn(begun, db, plan)
  } catch (error) {
    await begun.catch(() => takeBack(db, plan))
    throw error
  }
}

/** What was sent behind a begin that failed was carried out all the same, each statement by itself. */
async function takeBack(db: Session, { brand, keys }: LoadPlan): Promise<void> {
  if (keys.length > 0) await dropClaims(db, brand, keys).catch(() => undefined)
}

async function lockIn(begun: Promise<void>, db: Session, plan: LoadPlan) {
  const { brand, keys, requests, cards, cardIds, presentedCoupons, checkouts, pins } = plan
  const { channels: users, eventTypes: typeIds } = plan
  const byIds = cardIds.length > 0
  const [, owners, requestRows, roots, childRows, waitedFor, locked, codeUses, channels, eventTypes, stripes] =
    await Promise.all([
      begun,
      keys.length > 0 ? claimKeys(db, brand, keys) : [],
      requests.length > 0 ? lockRequests(db, brand, requests) : [],
      byIds ? lockRoots(db, brand, { numbers: cards, ids: cardIds }, pins) : lockNumbers(db, plan),
      lockOwnChildren(db, plan),
      lockOwnCoupons(db, plan),
      presentedCoupons.length > 0 ? lockPresentedCoupons(db, brand, presentedCoupons) : [],
      checkouts.length > 0 ? lockCodeUses(db, brand, checkouts) : [],
      users.length > 0 ? lockChannels(db, brand, users) : [],
      typeIds.length > 0 ? lockEventTypes(db, brand, typeIds) : [],
      plan.stripes.length > 0 ? lockStripes(db, brand, plan.stripes) : [],
    ])
  if (childRows.length > 0) assertRooted(childRows, roots)
  const cardRows = childRows.length > 0 ? [...roots, ...childRows] : roots
  return { owners, requestRows, cardRows, waitedFor, locked, codeUses, channels, eventTypes, stripes }
}

function lockOwnChildren(db: Session, plan: LoadPlan): Promise<CardRow[]> | CardRow[] {
  const { brand, children: names, cardIds: ids, allChildrenOf: allOf } = plan
  const isWanted = ids.length > 0 || names.length > 0 || allOf.length > 0
  return isWanted ? lockChildren(db, brand, { names, ids, allOf }) : []
}

/** Returns those that belong to the cards and were not named themselves. */
function lockOwnCoupons(db: Session, { brand, coupons, allCouponsOf }: LoadPlan): Promise<string[]> | string[] {
  if (allCouponsOf.length > 0) return lockCouponsOf(db, brand, { ids: coupons, cards: allCouponsOf })
  return coupons.length > 0 ? lockCoupons(db, brand, coupons).then(() => []) : []
}

function lockNumbers(db: Session, { brand, cards, pins }: LoadPlan): Promise<CardRow[]> | CardRow[] {
  return cards.length > 0 ? lockCards(db, brand, cards, pins) : []
}

function busyOf({ presentedCoupons }: LoadPlan, found: readonly Coupon[], locked: readonly string[]): Set<string> {
  if (presentedCoupons.length === locked.length) return new Set()
  const free = new Set(locked)
  const exists = new Set(found.map((coupon) => coupon.id))
  return new Set(presentedCoupons.filter((id) => exists.has(id) && !free.has(id)))
}

/** Reads further root cards into a batch; they must sort after all locks held, or be locked already. */
export async function loadMoreCards(
  db: Session,
  brand: BrandId,
  numbers: readonly string[],
  withOffers: boolean,
): Promise<Card[]> {
  const rows = await lockCards(db, brand, numbers, true)
  return toCards(await readParts(db, brand, rows, withOffers))
}

/** Reads what belongs to locked cards, in one round trip. */
async function readParts(db: Sql, brand: BrandId, cards: readonly CardRow[], withOffers: boolean): Promise<CardRows> {
  if (cards.length === 0) return { cards, balances: [], lots: [], portions: [] }
  const ids = cards.map((row) => row.card_id)
  const [balances, lots, portions, offers] = await Promise.all([
    listBalances(db, brand, ids),
    listOpenLots(db, brand, ids),
    listPortions(db, brand, ids),
    withOffers ? listOffers(db, brand, ids) : undefined,
  ])
  if (!lots.some(({ stand_ins }) => stand_ins !== null)) return { cards, balances, lots, portions, offers }
  return { cards, balances, lots: withLots(lots, await listStandIns(db, brand, lots)), portions, offers }
}

const isEmptied = ({ amount }: LotRow): boolean => amount === 0

/** Emptied lots, each once, beside those that are open. */
function withLots(lots: readonly LotRow[], emptied: readonly LotRow[]): readonly LotRow[] {
  if (emptied.length === 0) return lots
  const known = new Set(lots.map(({ card_id, lot_no }) => `${card_id} ${lot_no}`))
  const isNew = ({ card_id, lot_no }: LotRow) => {
    const name = `${card_id} ${lot_no}`
    return !known.has(name) && known.add(name).size > 0
  }
  return [...lots, ...emptied.filter(isNew)]
}

/**
 * Read after the transaction has written or locked something: whoever settles the books waits for those that could have
 * read an earlier mark, and knows them by that.
 */
export async function readClock(db: Sql, brand: BrandId): Promise<Pick<Loaded, 'now' | 'configVersion' | 'settled'>> {
  const [row] = await db.rows<{ now: Instant; config_version: number; settled: RequestRef | null }>`
    select clock_timestamp() as now, config_version, (
      select mark from job_mark where brand_id = ${brand} and job = ${settledJob}) as settled
    from brand
    where brand_id = ${brand}`
  return { now: row?.now ?? 0, configVersion: row?.config_version ?? 0, settled: row?.settled ?? undefined }
}
