import type { Brand } from '../../domain/brand/brand.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import type { Card } from '../../domain/card/card.ts'
import { availableOf } from '../../domain/card/lots.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { formatMinor, parseDecimal } from '../../ground/kernel/money.ts'
import { checkout } from '../operations/checkout/checkout.ts'
import type { CheckoutRequest } from '../operations/checkout/parts/contract.ts'
import { quickCheckout } from '../operations/flex/quick-checkout.ts'
import { returnMerchandise } from '../operations/return/return-merchandise.ts'
import { voidTransaction } from '../operations/void/void-transaction.ts'
import { applyOutcome } from './apply-outcome.ts'
import { applyAsHappened } from './as-happened.ts'
import type { UndoableCall } from './card-state.ts'
import { type DecideInput, decide, type Undecidable } from './decide.ts'
import { bringUndoable, type DecisionFrame } from './decision-frame.ts'
import type { ReplaySource } from './load-cards.ts'
import { cardsOf, fromStock, namedReferrer, type ReplayPage } from './page.ts'
import type { PastCall } from './past-call.ts'
import {
  type CardNumbers,
  toCheckoutRequest,
  toPaidBy,
  toQuickRequest,
  toReturnRequest,
  toVoidRequest,
} from './to-request.ts'
import type { World } from './world.ts'

export interface Replaying {
  readonly source: ReplaySource
  readonly pins: PinKeeper
  readonly workLimit: number
  readonly brandAt: (call: PastCall) => Brand
}

/** What became of one call. */
export type ReplayedCall =
  | { readonly kind: 'decided'; readonly outcome: Outcome<object>; readonly notes: readonly string[] }
  | { readonly kind: 'refused'; readonly code: number; readonly notes: readonly string[] }
  | { readonly kind: 'asHappened'; readonly short: ReturnType<typeof applyAsHappened>; readonly why?: string }

/** Replays one call and carries it over into the world. */
export async function replayCall(call: PastCall, page: ReplayPage, replaying: Replaying): Promise<ReplayedCall> {
  const { source } = replaying
  const prepared = prepare(call, page, replaying)
  if (!prepared) return asHappened(call, page, replaying)
  let input: DecideInput = prepared
  let decided = await decide(input, source)
  const notes: string[] = [...prepared.notes]
  for (const { ease, note } of easings) {
    const eased = decided.kind === 'refusal' ? ease(input, decided.code) : undefined
    if (!eased) continue
    notes.push(note)
    input = eased
    decided = await decide(input, source)
  }
  if (decided.kind === 'undecidable') return asHappened(call, page, replaying, decided)
  if (decided.kind === 'refusal') return { kind: 'refused', code: decided.code, notes }
  applyOutcome(source.world, call, decided, (id) => isNamedLater(id, call, page))
  return { kind: 'decided', outcome: decided, notes }
}

/** What of a payment that was possible then need not be with other discounts and balances: the sale would not fail for it. */
const easings: readonly {
  readonly note: string
  readonly ease: (input: DecideInput, code: number) => DecideInput | undefined
}[] = [
  { note: 'paid with less, because the balance would not have sufficed', ease: (input) => capPayments(input) },
  { note: 'paid before with more than would have been owed', ease: (input, code) => unlinkPayments(input, code) },
]

function asHappened(call: PastCall, page: ReplayPage, { source }: Replaying, undecidable?: Undecidable): ReplayedCall {
  const short = applyAsHappened(source.world, call, page)
  return defined({ kind: 'asHappened', short, why: undecidable?.what })
}

/** Whether a coupon was really used or reserved by a later call. */
function isNamedLater(id: string, call: PastCall, page: ReplayPage): boolean {
  const coupon = page.coupons.get(id)
  return (
    coupon !== undefined &&
    (coupon.use?.by !== undefined || coupon.reservation !== undefined) &&
    coupon.use?.by !== call.ref
  )
}

type Prepared = DecideInput & { readonly notes: readonly string[] }

