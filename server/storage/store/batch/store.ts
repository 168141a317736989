import assert from 'node:assert/strict'
import type { Balance, Card, HeldOffer, Lot, Portion } from '../../../domain/card/card.ts'
import type { Coupon } from '../../../domain/coupon/coupon.ts'
import type { Connection } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { wakePasses } from '../wallet/wallet-pass.sql.ts'
import { type CallElsewhere, insertCallsElsewhere } from './call-elsewhere.sql.ts'
import {
  changeCards,
  countCards,
  deletePortions,
  insertBalances,
  insertCards,
  insertLots,
  insertPortions,
  type Owned,
  tallyCards,
  updateBalances,
  updateLots,
  updatePins,
  updatePortions,
} from './card-changes.sql.ts'
import { moveChildren } from './child-card.sql.ts'
import { type CodeRows, changeCodeCounts, confirmCodeUses, insertCodeUses } from './code.sql.ts'
import { insertCoupons, updateCoupons } from './coupon-changes.sql.ts'
import { type EffectRows, effectWrites, some } from './effect-writes.ts'
import { type DayChange, updateDay } from './hand-day.sql.ts'
import { assignKeys, dropKeys, type KeyClaim } from './idempotency.sql.ts'
import { insertOffers, updateOffers } from './personal-offer.sql.ts'
import { insertLedger, insertRequests, type LedgerLine, markVoided, type RequestRecord } from './record.sql.ts'

/** Everything that a batch of commands changes. */
export interface Changes {
  readonly brand: BrandId
  /** The time of the batch. */
  readonly now: Instant
  readonly cards: readonly CardChange[]
  readonly coupons: readonly CouponChange[]
  readonly records: readonly RequestRecord[]
  readonly ledger: readonly LedgerLine[]
  readonly elsewhere: readonly CallElsewhere[]
  /** Earlier requests, each once, and who voided them; none when a payment that was reversed is one again. */
  readonly voided: readonly { readonly ref: RequestRef; readonly by: RequestRef | undefined }[]
  readonly assignedKeys: readonly KeyClaim[]
  readonly droppedKeys: readonly Buffer[]
  readonly effects: EffectRows
  /** Absent where nobody used or gave back a public code. */
  readonly codes?: CodeRows
  /** Absent where nobody did anything by hand that has a limit. */
  readonly handDays?: readonly DayChange[]
}

/** A card before and after the batch. A new card has no `before`. */
interface CardChange {
  readonly before?: Card
  readonly after: Card
}

/** A coupon before and after the batch. A new coupon has no `before`. */
interface CouponChange {
  readonly before?: Coupon
  readonly after: Coupon
}

/** Writes all changes and commits: one round trip, with one statement per table and kind of change. */
export async function storeBatch(db: Connection, changes: Changes): Promise<void> {
  const { brand } = changes
  const updated = changes.cards.filter(hasBefore)
  const lots = differences(changes.cards, lotChanges)
  const balances = differences(changes.cards, balanceChanges)
  const portions = differences(changes.cards, portionChanges)
  const offers = differences(changes.cards, offerChanges)
  const writes: (Promise<unknown> | false)[] = [
    some(
      changes.cards.filter((change) => !change.before).map(({ after }) => after),
      (cards) => insertCards(db, brand, cards),
    ),
    some(
      updated.filter((change) => isCounted(change) && !isTallied(change)).map(({ after }) => after),
      (cards) => countCards(db, brand, cards),
    ),
    some(
      changes.cards.filter(isTallied).map(({ after }) => after),
      (cards) => tallyCards(db, brand, cards),
    ),
    some(
      changes.cards
        .filter((change) => (hasBefore(change) ? isChanged(change) : isMoreThanMade(change)))
        .map(({ after }) => after),
      (cards) => changeCards(db, brand, cards),
    ),
    some(
      updated.filter(({ before, after }) => before.pin !== after.pin).map(({ after }) => after),
      (cards) => updatePins(db, brand, cards),
    ),
    some(
      updated.filter(hasMoved).map(({ after }) => after),
      (cards) => moveChildren(db, brand, cards),
    ),
    some(lots.added, (added) => insertLots(db, brand, added)),
    some(lots.changed, (changed) => updateLots(db, brand, changed)),
    some(balances.added, (added) => insertBalances(db, brand, added)),
    some(balances.changed, (changed) => updateBalances(db, brand, changed)),
    some(portions.removed, (removed) => deletePortions(db, brand, removed)),
    some(portions.changed, (changed) => updatePortions(db, brand, changed)),
    some(portions.added, (added) => insertPortions(db, brand, added)),
    some(offers.added, (added) => insertOffers(db, brand, added)),
    some(offers.changed, (changed) => updateOffers(db, brand, changed)),
    ...couponWrites(db, changes),
    some(changes.records, (records) => insertRequests(db, brand, records)),
    some(changes.ledger, (lines) => insertLedger(db, brand, lines)),
    some(changes.elsewhere, (calls) => insertCallsElsewhere(db, brand, calls)),
    ...effectWrites(db, brand, changes.effects),
    some(changes.voided, (voided) => markVoided(db, brand, voided)),
    some(changes.assignedKeys, (claims) => assignKeys(db, brand, claims)),
    some(
      changes.cards.filter(isShownElsewhere).map(({ after }) => after.id),
      (cards) => wakePasses(db, brand, cards, changes.now),
    ),
    some(changes.droppedKeys, (hashes) => dropKeys(db, brand, hashes)),
    ...rareWrites(db, changes),
    db.rows`commit`,
  ]
  await Promise.all(writes)
}

