import type { Brand } from '../brand/brand.ts'
import type { Card } from '../card/card.ts'
import type { CardRefusal } from '../card/guard.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { Coupon } from '../coupon/coupon.ts'
import { refuse } from '../kernel/errors.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { DecisionContext, Need, Outcome, PastRequest } from '../operations/operation.ts'
import type { KeyClaim, KeyOwner } from '../store/idempotency.sql.ts'
import type { Loaded } from '../store/load.ts'
import type { LedgerLine, RequestRecord } from '../store/record.sql.ts'
import type { Changes } from '../store/store.ts'
import { allOf, type FetchedCoupons } from './free-coupons.ts'
import type { Job } from './job.ts'
import type { Finished, IdempotencyKey, Refused } from './work.ts'
import { WorkingSet } from './working-set.ts'

/** What was fetched because a decision asked for it. */
export interface Facts {
  readonly freeCards: ReadonlyMap<Job, Card | null>
  readonly newCardIds: ReadonlyMap<Job, CardId>
  readonly freeCoupons: Readonly<FetchedCoupons>
}

/**
 * Decides a batch of commands, each on the state that the ones before it left. Pure: deciding the same batch again
 * with more facts does no harm. A command that is refused leaves nothing, except the count of wrong pins.
 */
export class Pass {
  readonly finished = new Map<Job, Finished>()
  readonly needs: { readonly job: Job; readonly need: Need }[] = []
  private readonly loaded: Loaded
  private readonly brand: Brand
  private readonly pins: PinKeeper
  private readonly facts: Facts
  private readonly cards: WorkingSet<Card>
  private readonly coupons: WorkingSet<Coupon>
  private readonly requests = new Map<RequestRef, PastRequest>()
  private readonly owners = new Map<string, KeyOwner>()
  private readonly claimed = new Map<string, KeyClaim>()
  private readonly records: RequestRecord[] = []
  private readonly ledger: LedgerLine[] = []
  private readonly voided: { ref: RequestRef; by: RequestRef }[] = []

  constructor(loaded: Loaded, facts: Facts, parts: { brand: Brand; pins: PinKeeper }) {
    this.loaded = loaded
    this.facts = facts
    this.brand = parts.brand
    this.pins = parts.pins
    const freeCards = [...facts.freeCards.values()].flatMap((card) => card ?? [])
    this.cards = new WorkingSet(new Map([...loaded.cards, ...freeCards].map((card) => [card.number, card])))
    this.coupons = new WorkingSet(new Map([...loaded.coupons, ...stockOf(facts)].map((coupon) => [coupon.id, coupon])))
    for (const request of loaded.requests) this.requests.set(request.ref, request)
    for (const owner of loaded.owners) this.owners.set(owner.idSha256.toString('latin1'), owner)
  }

  decide(job: Job): void {
    const key = job.work.idempotency
    const owner = key && this.ownerOf(key.idSha256)
    if (owner) {
      this.finished.set(job, usedBefore(owner, key))
      return
    }
    const decision = job.work.operation.decide(this.contextOf(job))
    if (decision.kind === 'needs') this.needs.push({ job, need: decision.need })
    else if (decision.kind === 'refusal') this.leave(job, decision)
    else this.apply(job, decision)
  }

  /** What has to be written; undefined when nothing changed and the transaction may be rolled back. */
  changes(keys: readonly KeyClaim[]): Changes | undefined {
    const cards = this.cards.changes()
    const coupons = this.coupons.changes()
    if (cards.length === 0 && coupons.length === 0 && this.records.length === 0) return undefined
    const { brand, records, ledger, voided } = this
    const unowned = keys.filter((claim) => !this.owners.has(claim.idSha256.toString('latin1')))
    const claimOf = (claim: KeyClaim) => this.claimed.get(claim.idSha256.toString('latin1'))
    return {
      brand: brand.id,
      cards,
      coupons,
      records,
      ledger,
      voided,
      assignedKeys: unowned
        .flatMap((claim) => claimOf(claim) ?? [])
        .filter(({ ref }) => !keys.some((claim) => claim.ref === ref)),
      droppedKeys: unowned.filter((claim) => !claimOf(claim)).map((claim) => claim.idSha256),
    }
  }