/** Undefined for what is not decided again. */
function prepare(call: PastCall, page: ReplayPage, replaying: Replaying): Prepared | undefined {
  const { record, callType, detail } = call
  const { world } = replaying.source
  switch (callType) {
    case 'CHECKOUT_SETUP':
      return record && prepareSale(call, record, page, replaying)
    case 'CHECKOUT_COMPLETE':
      if (record?.kind !== 'sale') return undefined
      if (record.of === undefined) return prepareSale(call, record, page, replaying)
      return world.setups.has(record.of) ? prepareOfSetup(call, record.of, page, replaying) : undefined
    case 'CHECKOUT_CANCEL': {
      const setup = call.cardId === undefined ? undefined : world.stateOf(call.cardId)?.card.lock?.by
      return setup && world.setups.has(setup) ? prepareOfSetup(call, setup, page, replaying) : undefined
    }
    case 'RETURN_MERCHANDISE': {
      const sale = record?.of === undefined ? undefined : world.undoable(record.of, record.cardId)
      return sale && !isPaidElsewhere(sale) ? prepareReturn(call, sale, page, replaying) : undefined
    }
    case 'VOID':
    case 'VOID_CHECKOUT': {
      const voided = detail?.voids === undefined ? undefined : world.undoable(detail.voids, call.cardId)
      return voided && !isPaidElsewhere(voided) ? prepareVoid(call, voided, page, replaying) : undefined
    }
    default:
      return undefined
  }
}

/** Redemptions that paid for it go back with it, and they are not decided again. */
const isPaidElsewhere = ({ request }: UndoableCall) => (request.detail?.effects?.paidBy ?? []).length > 0

function frameOf(call: PastCall, { source, pins, workLimit, brandAt }: Replaying): DecisionFrame {
  const { world } = source
  const brand = brandAt(call)
  const { ref, locationId, terminalId, employeeId, happenedAt } = call
  const place = { ref, locationId, terminalId }
  const origin: Call = employeeId === undefined ? place : { ...place, employeeId }
  attachChild(call, world)
  const cards = new Map<CardId, Card>()
  for (const id of cardsOf(call)) {
    const card = world.cards.get(id)?.card
    if (card) cards.set(id, card)
  }
  return {
    world,
    brand,
    clock: new LocalClock(happenedAt, brand.timeZone),
    pins,
    workLimit,
    call: origin,
    cards,
    coupons: new Map(),
    checkouts: new Map(),
    requests: new Map(),
    pasts: new Map(),
    freeCoupons: new Map(),
  }
}

/** A child may have come to another root since: in its call, it belonged to the card of the call. */
function attachChild({ cardId, childId }: PastCall, world: World): void {
  if (cardId === undefined || childId === undefined) return
  const root = world.cards.get(cardId)?.card
  const child = world.cards.get(childId)
  if (root && child && child.card.root?.id !== root.id)
    child.card = { ...child.card, root: { id: root.id, number: root.number } }
}

function numbersOf({ cardId, childId, record }: PastCall, { cards }: DecisionFrame): CardNumbers {
  const numberOf = (id: CardId | undefined) => (id === undefined ? undefined : cards.get(id)?.number)
  const cardNumber = numberOf(cardId)
  const childCardNumber = numberOf(childId)
  const referringCardNumber = numberOf(namedReferrer(record))
  return {
    ...(cardNumber !== undefined && { cardNumber }),
    ...(childCardNumber !== undefined && { childCardNumber }),
    ...(referringCardNumber !== undefined && { referringCardNumber }),
  }
}

function prepareSale(call: PastCall, record: CheckoutRecord, page: ReplayPage, replaying: Replaying): Prepared {
  const frame = frameOf(call, replaying)
  const notes: string[] = []
  endLock(call, frame)
  const request = toCheckoutRequest(call, record, numbersOf(call, frame), frame.brand)
  for (const id of request.coupons ?? []) {
    const coupon = frame.brand.codes.size > 0 && isCode(id, record) ? undefined : couponAt(id, call, page, frame)
    if (coupon) frame.coupons.set(id, coupon)
    else if (page.coupons.has(id) && record.content.coupons?.includes(id))
      notes.push('a coupon was presented that the replay had not issued')
  }
  for (const payment of record.content.payments ?? []) {
    const paid = payment.request === undefined ? undefined : toPaidBy(payment, frame.brand)
    if (paid) frame.requests.set(paid.ref, paid)
  }
  if (record.kind === 'setup' && record.content.asked?.lockSeconds === undefined)
    notes.push('how long a setup locked its card was not kept')
  const quick = call.operation === 'quickCheckout' ? toQuickRequest(request, record) : undefined
  const asked = quick ? { operation: quickCheckout, request: quick } : { operation: checkout, request }
  return { ...asked, frame, issued: issuedBy(record, page), neighbours: page.cards, notes }
}