function couponWrites(db: Connection, { brand, coupons }: Changes): (Promise<unknown> | false)[] {
  if (coupons.length === 0) return []
  const after = (changes: readonly CouponChange[]) => changes.map((change) => change.after)
  return [
    some(after(coupons.filter(({ before }) => !before)), (made) => insertCoupons(db, brand, made)),
    some(after(coupons.filter(({ before }) => before)), (changed) => updateCoupons(db, brand, changed)),
  ]
}

/** What few batches have. */
function rareWrites(db: Connection, { brand, codes, handDays }: Changes): (Promise<unknown> | false)[] {
  const days = handDays?.map((day) => updateDay(db, brand, day)) ?? []
  return codes ? [...days, ...codeWrites(db, brand, codes)] : days
}

function codeWrites(db: Connection, brand: BrandId, codes: CodeRows): (Promise<unknown> | false)[] {
  return [
    some(codes.confirmed, (confirmed) => confirmCodeUses(db, brand, confirmed)),
    some(codes.made, (made) => insertCodeUses(db, brand, made)),
    ...changeCodeCounts(db, brand, codes),
  ]
}

/** A pass of it lies in a wallet, and may have to show something else now. */
const isShownElsewhere = ({ before, after }: CardChange) => after.hasWalletPass === true && before !== after

const hasBefore = (change: CardChange): change is { before: Card; after: Card } => change.before !== undefined

const isCounted = ({ before, after }: { before: Card; after: Card }) =>
  before.seq !== after.seq || before.lotCount !== after.lotCount

const isTallied = ({ before, after }: CardChange) => before?.tierTally !== after.tierTally

const hasMoved = ({ before, after }: { before: Card; after: Card }) => before.root?.id !== after.root?.id

/** A new card that was, in the same batch, also given something that an insert does not write. */
const isMoreThanMade = ({ after }: CardChange) =>
  after.customNumber !== undefined ||
  after.transferredBy !== undefined ||
  after.drawnAs !== undefined ||
  after.pinFailures > 0

const isChanged = ({ before, after }: { before: Card; after: Card }) =>
  before.status !== after.status ||
  before.pinFailures !== after.pinFailures ||
  before.pinLockedUntil !== after.pinLockedUntil ||
  before.activatedAt !== after.activatedAt ||
  before.expiresAt !== after.expiresAt ||
  before.customNumber !== after.customNumber ||
  before.owningLocation !== after.owningLocation ||
  before.transferredBy !== after.transferredBy ||
  before.drawnAs !== after.drawnAs ||
  before.lock !== after.lock

interface Differences<T> {
  readonly added: Owned<T>[]
  readonly changed: Owned<T>[]
  readonly removed: Owned<T>[]
}

/** Finds what is no longer the same object, and so must be written: decisions share what they do not change. */
function differences<T>(
  changes: readonly CardChange[],
  compare: (change: CardChange, add: (kind: keyof Differences<T>, part: T) => void) => void,
): Differences<T> {
  const found: Differences<T> = { added: [], changed: [], removed: [] }
  for (const change of changes) compare(change, (kind, part) => found[kind].push({ card: change.after.id, part }))
  return found
}

function lotChanges({ before, after }: CardChange, add: (kind: 'added' | 'changed', lot: Lot) => void): void {
  if (before?.lots === after.lots) return
  const firstNew = (before?.lotCount ?? 0) + 1
  const known = new Set(before?.lots)
  for (const lot of after.lots) {
    if (!known.has(lot)) add(lot.no >= firstNew ? 'added' : 'changed', lot)
  }
}

function balanceChanges(
  { before, after }: CardChange,
  add: (kind: 'added' | 'changed', balance: Balance) => void,
): void {
  if (before?.balances === after.balances) return
  const known = new Set(before?.balances)
  for (const balance of after.balances) {
    if (known.has(balance)) continue
    const existed = before?.balances.some((old) => old.valueType === balance.valueType && old.bucket === balance.bucket)
    add(existed ? 'changed' : 'added', balance)
  }
}

/** Offers change only if they were read. A card whose offers were not read has nothing to compare with. */
function offerChanges({ before, after }: CardChange, add: (kind: 'added' | 'changed', offer: HeldOffer) => void): void {
  if (before?.offers === after.offers) return
  assert(!before || before.offers, "a card's offers are changed only where they were read")
  const nameOf = ({ of = after.id, no }: HeldOffer) => `${of} ${no}`
  const known = new Map(before?.offers?.map((offer) => [nameOf(offer), offer]))
  for (const offer of after.offers ?? []) {
    const old = known.get(nameOf(offer))
    if (!old) add('added', offer)
    else if (old !== offer) add('changed', offer)
  }
}

function portionChanges(
  { before, after }: CardChange,
  add: (kind: keyof Differences<Portion>, portion: Portion) => void,
): void {
  if (before?.portions === after.portions) return
  const same = (a: Portion) => (b: Portion) => a.hold === b.hold && a.lot === b.lot
  for (const portion of before?.portions ?? []) {
    if (!after.portions.some(same(portion))) add('removed', portion)
  }
  for (const portion of after.portions) {
    const old = before?.portions.find(same(portion))
    if (!old) add('added', portion)
    else if (old !== portion) add('changed', portion)
  }
}
