import type { NewAuditEntry } from '../../domain/audit/entry.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { Outcome, SettledMessage, TierMoveChange } from '../../domain/decision/outcome.ts'
import type { Notice, NoticeRow } from '../../domain/view/notice/notice.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BudgetUseRow } from '../../storage/store/batch/budget.sql.ts'
import type { SideRow } from '../../storage/store/batch/campaign-side.sql.ts'
import type { EffectRows } from '../../storage/store/batch/effect-writes.ts'
import type { EventRow } from '../../storage/store/batch/event.sql.ts'
import type { FiringRow } from '../../storage/store/batch/firing.sql.ts'
import type { Inheritance } from '../../storage/store/batch/heir.sql.ts'
import type { MessageRow } from '../../storage/store/batch/message.sql.ts'
import type { OccurrenceRow } from '../../storage/store/batch/occurrence.sql.ts'
import type { PassLinkRow } from '../../storage/store/batch/pass-link.sql.ts'
import type { PaymentUse } from '../../storage/store/batch/payment-use.sql.ts'
import type { OfferUseRow } from '../../storage/store/batch/personal-offer.sql.ts'
import type { TierRow } from '../../storage/store/batch/tier.sql.ts'
import type { SnapshotRow } from '../../storage/store/batch/transfer.sql.ts'

type Collected = Omit<EffectRows, 'accounts' | 'changedCheckouts' | 'channels' | 'eventTypes' | 'listening' | 'stripes'>

/** Collects, as rows, what the outcomes of a batch do beyond cards and coupons. */
export class EffectCollector implements Collected {
  readonly madeCheckouts: CheckoutRecord[] = []
  readonly fired: FiringRow[] = []
  readonly unfired: Pick<FiringRow, 'rule' | 'ref'>[] = []
  readonly confirmed: { setup: RequestRef; by: RequestRef }[] = []
  readonly budgetUses: BudgetUseRow[] = []
  readonly confirmedBudgets: RequestRef[] = []
  readonly events: EventRow[] = []
  readonly eventless: RequestRef[] = []
  readonly messages: MessageRow[] = []
  readonly untold: RequestRef[] = []
  readonly untoldLater: RequestRef[] = []
  readonly settledMessages: SettledMessage[] = []
  readonly offerUses: OfferUseRow[] = []
  readonly offerless: RequestRef[] = []
  readonly paymentUses: PaymentUse[] = []
  readonly passLinks: PassLinkRow[] = []
  readonly snapshots: SnapshotRow[] = []
  readonly inheritances: Inheritance[] = []
  readonly occurrences: OccurrenceRow[] = []
  readonly firedChanges: number[] = []
  readonly sides: SideRow[] = []
  readonly tiers: TierRow[] = []
  readonly tierMoves: TierMoveChange[] = []
  readonly audits: NewAuditEntry[] = []
  readonly notices: NoticeRow[] = []
  private readonly now: Instant

  constructor(now: Instant) {
    this.now = now
  }

  add(ref: RequestRef, outcome: Outcome<object>): void {
    const { now } = this
    if (outcome.checkout) this.madeCheckouts.push(outcome.checkout)
    for (const firing of outcome.fired ?? []) this.fired.push({ ...firing, ref, happenedAt: now })
    for (const { ref: again, at, firings } of outcome.refired ?? []) {
      for (const firing of firings) this.fired.push({ ...firing, ref: again, happenedAt: at })
    }
    for (const { ref: undone, firings } of outcome.unfired ?? []) {
      for (const { rule } of firings) this.unfired.push({ rule, ref: undone })
    }
    outcome.budgetUses?.forEach((use, index) => {
      this.budgetUses.push({ ...use, ref, line: index + 1, isCounted: use.amount > 0 })
    })
    if (outcome.confirmsBudgets) this.confirmedBudgets.push(outcome.confirmsBudgets)
    if (outcome.confirms) this.confirmed.push({ setup: outcome.confirms, by: ref })
    outcome.events?.forEach((event, index) => {
      this.events.push({ ...event, ref, line: index + 1 })
    })
    outcome.messages?.forEach((message, index) => {
      const dueAt = 'delayMs' in message && message.delayMs !== undefined ? { dueAt: now + message.delayMs } : {}
      this.messages.push({ ...message, ref, line: index + 1, createdAt: now, ...dueAt })
    })
    for (const { by = ref, ...use } of outcome.offerUses ?? [])
      this.offerUses.push({ ...use, ref: by, happenedAt: now })
    for (const payment of outcome.paidBy ?? []) this.paymentUses.push({ ref: payment, checkout: ref })
    for (const snapshot of outcome.snapshots ?? []) this.snapshots.push({ snapshot, ref, takenAt: now })
    if (outcome.inheritance) this.inheritances.push(outcome.inheritance)
    for (const cardId of outcome.passes ?? []) this.passLinks.push({ cardId, issuedAt: now })
    for (const one of outcome.occurrences ?? []) this.occurrences.push({ ...one, consideredAt: now })
    for (const change of outcome.tiers ?? []) this.tiers.push({ ...change, ref, happenedAt: now })
    this.tierMoves.push(...(outcome.tierMoves ?? []))
    if (outcome.firedChanges) this.firedChanges.push(...outcome.firedChanges)
    for (const side of outcome.sides ?? []) this.sides.push({ ...side, ref, happenedAt: now })
    if (outcome.audits) this.audits.push(...outcome.audits)
    if (outcome.cancelsMessagesOf) this.untold.push(...outcome.cancelsMessagesOf)
    if (outcome.cancelsLaterOf) this.untoldLater.push(...outcome.cancelsLaterOf)
    if (outcome.settledMessages) this.settledMessages.push(...outcome.settledMessages)
    if (outcome.removesEventsOf) this.eventless.push(...outcome.removesEventsOf)
    if (outcome.removesOfferUsesOf) this.offerless.push(...outcome.removesOfferUsesOf)
  }

  tell({ ref, trace }: Pick<Call, 'ref' | 'trace'>, notices: readonly Notice[]): void {
    const traced = trace && { traceparent: trace.traceparent }
    notices.forEach((notice, index) => {
      this.notices.push({ ...notice, ref, line: index + 1, happenedAt: this.now, ...traced })
    })
  }
}
