import assert from 'node:assert/strict'
import type { EventType } from '../../domain/brand/event-type.ts'
import { unfulfilledOf } from '../../domain/campaign/trace.ts'
import { type Card, cardKey, childKey } from '../../domain/card/card.ts'
import type { Channel } from '../../domain/channel/channel.ts'
import { channelKey } from '../../domain/channel/channel-user.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { DecisionContext, DecisionRefusal } from '../../domain/decision/decision.ts'
import type { Need, Needs } from '../../domain/decision/need.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import type { DayName, OutcomeObjection } from '../../domain/judge/judge-outcome.ts'
import type { ReachedBudget } from '../../domain/view/notice/budget-notices.ts'
import { type NoticeRow, toNoticeRows } from '../../domain/view/notice/notice.ts'
import { keepsNotices, listeningOf, noticesOf } from '../../domain/view/notice/notices-of.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { WorkMeter } from '../../ground/kernel/work-meter.ts'
import type { CallElsewhere } from '../../storage/store/batch/call-elsewhere.sql.ts'
import type { EffectRows } from '../../storage/store/batch/effect-writes.ts'
import type { KeyClaim } from '../../storage/store/batch/idempotency.sql.ts'
import type { Loaded } from '../../storage/store/batch/load.ts'
import { changesMore, OutcomeRows } from '../../storage/store/batch/outcome-parts.ts'
import type { LedgerLine, RequestRecord } from '../../storage/store/batch/record.sql.ts'
import type { Changes } from '../../storage/store/batch/store.ts'
import { BatchBudgets } from './batch-budgets.ts'
import { BatchCodes } from './batch-codes.ts'
import { BatchHandDays } from './batch-hand-days.ts'
import { BatchKeys, usedBefore } from './batch-keys.ts'
import { BatchLevels } from './batch-levels.ts'
import { BatchPast } from './batch-past.ts'
import { callsElsewhere } from './calls-elsewhere.ts'
import type { CommonContext, DecisionParts } from './decision-parts.ts'
import { allOf } from './free-coupons.ts'
import type { BudgetHints } from './hot-budgets.ts'
import { fine, judgeByHand, withAudit } from './judge-by-hand.ts'
import { toLines } from './ledger-lines.ts'
import type { Facts } from './needs.ts'
import type { QueuedCommand } from './queued-command.ts'
import { firstCard } from './touches.ts'
import { callTypeOf, type Finished, toRefused } from './work.ts'
import { WorkingSet } from './working-set.ts'

/**
 * Decides a batch of commands, each on the state that the ones before it left. Pure: deciding the same batch again
 * with more facts does no harm. A command that is refused leaves nothing, except the count of wrong pins.
 */
export class BatchDecision {
  readonly finished = new Map<QueuedCommand, Finished>()
  readonly needs: { readonly command: QueuedCommand; readonly need: Need }[] = []
  /** Commands that have to look at what earlier ones of the batch did, once it is stored. */
  readonly overtaken: QueuedCommand[] = []
  private readonly loaded: Loaded
  private readonly parts: DecisionParts
  private readonly facts: Readonly<Facts>
  private readonly cards: WorkingSet<Card>
  private readonly coupons: WorkingSet<Coupon>
  private readonly checkouts: WorkingSet<CheckoutRecord>
  private readonly channels: WorkingSet<Channel>
  private readonly eventTypes: WorkingSet<EventType>
  private readonly past: BatchPast
  private readonly budgets: BatchBudgets
  private readonly codes: BatchCodes
  private readonly handDays: BatchHandDays
  private readonly outcomes = new OutcomeRows()
  private readonly notices: NoticeRow[] = []
  private readonly common: CommonContext
  private readonly requests = new Map<RequestRef, PastRequest>()
  private readonly heirs: Map<CardId, CardId>
  private readonly keys: BatchKeys
  private readonly records: RequestRecord[] = []
  private readonly ledger: LedgerLine[] = []
  private readonly elsewhere: CallElsewhere[] = []
  private readonly voided = new Map<RequestRef, Changes['voided'][number]>()

