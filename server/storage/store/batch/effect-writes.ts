import type { NewAuditEntry } from '../../../domain/audit/entry.ts'
import type { EventType } from '../../../domain/brand/event-type.ts'
import type { Webhook } from '../../../domain/brand/shapes/webhook-shape.ts'
import type { Channel } from '../../../domain/channel/channel.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import type { SettledMessage, TierMoveChange } from '../../../domain/decision/outcome.ts'
import type { NoticeRow } from '../../../domain/view/notice/notice.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../audit/entry.sql.ts'
import { upsertAccounts } from './account.sql.ts'
import { type AccountChange, changeTerms } from './account-term.sql.ts'
import { type BudgetUseRow, confirmBudgetUses, insertBudgetUses, type StripeRow, updateStripes } from './budget.sql.ts'
import { insertSides, type SideRow } from './campaign-side.sql.ts'
import { insertChannels, updateChannels } from './channel.sql.ts'
import { insertCheckouts, updateCheckouts } from './checkout.sql.ts'
import { deleteEvents, type EventRow, insertEvents } from './event.sql.ts'
import { insertEventTypes, updateEventTypes } from './event-type.sql.ts'
import { confirmFirings, deleteFirings, type FiringRow, insertFirings } from './firing.sql.ts'
import { type Inheritance, insertHeirs } from './heir.sql.ts'
import { cancelLaterMessages, cancelMessages, insertMessages, type MessageRow, settleMessages } from './message.sql.ts'
import { insertNotices } from './notice.sql.ts'
import { insertOccurrences, type OccurrenceRow } from './occurrence.sql.ts'
import { insertPassLinks, type PassLinkRow } from './pass-link.sql.ts'
import { insertPaymentUses, type PaymentUse } from './payment-use.sql.ts'
import { deleteOfferUses, insertOfferUses, type OfferUseRow } from './personal-offer.sql.ts'
import { markChangesFired } from './segment-change.sql.ts'
import { insertTierChanges, lastMoves, lastOfEach, type TierRow, upsertCardTiers, upsertTierMoves } from './tier.sql.ts'
import { insertSnapshots, type SnapshotRow } from './transfer.sql.ts'

/** What checkouts and rules did beyond cards and coupons, in rows. */
export interface EffectRows {
  readonly madeCheckouts: readonly CheckoutRecord[]
  readonly changedCheckouts: readonly CheckoutRecord[]
  readonly accounts: readonly AccountChange[]
  readonly channels: readonly Channel[]
  readonly eventTypes: readonly EventType[]
  readonly fired: readonly FiringRow[]
  readonly unfired: readonly Pick<FiringRow, 'rule' | 'ref'>[]
  readonly confirmed: readonly { readonly setup: RequestRef; readonly by: RequestRef }[]
  /** Of budgets: what was taken or given back, setups whose reservations are for good now, and stripes as they become. */
  readonly budgetUses: readonly BudgetUseRow[]
  readonly confirmedBudgets: readonly RequestRef[]
  readonly stripes: readonly StripeRow[]
  readonly events: readonly EventRow[]
  /** Calls whose events are removed. */
  readonly eventless: readonly RequestRef[]
  readonly messages: readonly MessageRow[]
  /** Calls whose messages are cancelled. */
  readonly untold: readonly RequestRef[]
  /** Calls whose messages are not sent later. */
  readonly untoldLater: readonly RequestRef[]
  readonly settledMessages: readonly SettledMessage[]
  readonly offerUses: readonly OfferUseRow[]
  /** Calls whose uses of offers are removed. */
  readonly offerless: readonly RequestRef[]
  readonly paymentUses: readonly PaymentUse[]
  readonly passLinks: readonly PassLinkRow[]
  readonly snapshots: readonly SnapshotRow[]
  readonly inheritances: readonly Inheritance[]
  /** Changes of segments that rules were run for. */
  readonly firedChanges: readonly number[]
  readonly tiers: readonly TierRow[]
  readonly tierMoves: readonly TierMoveChange[]
  readonly occurrences: readonly OccurrenceRow[]
  readonly sides: readonly SideRow[]
  readonly audits: readonly NewAuditEntry[]
  /** What happened, and the webhooks that listen. */
  readonly notices: readonly NoticeRow[]
  readonly listening: readonly Webhook[]
}