const isCode = (id: string, { content }: CheckoutRecord) => (content.codes ?? []).some(({ code }) => code === id)

function issuedBy({ content }: CheckoutRecord, page: ReplayPage): Coupon[] {
  const ids = [...(content.issuedCoupons ?? []), ...(content.referrerCoupons ?? [])]
  return ids.flatMap((id) => page.coupons.get(id) ?? []).map(fromStock)
}

/** A lock in whose time another call was made had ended: with it, what its setup had reserved. */
function endLock({ cardId }: PastCall, { world, cards }: DecisionFrame): void {
  const state = cardId === undefined ? undefined : world.cards.get(cardId)
  if (!state?.card.lock) return
  const { lock, ...unlocked } = state.card
  world.budgets.endReservation(lock.by, false)
  world.setups.delete(lock.by)
  state.firings = state.firings.filter(({ ref }) => ref !== lock.by)
  world.codes.endReservation(lock.by, false)
  state.codeUses = state.codeUses.filter(({ ref }) => ref !== lock.by)
  state.card = unlocked
  cards.set(state.id, unlocked)
}

/** A coupon as it was when it was presented; undefined if the replay has not issued it. */
function couponAt(id: string, call: PastCall, page: ReplayPage, { world }: DecisionFrame): Coupon | undefined {
  const known = world.coupons.get(id)
  if (known) return known
  const today = page.coupons.get(id)
  if (!today) return undefined
  const { use, reservation: _, disabled, allocation, ...rest } = today
  // What was really used here could be used, whatever is known of its past. Since when it is disabled is not kept.
  const isUsedHere = call.record?.content.coupons?.includes(id) === true
  if (isUsedHere) world.undone.usedCoupons.delete(id)
  const undone = world.undone.usedCoupons.get(id)
  const usedAt = undone ? { at: undone.at, by: undone.ref } : use
  const isUsedBefore = usedAt !== undefined && usedAt.at < call.happenedAt && usedAt.by !== call.ref
  const by = allocation && page.allocators.get(allocation.by)
  const isOfSale = by === 'CHECKOUT_COMPLETE' || by === 'CHECKOUT_SETUP'
  if (isOfSale && allocation?.by !== call.ref && world.sample === 1) return undefined
  const card = allocation?.card && { id: allocation.card.id, status: 'Activated' as const }
  return {
    ...rest,
    ...(allocation && { allocation: { ...allocation, ...(card && { card }) } }),
    ...(isUsedBefore && { use: usedAt }),
    ...(disabled && !isUsedHere && { disabled }),
  }
}

function prepareOfSetup(
  call: PastCall,
  setup: RequestRef,
  page: ReplayPage,
  replaying: Replaying,
): Prepared | undefined {
  const frame = frameOf(call, replaying)
  const { world } = frame
  const planned = world.setups.get(setup)
  if (!planned || planned.cardId === undefined) return undefined
  frame.checkouts.set(setup, planned)
  keepLock(planned.cardId, setup, frame)
  const { coupons = [], issuedCoupons = [], referrerCoupons = [], referrerId } = planned.content
  for (const id of [...coupons, ...issuedCoupons, ...referrerCoupons]) {
    const coupon = world.coupons.get(id)
    if (coupon) frame.coupons.set(id, coupon)
  }
  for (const id of [planned.childId, referrerId].filter((one) => one !== undefined)) {
    const card = world.cards.get(id)?.card
    if (card) frame.cards.set(id, card)
  }
  const isCancel = call.callType === 'CHECKOUT_CANCEL'
  const base = toCheckoutRequest(call, call.record ?? planned, numbersOf(call, frame), frame.brand)
  const { paymentMethods: _, ...rest } = base
  const payments = call.record?.content.payments ?? []
  const isOther = JSON.stringify(payments) !== JSON.stringify(planned.content.payments ?? [])
  for (const payment of payments) {
    const paid = payment.request === undefined ? undefined : toPaidBy(payment, frame.brand)
    if (paid) frame.requests.set(paid.ref, paid)
  }
  const request = {
    ...(isOther ? base : rest),
    isSetup: false,
    cancelSetup: isCancel,
    relatedSetupTransactionId: setup,
  }
  return { operation: checkout, request, frame, issued: [], neighbours: page.cards, notes: [] }
}