  constructor(loaded: Loaded, facts: Readonly<Facts>, parts: DecisionParts) {
    this.loaded = loaded
    this.facts = facts
    this.parts = parts
    const freeCards = [...facts.freeCards.values()].flatMap((card) => card ?? [])
    this.cards = new WorkingSet(new Map([...loaded.cards, ...freeCards].map((card) => [cardKey(card), card])))
    this.coupons = new WorkingSet(new Map([...loaded.coupons, ...stockOf(facts)].map((coupon) => [coupon.id, coupon])))
    this.checkouts = new WorkingSet(new Map(loaded.checkouts.map((checkout) => [checkout.ref, checkout])))
    this.channels = new WorkingSet(new Map(loaded.channels.map((channel) => [channelKey(channel), channel])))
    this.eventTypes = new WorkingSet(new Map(loaded.eventTypes.map((type) => [type.categoryId, type])))
    this.heirs = new Map(loaded.heirs)
    this.budgets = new BatchBudgets(facts.budgets)
    this.codes = new BatchCodes(loaded.codes, loaded.now, (id) => this.heirs.get(id) ?? id)
    this.handDays = new BatchHandDays(facts.handDays)
    this.common = this.commonContext()
    const { brand, clock } = parts
    const { heirOf, cardById, now } = this.common
    const levels = new BatchLevels({ brand, clock, levels: loaded.levels }, cardById)
    this.past = new BatchPast(facts.pasts, { now, heirOf, levels })
    for (const request of loaded.requests) this.requests.set(request.ref, request)
    this.keys = new BatchKeys(loaded.owners)
  }

  decide(command: QueuedCommand): void {
    const key = command.work.idempotency
    const owner = key && this.keys.ownerOf(key)
    if (owner) {
      this.finished.set(command, usedBefore(owner, key))
      return
    }
    if (this.past.isOvertaken(command) || this.hasNewCodeUses(command)) {
      this.overtaken.push(command)
      return
    }
    const decision = command.work.operation.decide(this.contextOf(command))
    if (decision.kind === 'needs') this.ask(command, decision)
    else if (decision.kind === 'refusal') this.leave(command, decision)
    else if (command.work.call.user) this.judge(command, decision)
    else this.apply(command, decision)
  }

  /** What users of the portal do by hand is judged by what was decided, before anything of it counts. */
  private judge(command: QueuedCommand, outcome: Outcome<object>): void {
    const today = (day: DayName) => this.handDays.today(day)
    const judged = judgeByHand(command.work, outcome, { ...this.common, today })
    const { verdict = fine, sums } = judged ?? {}
    if (verdict.kind === 'day') this.ask(command, { kind: 'needs', needs: [{ ...verdict, kind: 'handDay' }] })
    else if (verdict.kind === 'objection') this.object(command, verdict.objection)
    else {
      if (verdict.adds && sums) this.handDays.add(verdict.adds, sums)
      this.apply(command, verdict.passes ? withAudit(outcome, command.work, verdict.passes) : outcome)
    }
  }

  private object(command: QueuedCommand, objection: OutcomeObjection): void {
    const subject = this.cards.get(firstCard(command.touches) ?? '')
    const refused = toRefused(refuse(104, 'The user of the portal may not do this.'))
    this.finished.set(command, defined({ ...refused, cardId: subject?.id, objection }))
  }

  private hasNewCodeUses({ touches }: QueuedCommand): boolean {
    return Boolean(touches.codes?.length) && this.codes.isOvertaken(this.cards.get(firstCard(touches) ?? '')?.id)
  }

