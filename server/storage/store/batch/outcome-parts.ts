import type { Outcome } from '../../../domain/decision/outcome.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../audit/entry.sql.ts'
import { deletePasskeysOf } from '../member/passkey.sql.ts'
import { deleteSessionsOf } from '../member/session.sql.ts'
import { confirmBudgetUses, insertBudgetUses } from './budget.sql.ts'
import { insertSides } from './campaign-side.sql.ts'
import { insertCheckouts } from './checkout.sql.ts'
import { deleteEvents, insertEvents } from './event.sql.ts'
import { confirmFirings, deleteFirings, insertFirings } from './firing.sql.ts'
import { insertHeirs } from './heir.sql.ts'
import { cancelLaterMessages, cancelMessages, insertMessages, settleMessages } from './message.sql.ts'
import { insertOccurrences } from './occurrence.sql.ts'
import { insertPassLinks } from './pass-link.sql.ts'
import { insertPaymentUses } from './payment-use.sql.ts'
import { deleteOfferUses, insertOfferUses } from './personal-offer.sql.ts'
import { deleteReferrals, insertDevices, insertReferrals, revokeCodesOfCards } from './referral.sql.ts'
import { markChangesFired } from './segment-change.sql.ts'
import { insertTierChanges, lastMoves, lastOfEach, upsertCardTiers, upsertTierMoves } from './tier.sql.ts'
import { insertSnapshots } from './transfer.sql.ts'

/** The call that an outcome is of, and when its batch is decided. */
interface CallAt {
  readonly ref: RequestRef
  readonly now: Instant
}

/** Rows of one part of outcomes, as the calls of a batch leave them. */
interface PartRows<Value> {
  readonly add: (value: Value, call: CallAt) => void
  readonly write: (db: Sql, brand: BrandId) => Promise<unknown>[]
}

interface OutcomePart<Value> {
  /** Whether a call with it enters the history of its card, because it is a change and not only said of the call. */
  readonly isChange: boolean
  /** Begins to collect its rows. Absent for what the batch writes by itself, or not at all. */
  readonly collect?: () => PartRows<Value>
}

type PartName = keyof Outcome<object>
type PartValue<Name extends PartName> = NonNullable<Outcome<object>[Name]>

/** Said of the call. */
const remark = { isChange: false }
/** Of things that several calls of a batch may change in turn: the batch writes each as it becomes in the end. */
const inTurn = { isChange: true }

type Write<Row> = (db: Sql, brand: BrandId, rows: readonly Row[]) => Promise<unknown>

/** Rows of each call by itself, and the statements that write those of all calls of a batch. */
function rows<Value, Row>(
  toRows: (value: Value, call: CallAt) => readonly Row[],
  ...writes: readonly Write<Row>[]
): OutcomePart<Value> {
  const collect = () => {
    const collected: Row[] = []
    return {
      add: (value: Value, call: CallAt) => void collected.push(...toRows(value, call)),
      write: (db: Sql, brand: BrandId) => writes.map((write) => write(db, brand, collected)),
    }
  }
  return { isChange: true, collect }
}

/** Rows that are kept about the call, which are no change. */
const asideRows: typeof rows = (toRows, ...writes) => ({ ...rows(toRows, ...writes), isChange: false })

const asTheyAre = <Row>(value: readonly Row[]): readonly Row[] => value

/**
 * What an outcome is made of, each part once: a new one has to say what it is. Statements are sent in this order; what
 * is removed belongs to earlier batches.
 */