/** What was completed in time was locked until then, however long that was. */
function keepLock(cardId: CardId, setup: RequestRef, { world, cards, clock }: DecisionFrame): void {
  const state = world.stateOf(cardId)
  if (!state) return
  const { lock } = state.card
  const until = Math.max(lock?.by === setup ? lock.until : 0, clock.now + 1)
  state.card = { ...state.card, lock: { by: setup, until, excluded: lock?.excluded ?? [] } }
  cards.set(state.id, state.card)
}

function prepareReturn(call: PastCall, sale: UndoableCall, page: ReplayPage, replaying: Replaying): Prepared {
  const frame = frameOf(call, replaying)
  endLock(call, frame)
  bringUndoable(sale, frame)
  const kept = call.record?.content.asked?.returned ?? sale.returns.find(({ ref }) => ref === call.ref)
  const reversePayments = sale.paymentsReversedBy === call.ref
  const named = numbersOf({ ...call, record: undefined } as unknown as PastCall, frame)
  const request = toReturnRequest(call, kept, { sale: sale.request.ref, named, reversePayments })
  const notes = kept ? [] : ['what a voided return was made of was not kept whole']
  return { operation: returnMerchandise, request, frame, issued: [], neighbours: page.cards, notes }
}

function prepareVoid(call: PastCall, voided: UndoableCall, page: ReplayPage, replaying: Replaying): Prepared {
  const frame = frameOf(call, replaying)
  endLock(call, frame)
  bringUndoable(voided, frame)
  const of = voided.record?.of
  const sale = of === undefined ? undefined : frame.world.undoable(of, voided.request.cardId)
  if (sale) bringUndoable(sale, frame)
  const request = toVoidRequest(call, numbersOf(call, frame))
  return { operation: voidTransaction, request, frame, issued: [], neighbours: page.cards, notes: [] }
}

/** The same with payments by balance of no more than there is; undefined if they are not why it was refused. */
function capPayments(input: DecideInput): DecideInput | undefined {
  const request = input.request as CheckoutRequest
  const { cards, brand, clock } = input.frame
  const card = [...cards.values()].find(({ number }) => number === request.cardNumber)
  if (!card || !request.paymentMethods?.some(({ redeemBalance }) => redeemBalance)) return undefined
  const left = new Map<number, number>()
  let isCapped = false
  const paymentMethods = request.paymentMethods.map((method) => {
    const type = [...brand.valueTypes.values()].find(
      (one) => one.balanceType === method.balanceType && (one.balanceCode ?? '') === (method.balanceCode ?? ''),
    )
    if (!method.redeemBalance || !type || !method.amount) return method
    const there = left.get(type.id) ?? availableOf(card, { valueType: type.id, bucket: '' }, clock.now)
    const asked = method.amount.units * 10 ** (type.scale - method.amount.scale)
    const taken = Math.min(asked, there)
    left.set(type.id, there - taken)
    if (taken === asked) return method
    isCapped = true
    return {
      ...method,
      amount: parseDecimal(formatMinor(taken, type.scale)) ?? method.amount,
      redeemBalance: taken > 0,
    }
  })
  return isCapped ? { ...input, request: { ...request, paymentMethods } } : undefined
}

/** The same with redemptions that were made before as plain payments; undefined if they are not why it was refused. */
function unlinkPayments(input: DecideInput, code: number): DecideInput | undefined {
  const request = input.request as CheckoutRequest
  const isReferring = request.paymentMethods?.some((method) => method.updateBalanceRequestRef !== undefined)
  if (code !== 100 || !isReferring) return undefined
  const paymentMethods = request.paymentMethods?.map(({ updateBalanceRequestRef: _, ...method }) => method)
  return { ...input, request: defined({ ...request, paymentMethods }) }
}