  private ownerOf(idSha256: Buffer): KeyOwner | undefined {
    const id = idSha256.toString('latin1')
    return this.owners.get(id) ?? this.claimed.get(id)
  }

  private contextOf(job: Job): DecisionContext<unknown> {
    const { request, call } = job.work
    job.random.rewind()
    return {
      request,
      call,
      brand: this.brand,
      now: this.loaded.now,
      pins: this.pins,
      random: job.random,
      card: (number) => this.cards.get(number),
      pastRequest: (ref) => this.requests.get(ref),
      freeCard: () => this.facts.freeCards.get(job),
      newCardId: () => this.facts.newCardIds.get(job),
      coupon: (id) => this.coupons.get(id),
      promotionCoupon: (card, promotionId) => this.findPromotionCoupon(card, promotionId),
      freeCoupons: (setId, count) => {
        const fetched = this.facts.freeCoupons.get(job)?.get(setId)
        return fetched && fetched.asked >= count ? fetched.coupons : undefined
      },
    }
  }

  /** Those that the batch holds or made are as they are by now; the others were only read. */
  private findPromotionCoupon(card: Card, promotionId: string): Coupon | undefined {
    const isOfPromotion = ({ allocation, disabled }: Coupon) =>
      allocation?.card?.id === card.id && allocation.promotionId === promotionId && !disabled
    const held = Iterator.from(this.coupons.values()).find(isOfPromotion)
    return held ?? this.loaded.promotionCoupons.find((one) => isOfPromotion(one) && !this.coupons.get(one.id))
  }

  private leave(job: Job, refusal: CardRefusal): void {
    if (refusal.keeps) this.put(refusal.keeps)
    const subject = this.cards.get(job.touches.cards?.[0] ?? '')
    this.finished.set(job, { kind: 'refused', ...pick(refusal), ...(subject && { cardId: subject.id }) })
  }

  private apply(job: Job, outcome: Outcome<object>): void {
    const { call, idempotency } = job.work
    for (const card of outcome.cards) this.put(card)
    for (const coupon of outcome.coupons ?? []) this.coupons.put(coupon.id, coupon)
    for (const request of outcome.requests ?? []) {
      this.requests.set(request.ref, request)
      if (request.voidedBy) this.voided.push({ ref: request.ref, by: request.voidedBy })
    }
    outcome.postings.forEach((posting, index) => {
      this.ledger.push({ ...posting, ref: call.ref, line: index + 1 })
    })
    if (idempotency) this.claimed.set(idempotency.idSha256.toString('latin1'), { ...idempotency, ref: call.ref })
    if (job.recorded) this.record(job, outcome)
    this.finished.set(job, { kind: 'done', response: outcome.response })
  }

  private record(job: Job, outcome: Outcome<object>): void {
    const { call, operation, unknownFields } = job.work
    const { subject, customDate } = outcome
    const detail = unknownFields.length > 0 ? { ...outcome.detail, unknownFields } : outcome.detail
    const seq = (subject?.seq ?? 0) + 1
    if (subject) this.put({ ...subject, seq })
    this.records.push({
      call,
      happenedAt: this.loaded.now,
      operation: operation.name,
      callType: operation.callType,
      ...(subject && { cardId: subject.id, cardSeq: seq }),
      ...(customDate !== undefined && { customDate }),
      ...(detail && Object.keys(detail).length > 0 && { detail }),
    })
  }

  private put(card: Card): void {
    this.cards.put(card.number, card)
  }
}

/** The coupons that were picked from the stock; one that was made for a command comes into being when it is stored. */
function stockOf({ freeCoupons }: Facts): Coupon[] {
  return allOf(freeCoupons).filter((coupon) => !coupon.isNew)
}

/** Error 3: an earlier call owns the id. */
export function usedBefore(owner: KeyOwner, key: IdempotencyKey): Refused {
  const misused = !owner.fingerprint.equals(key.fingerprint)
  return { kind: 'refused', ...pick(refuse(3)), original: owner.ref, misused }
}

const pick = ({ code, text }: { code: Refused['code']; text: string }) => ({ code, text })