  private ask(command: QueuedCommand, { needs }: Needs): void {
    const isLate = needs.some((need) => need.kind === 'facts' && this.past.wouldBeOvertaken(need.card, need.facts))
    if (isLate) this.overtaken.push(command)
    else for (const need of needs) this.needs.push({ command, need })
  }

  /** The budgets that the next batch is going to need, if it is like this one. */
  get budgetHints(): BudgetHints {
    return this.budgets.hints
  }

  /** What has to be written; undefined when nothing changed and the transaction may be rolled back. */
  changes(keys: readonly KeyClaim[]): Changes | undefined {
    const cards = this.cards.changes()
    const coupons = this.coupons.changes()
    const { records, ledger, elsewhere } = this
    const codes = this.codes.rows()
    const handDays = this.handDays.changes()
    const isNothing = cards.length === 0 && coupons.length === 0 && records.length === 0
    if (isNothing && !unrecordedParts.some((name) => this.outcomes.has(name))) return undefined
    return {
      brand: this.parts.brand.id,
      now: this.common.now,
      cards,
      coupons,
      records,
      ledger,
      elsewhere,
      voided: [...this.voided.values()],
      ...this.keys.changes(keys),
      effects: this.effectRows(),
      ...(codes && { codes }),
      ...(handDays && { handDays }),
    }
  }

  private effectRows(): EffectRows {
    const after = <T>(set: WorkingSet<T>) => set.changes().flatMap((change) => (isChange(change) ? change.after : []))
    return {
      outcomes: this.outcomes,
      notices: this.notices,
      stripes: this.budgets.changes(),
      listening: listeningOf(this.parts.brand),
      checkouts: after(this.checkouts),
      accounts: this.past.accounts.changes().filter(isChange),
      channels: after(this.channels),
      eventTypes: after(this.eventTypes),
    }
  }

  contextOf(command: QueuedCommand): DecisionContext<unknown> {
    const { request, call } = command.work
    const { common } = this
    command.random.rewind()
    return {
      request,
      call,
      brand: common.brand,
      now: common.now,
      work: new WorkMeter(common.workLimit),
      pins: common.pins,
      random: command.random,
      get clock() {
        return common.clock()
      },
      card: common.card,
      child: common.child,
      cardById: common.cardById,
      childrenOf: common.childrenOf,
      couponsOf: common.couponsOf,
      checkout: common.checkout,
      past: (card) => this.past.of(command, card),
      budget: common.budget,
      pastRequest: common.pastRequest,
      heirOf: common.heirOf,
      freeCard: () => this.facts.freeCards.get(command),
      newCardId: () => this.facts.newCardIds.get(command),
      hasTwin: () => this.facts.twins.get(command),
      customerCard: () => this.facts.customerCards.get(command),
      coupon: common.coupon,
      isBusy: common.isBusy,
      codeUsage: common.codeUsage,
      knowsCode: common.knowsCode,
      codeUsesOf: common.codeUsesOf,
      promotionCoupon: common.promotionCoupon,
      channel: common.channel,
      eventType: common.eventType,
      freeCoupons: (setId, count) => {
        const fetched = this.facts.freeCoupons.get(command)?.get(setId)
        return fetched && fetched.asked >= count ? fetched.coupons : undefined
      },
    }
  }

  /** What all commands of the batch see alike: made once, because a context is made for every one of them. */
  private commonContext(): CommonContext {
    return {
      ...this.parts,
      now: this.loaded.now,
      card: (number) => this.cards.get(number),
      child: ({ root, child }) => this.cards.get(childKey(root, child)),
      cardById: (id) => Iterator.from(this.cards.values()).find((card) => card.id === id),
      childrenOf: ({ id }) => [...this.cards.values()].filter(({ root }) => root?.id === id),
      couponsOf: ({ id }) => [...this.coupons.values()].filter(({ allocation }) => allocation?.card?.id === id),
      checkout: (ref) => this.checkouts.get(ref),
      budget: (name) => this.budgets.roomOf(name),
      pastRequest: (ref) => this.requests.get(ref),
      heirOf: (id) => this.heirs.get(id) ?? id,
      coupon: (id) => this.coupons.get(id),
      isBusy: (id) => this.loaded.busyCoupons.has(id),
      codeUsage: (key, card) => this.codes.usageOf(key, card),
      knowsCode: (key) => this.codes.knows(key),
      codeUsesOf: (ref) => this.codes.usesOf(ref),
      promotionCoupon: (card, promotionId) => this.findPromotionCoupon(card, promotionId),
      channel: (name) => this.channels.get(channelKey(name)),
      eventType: (categoryId) => this.eventTypes.get(categoryId),
    }
  }