const outcomeParts: { readonly [Name in PartName]-?: OutcomePart<PartValue<Name>> } = {
  kind: remark,
  response: remark,
  subject: remark,
  // One is a change only where it differs from what it was, which the batch knows.
  cards: remark,
  about: remark,
  aboutFound: remark,
  child: remark,
  callType: remark,
  customDate: remark,
  detail: remark,
  trace: remark,
  supposes: remark,
  tierWish: remark,
  tierTally: remark,
  unknownCoupons: remark,
  unrecorded: remark,
  postings: inTurn,
  requests: inTurn,
  coupons: inTurn,
  codeUses: inTurn,
  freedCodes: inTurn,
  checkouts: inTurn,
  accounts: inTurn,
  channels: inTurn,
  eventTypes: inTurn,
  checkout: rows((made) => [made], insertCheckouts),
  unfired: rows(
    (calls) => calls.flatMap(({ ref, firings }) => firings.map(({ rule }) => ({ rule, ref }))),
    deleteFirings,
  ),
  confirms: rows((setup, { ref }) => [{ setup, by: ref }], confirmFirings),
  fired: rows((fired, { ref, now }) => fired.map((firing) => ({ ...firing, ref, happenedAt: now })), insertFirings),
  refired: rows(
    (calls) => calls.flatMap(({ ref, at, firings }) => firings.map((one) => ({ ...one, ref, happenedAt: at }))),
    insertFirings,
  ),
  endsReferralsOf: rows(asTheyAre, deleteReferrals),
  referrals: rows((made, { ref, now }) => made.map((one) => ({ ...one, ref, happenedAt: now })), insertReferrals),
  devices: rows((seen, { now }) => seen.map((one) => ({ ...one, seenAt: now })), insertDevices),
  vacated: rows(
    (cards, { now }) => cards.map((cardId) => ({ cardId, at: now })),
    (db, brand, vacated) =>
      deleteSessionsOf(
        db,
        brand,
        vacated.map(({ cardId }) => cardId),
      ),
    (db, brand, vacated) =>
      deletePasskeysOf(
        db,
        brand,
        vacated.map(({ cardId }) => cardId),
      ),
    revokeCodesOfCards,
  ),
  confirmsBudgets: rows((setup) => [setup], confirmBudgetUses),
  budgetUses: rows(
    (uses, { ref }) => uses.map((use, index) => ({ ...use, ref, line: index + 1, isCounted: use.amount > 0 })),
    insertBudgetUses,
  ),
  removesEventsOf: rows(asTheyAre, deleteEvents),
  events: rows((events, { ref }) => events.map((event, index) => ({ ...event, ref, line: index + 1 })), insertEvents),
  messages: rows((messages, { ref, now }) => {
    return messages.map((message, index) => {
      const dueAt = 'delayMs' in message && message.delayMs !== undefined ? { dueAt: now + message.delayMs } : {}
      return { ...message, ref, line: index + 1, createdAt: now, ...dueAt }
    })
  }, insertMessages),
  cancelsMessagesOf: rows(asTheyAre, cancelMessages),
  cancelsLaterOf: rows(asTheyAre, cancelLaterMessages),
  settledMessages: rows(asTheyAre, settleMessages),
  removesOfferUsesOf: rows(asTheyAre, deleteOfferUses),
  offerUses: rows(
    (uses, { ref, now }) => uses.map(({ by = ref, ...use }) => ({ ...use, ref: by, happenedAt: now })),
    insertOfferUses,
  ),
  paidBy: rows((payments, { ref }) => payments.map((payment) => ({ ref: payment, checkout: ref })), insertPaymentUses),
  passes: rows((cards, { now }) => cards.map((cardId) => ({ cardId, issuedAt: now })), insertPassLinks),
  snapshots: rows((taken, { ref, now }) => taken.map((snapshot) => ({ snapshot, ref, takenAt: now })), insertSnapshots),
  inheritance: rows(
    (inheritance) => [inheritance],
    (db, brand, all) => Promise.all(all.map((one) => insertHeirs(db, brand, one))),
  ),
  firedChanges: rows(asTheyAre, markChangesFired),
  tiers: rows(
    (changes, { ref, now }) => changes.map((change) => ({ ...change, ref, happenedAt: now })),
    (db, brand, tiers) => upsertCardTiers(db, brand, lastOfEach(tiers)),
    insertTierChanges,
  ),
  tierMoves: rows(asTheyAre, (db, brand, moves) => upsertTierMoves(db, brand, lastMoves(moves))),
  occurrences: rows(
    (considered, { now }) => considered.map((one) => ({ ...one, consideredAt: now })),
    insertOccurrences,
  ),
  sides: asideRows((sides, { ref, now }) => sides.map((side) => ({ ...side, ref, happenedAt: now })), insertSides),
  audits: asideRows(asTheyAre, insertAuditEntries),
}

/** An operation may carry more in its outcome for itself: that is no part. */
const byName: Readonly<Partial<Record<PartName, OutcomePart<never>>>> = outcomeParts
const names = Object.keys(outcomeParts) as PartName[]
const rowNames = names.filter((name) => byName[name]?.collect)
/** An outcome has a few of the parts that there are: it is asked for what it has, because it is asked for each call. */
const partsOf = (outcome: Outcome<object>) => Object.keys(outcome) as PartName[]

/** Whether the outcome changes anything but cards. */
export function changesMore(outcome: Outcome<object>): boolean {
  return partsOf(outcome).some((name) => byName[name]?.isChange && !isNothing(outcome[name]))
}

const isNothing = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)

/** Collects, as rows, what the outcomes of a batch do beyond what they change in turn. */
export class OutcomeRows {
  private readonly collected = new Map<PartName, PartRows<never>>()

  add(call: CallAt, outcome: Outcome<object>): void {
    for (const name of partsOf(outcome)) {
      const part = byName[name]
      const value = outcome[name]
      if (!part?.collect || isNothing(value)) continue
      const rows = this.collected.get(name) ?? part.collect()
      // The table has the rows of each part under its own name.
      rows.add(value as never, call)
      this.collected.set(name, rows)
    }
  }

  has(name: PartName): boolean {
    return this.collected.has(name)
  }

  writes(db: Sql, brand: BrandId): Promise<unknown>[] {
    if (this.collected.size === 0) return []
    return rowNames.flatMap((name) => this.collected.get(name)?.write(db, brand) ?? [])
  }
}