/** A statement for each kind of row that there is. What is removed belongs to earlier batches, so order is no matter. */
export function effectWrites(db: Sql, brand: BrandId, rows: EffectRows): (Promise<unknown> | false)[] {
  return [
    some(rows.madeCheckouts, (made) => insertCheckouts(db, brand, made)),
    some(rows.changedCheckouts, (changed) => updateCheckouts(db, brand, changed)),
    some(
      rows.accounts.map(({ after }) => after),
      (accounts) => upsertAccounts(db, brand, accounts),
    ),
    ...changeTerms(db, brand, rows.accounts),
    some(rows.channels.filter(isNew), (made) => insertChannels(db, brand, made)),
    some(rows.channels.filter(isOld), (changed) => updateChannels(db, brand, changed)),
    some(rows.eventTypes.filter(isNew), (made) => insertEventTypes(db, brand, made)),
    some(rows.eventTypes.filter(isOld), (changed) => updateEventTypes(db, brand, changed)),
    some(rows.unfired, (unfired) => deleteFirings(db, brand, unfired)),
    some(rows.confirmed, (confirmed) => confirmFirings(db, brand, confirmed)),
    some(rows.fired, (fired) => insertFirings(db, brand, fired)),
    some(rows.confirmedBudgets, (setups) => confirmBudgetUses(db, brand, setups)),
    some(rows.budgetUses, (uses) => insertBudgetUses(db, brand, uses)),
    some(rows.stripes, (stripes) => updateStripes(db, brand, stripes)),
    some(rows.eventless, (refs) => deleteEvents(db, brand, refs)),
    some(rows.events, (events) => insertEvents(db, brand, events)),
    some(rows.messages, (messages) => insertMessages(db, brand, messages)),
    some(rows.untold, (refs) => cancelMessages(db, brand, refs)),
    some(rows.untoldLater, (refs) => cancelLaterMessages(db, brand, refs)),
    some(rows.settledMessages, (settled) => settleMessages(db, brand, settled)),
    some(rows.offerless, (refs) => deleteOfferUses(db, brand, refs)),
    some(rows.offerUses, (uses) => insertOfferUses(db, brand, uses)),
    some(rows.paymentUses, (uses) => insertPaymentUses(db, brand, uses)),
    some(rows.passLinks, (links) => insertPassLinks(db, brand, links)),
    some(rows.snapshots, (snapshots) => insertSnapshots(db, brand, snapshots)),
    ...rows.inheritances.map((inheritance) => insertHeirs(db, brand, inheritance)),
    some(rows.firedChanges, (seqs) => markChangesFired(db, brand, seqs)),
    some(rows.tiers, (tiers) => upsertCardTiers(db, brand, lastOfEach(tiers))),
    some(rows.tiers, (tiers) => insertTierChanges(db, brand, tiers)),
    some(rows.tierMoves, (moves) => upsertTierMoves(db, brand, lastMoves(moves))),
    some(rows.occurrences, (occurrences) => insertOccurrences(db, brand, occurrences)),
    some(rows.sides, (sides) => insertSides(db, brand, sides)),
    some(rows.audits, (entries) => insertAuditEntries(db, brand, entries)),
    some(rows.notices, (notices) => insertNotices(db, brand, notices, rows.listening)),
  ]
}

const isNew = (one: { readonly isNew?: boolean }) => one.isNew === true
const isOld = (one: { readonly isNew?: boolean }) => !isNew(one)

/** A statement only where there is something to write. */
export function some<T>(rows: readonly T[], write: (rows: readonly T[]) => Promise<unknown>): Promise<unknown> | false {
  return rows.length > 0 && write(rows)
}