  /** Those that the batch holds or made are as they are by now; the others were only read. */
  private findPromotionCoupon(card: Card, promotionId: string): Coupon | undefined {
    const isOfPromotion = ({ allocation, disabled }: Coupon) =>
      allocation?.card?.id === card.id && allocation.promotionId === promotionId && !disabled
    const held = Iterator.from(this.coupons.values()).find(isOfPromotion)
    return held ?? this.loaded.promotionCoupons.find((one) => isOfPromotion(one) && !this.coupons.get(one.id))
  }

  private leave(command: QueuedCommand, refusal: DecisionRefusal): void {
    if (refusal.keeps) this.put(refusal.keeps)
    const subject = this.cards.get(firstCard(command.touches) ?? '')
    const { trace, unknownCoupons } = refusal
    this.finished.set(command, defined({ ...toRefused(refusal), cardId: subject?.id, trace, unknownCoupons }))
  }

  private apply(command: QueuedCommand, outcome: Outcome<object>): void {
    const { call, idempotency } = command.work
    const isIdle = this.isIdle(command, outcome)
    const reached = this.budgets.charge(outcome.budgetUses ?? [])
    this.collectNotices(command, outcome, reached)
    for (const card of outcome.cards) this.put(card)
    const { child, coupons = [], requests = [], checkouts = [], paidBy = [] } = outcome
    if (child && !outcome.cards.some((card) => card.id === child.id)) this.put(child)
    for (const coupon of coupons) {
      assert(!this.loaded.busyCoupons.has(coupon.id), 'a coupon is changed only where it is locked')
      this.coupons.put(coupon.id, coupon)
    }
    for (const request of requests) {
      this.requests.set(request.ref, request)
      this.voided.set(request.ref, { ref: request.ref, by: request.voidedBy })
    }
    for (const checkout of checkouts) this.checkouts.put(checkout.ref, checkout)
    for (const channel of outcome.channels ?? []) this.channels.put(channelKey(channel), channel)
    for (const type of outcome.eventTypes ?? []) this.eventTypes.put(type.categoryId, type)
    for (const ref of paidBy) this.pay(ref, call.ref)
    if (outcome.inheritance) this.inherit(outcome.inheritance)
    this.past.note(outcome)
    this.codes.note(call.ref, outcome)
    this.outcomes.add({ ref: call.ref, now: this.loaded.now }, outcome)
    this.ledger.push(...toLines(call.ref, outcome.postings))
    // An id that nothing was done under stays free: it could not name the call that owns it.
    if (idempotency && !outcome.unrecorded) this.keys.claim(idempotency, call.ref)
    if (command.recorded && !outcome.unrecorded) this.record(command, isIdle ? aside(outcome) : outcome)
    const unfulfilled = unfulfilledOf(outcome.trace ?? [])
    const { response, unknownCoupons } = outcome
    const more = unfulfilled.length > 0 ? { unfulfilled } : {}
    this.finished.set(command, defined({ kind: 'done', response, ...more, unknownCoupons }))
  }

  /** A later command of the batch may undo what was done with the former card. */
  private inherit({ from, to }: NonNullable<Outcome<object>['inheritance']>): void {
    for (const [card, heir] of this.heirs) if (heir === from) this.heirs.set(card, to)
    this.heirs.set(from, to)
  }

  /** Collects what webhooks are told, while what the call changes is still as it was before. */
  private collectNotices(command: QueuedCommand, outcome: Outcome<object>, reached: readonly ReachedBudget[]): void {
    const { brand } = this.parts
    if (!keepsNotices(brand)) return
    const { call } = command.work
    const notices = noticesOf({
      brand,
      call,
      callType: outcome.callType ?? callTypeOf(command.work),
      outcome,
      cardBefore: (card) => this.cards.get(cardKey(card)) ?? this.common.cardById(card.id),
      cardById: this.common.cardById,
      couponBefore: (id) => this.coupons.get(id),
      accountBefore: (id) => this.past.accounts.get(String(id)),
      reached,
    })
    this.notices.push(...toNoticeRows(call, notices, this.loaded.now))
  }

  /** Whether a trigger or an account call has changed nothing: then it is no part of its card's history. */
  private isIdle(command: QueuedCommand, outcome: Outcome<object>): boolean {
    const callType = outcome.callType ?? callTypeOf(command.work)
    if (callType !== 'TRIGGER_ONLY' && callType !== 'UPDATE_ACCOUNT') return false
    const changesCard = outcome.cards.some((card) => this.cards.get(cardKey(card)) !== card)
    return !changesCard && !changesMore(outcome)
  }

  /** A later command of the batch must see that the redemption is a payment. */
  private pay(redemption: RequestRef, checkout: RequestRef): void {
    const request = this.requests.get(redemption)
    assert(request && request.paymentOf === undefined, 'a redemption is a payment once, and locked before')
    this.requests.set(redemption, { ...request, paymentOf: checkout })
  }

  private record(command: QueuedCommand, outcome: Outcome<object>): void {
    const { call, operation, unknownFields } = command.work
    const { subject, child, customDate, trace } = outcome
    const cardId = (subject ?? outcome.about)?.id ?? outcome.aboutFound
    const detail = unknownFields.length > 0 ? { ...outcome.detail, unknownFields } : outcome.detail
    const seq = (subject?.seq ?? 0) + 1
    if (subject) this.put({ ...subject, seq, ...(outcome.tierTally && { tierTally: { ...outcome.tierTally, seq } }) })
    this.records.push(
      defined({
        call,
        happenedAt: this.loaded.now,
        operation: operation.name,
        callType: outcome.callType ?? callTypeOf(command.work),
        cardId,
        ...(child && { childId: child.id }),
        ...(subject && { cardSeq: seq }),
        customDate,
        ...(detail && Object.keys(detail).length > 0 && { detail }),
        trace,
      }),
    )
    // A transfer is in the history of both its cards by itself.
    if (operation.name === 'transfer') return
    for (const one of callsElsewhere(call.ref, outcome, this.common.cardById)) {
      this.put(one.card)
      this.elsewhere.push(one.call)
    }
  }

  /** A child that was transferred with its root is known by the new one from now on. */
  private put(card: Card): void {
    const key = cardKey(card)
    const before = card.root && !this.cards.get(key) ? this.common.cardById(card.id) : undefined
    if (before) this.cards.rename(cardKey(before), key)
    this.cards.put(key, card)
  }
}

/** What a command may leave that has no record of its own. */
const unrecordedParts = ['occurrences', 'firedChanges', 'settledMessages'] as const

function aside({ subject, ...outcome }: Outcome<object>): Outcome<object> {
  return { ...outcome, ...(subject && { about: subject }) }
}

/** The coupons that were picked from the stock; one that was made for a command comes into being when it is stored. */
function stockOf({ freeCoupons }: Readonly<Facts>): Coupon[] {
  return allOf(freeCoupons).filter((coupon) => !coupon.isNew)
}

const isChange = <T>({ before, after }: { readonly before?: T; readonly after: T }) => before !== after
