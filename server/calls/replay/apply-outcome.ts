import type { Firing } from '../../domain/campaign/kept-effects.ts'
import { microOfNumber } from '../../domain/campaign/tier/measure.ts'
import type { Card } from '../../domain/card/card.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { Outcome, TierChange, TierMoveChange } from '../../domain/decision/outcome.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type ReplayedCard, toPastSale } from './card-state.ts'
import { type PastCall, timeOf } from './past-call.ts'
import type { World } from './world.ts'

/** Carries what was decided over into the world, as storing it and loading it again would. */
export function applyOutcome(
  world: World,
  call: PastCall,
  outcome: Outcome<object>,
  isNamedLater: (coupon: string) => boolean,
): void {
  const { ref, happenedAt: at } = call
  keepCards(world, call, outcome)
  if (world.keepsEarned) keepEarned(world, call, outcome)
  keepCoupons(world, call, outcome, isNamedLater)
  keepCodes(world, call, outcome)
  for (const firing of outcome.fired ?? []) keepFiring(world, firing, { ref, at })
  for (const { ref: undone, firings } of outcome.unfired ?? []) {
    for (const firing of firings) forgetFiring(world, firing, { ref: undone, at: timeIn(world, undone, call) })
  }
  for (const { ref: again, at: then, firings } of outcome.refired ?? []) {
    for (const firing of firings) refire(world, firing, { ref: again, at: then })
  }
  for (const { ref: undone } of outcome.unfired ?? []) world.setups.delete(undone)
  for (const use of outcome.budgetUses ?? []) world.budgets.charge(use, ref)
  if (outcome.confirmsBudgets) world.budgets.endReservation(outcome.confirmsBudgets, true)
  if (outcome.confirms) confirm(world, outcome.confirms, ref)
  for (const event of outcome.events ?? []) world.stateOf(event.cardId)?.events.push({ ...event, ref })
  for (const { id } of outcome.removesEventsOf?.length ? outcome.cards : []) {
    const state = world.cards.get(id)
    if (state) state.events = state.events.filter((event) => !outcome.removesEventsOf?.includes(event.ref))
  }
  for (const account of outcome.accounts ?? []) {
    const state = world.stateOf(account.cardId)
    if (state) state.account = account
  }
  for (const change of outcome.tiers ?? []) keepTier(world, change, call)
  for (const move of outcome.tierMoves ?? []) {
    const state = world.stateOf(move.card)
    if (state) keepMoves(state, [move])
  }
  keepRecords(world, call, outcome)
}

/** What was issued counts towards levels, but not what is given back or given for a level. */
function keepEarned(
  world: World,
  { ref, happenedAt: at, cardId: own }: PastCall,
  { postings, cards }: Outcome<object>,
): void {
  for (const { cardId, lot, amount, valueType, kind, issuanceIndex, origin } of postings) {
    const counts = issuanceIndex !== undefined && amount > 0 && (kind === 'Campaign' || kind === 'UpdateBalance')
    if (!counts || origin?.trigger === 'tier') continue
    const card = cards.find(({ id }) => id === cardId)
    if (!card || card.lots.find(({ no }) => no === lot)?.returnRelated) continue
    const holder = world.stateOf(card.root?.id ?? cardId)
    holder?.earned.push({ ref, at, valueType, amount, isOwn: own !== undefined && holder === world.stateOf(own) })
  }
}

function keepTier(world: World, change: TierChange, { ref, happenedAt }: PastCall): void {
  const { cardId, program, from, to, state: level, seq, why, judgedAt } = change
  const state = world.stateOf(cardId)
  if (!state) return
  state.tier = defined({ program, shown: to, ...level, changes: seq })
  const { level: reached, keptUntil, override } = level
  const [enough, measured] = [change.enough, change.measured].map((text) => String(microOfNumber(Number(text))))
  const step = {
    ref,
    why,
    from,
    to,
    level: reached,
    keptUntil,
    override,
    judgedAt,
    happenedAt,
    enough,
    measured: measured ?? '0',
  }
  state.tierChanges.push(defined(step))
}

/** Moves as they are booked, and earlier ones as they become. */
export function keepMoves(state: ReplayedCard, moves: readonly TierMoveChange[]): void {
  const isOther = (move: TierMoveChange) => !moves.some((one) => one.by === move.by && one.place === move.place)
  state.tierMoves = [...state.tierMoves.filter(isOther), ...moves].sort(
    (one, other) =>
      one.at - other.at || (one.by < other.by ? -1 : Number(one.by > other.by)) || one.place - other.place,
  )
}

/** What a call that is voided had earned counts no longer. */
export function voidTierSteps(state: ReplayedCard, voided: RequestRef): void {
  state.earned = state.earned.filter(({ ref }) => ref !== voided)
}

/** Empty lots are kept only where something may come back to them. */
function keepCards(world: World, call: PastCall, outcome: Outcome<object>): void {
  const { cards, child, subject } = outcome
  for (const card of child ? [...cards, child] : cards) {
    const state = world.cards.get(card.id)
    if (!state) continue
    state.keepsLots ||= isUndone(call) || isOfLevels(outcome)
    state.card = tidied(card.id === subject?.id ? { ...card, seq: card.seq + 1 } : card, state)
  }
}

export function tidied(card: Card, { keepsLots }: Pick<ReplayedCard, 'keepsLots'>): Card {
  if (keepsLots || card.lots.every(({ amount }) => amount > 0)) return card
  return { ...card, lots: card.lots.filter(({ amount, settled }) => amount > 0 || settled !== 0) }
}

/** Which coupons a later call may name is known: those that were really used, and those of calls that are undone. */
function keepCoupons(
  world: World,
  call: PastCall,
  outcome: Outcome<object>,
  isNamedLater: (coupon: string) => boolean,
): void {
  const { coupons = [], checkout } = outcome
  for (const coupon of coupons) {
    if (coupon.allocation?.by === call.ref && coupon.isNew) drawn(world, coupon)
    const { isNew: _, ...kept } = coupon
    const isFinal = coupon.use?.by === call.ref && !isUndone(call) && !world.undone.isTouched(coupon.id)
    if (isFinal) world.coupons.delete(coupon.id)
    else if (
      checkout?.kind === 'setup' ||
      world.coupons.has(coupon.id) ||
      isUndone(call) ||
      isOfLevels(outcome) ||
      world.undone.isTouched(coupon.id) ||
      (!coupon.use && isNamedLater(coupon.id))
    )
      world.coupons.set(coupon.id, kept)
  }
}

function drawn(world: World, { setId }: Coupon): void {
  const left = world.stock.get(setId)
  if (left !== undefined) world.stock.set(setId, Math.max(0, left - world.sample))
}

function keepCodes(world: World, call: PastCall, { codeUses = [], freedCodes = [] }: Outcome<object>): void {
  for (const { key, cardId, until, of: ref = call.ref } of codeUses) {
    if (until === undefined) world.codes.add(key, world.sample)
    else world.codes.reserve(ref, { key, until, weight: world.sample })
    const use = defined({ key, ref, until })
    if (cardId !== undefined) world.stateOf(cardId)?.codeUses.push(use)
    else if (isUndone(call) || ref !== call.ref)
      world.anonymousCodes.set(ref, [...(world.anonymousCodes.get(ref) ?? []), use])
  }
  for (const { key, ref, cardId, until } of freedCodes) {
    if (until === undefined) world.codes.add(key, -world.sample)
    else world.codes.endReservation(ref, false)
    world.anonymousCodes.delete(ref)
    const state = cardId === undefined ? undefined : world.stateOf(cardId)
    if (state) state.codeUses = state.codeUses.filter((use) => use.ref !== ref || use.key !== key)
  }
}

export function keepFiring(world: World, firing: Firing, { ref, at }: FiredIn): void {
  const { rule, cardId, childId, until } = firing
  if (world.isShared(rule)) world.shared.note(firing, { ref, at })
  if (cardId === undefined || !world.isCounted(rule)) return
  world.stateOf(cardId)?.firings.push(defined({ rule, at, ref, childId, until }))
}

/** When an earlier call of the same cards happened, which is close to when it arrived where nothing else is known. */
function timeIn(world: World, ref: RequestRef, { cardId }: PastCall): Instant {
  const { request, record } = world.undoable(ref, cardId) ?? {}
  // What a setup reserved counts from when it was reserved.
  if (record?.kind === 'sale' && record.of !== undefined) return timeOf(record.of)
  return (request ?? world.setups.get(ref))?.happenedAt ?? timeOf(ref)
}

interface FiredIn {
  readonly ref: RequestRef
  readonly at: Instant
}

/** Of what was before the period, only sums are known. */
export function forgetFiring(world: World, firing: Firing, { ref, at }: FiredIn): void {
  if (!world.noteFiring(ref, firing.rule, false)) return
  if (ref < world.begin && !world.setups.has(ref)) world.shared.changeBefore(firing, at, -1)
  else if (world.isShared(firing.rule)) world.shared.forget(firing, { ref, at })
  const state = firing.cardId === undefined ? undefined : world.stateOf(firing.cardId)
  if (state) state.firings = state.firings.filter((one) => one.ref !== ref || one.rule !== firing.rule)
}

/** A firing that was forgotten counts again, because what it was for stands again. */
export function refire(world: World, firing: Firing, { ref, at }: FiredIn): void {
  if (!world.noteFiring(ref, firing.rule, true)) return
  if (ref >= world.begin) {
    keepFiring(world, firing, { ref, at })
    return
  }
  world.shared.changeBefore(firing, at, 1)
  const state = firing.cardId === undefined ? undefined : world.stateOf(firing.cardId)
  // What is read later is read as it is by now.
  if (state?.loaded.firings) state.firings.push(defined({ rule: firing.rule, at, ref, childId: firing.childId }))
}

/** What a setup had reserved is final, and belongs to the call that completed it. */
function confirm(world: World, setup: RequestRef, ref: RequestRef): void {
  const record = world.setups.get(setup)
  world.setups.delete(setup)
  world.codes.endReservation(setup, true)
  for (const firing of record?.content.plan?.fired ?? []) {
    world.shared.confirm(firing, setup)
    const state = firing.cardId === undefined ? undefined : world.stateOf(firing.cardId)
    if (!state) continue
    state.firings = state.firings.map((one) => {
      const { until: _, ...final } = one
      return one.ref === setup ? { ...final, ref } : one
    })
  }
  const root = record?.cardId === undefined ? undefined : world.stateOf(record.cardId)
  if (!root) return
  root.codeUses = root.codeUses.map((use) => (use.ref === setup ? { key: use.key, ref } : use))
}

function keepRecords(world: World, call: PastCall, outcome: Outcome<object>): void {
  const { checkout, checkouts = [], requests = [] } = outcome
  const root = call.cardId === undefined ? undefined : world.stateOf(call.cardId)
  if (checkout?.kind === 'setup') keepSetup(world, checkout)
  else if (checkout && root && world.keepsSales && isHistory(checkout)) root.sales.push(toPastSale(checkout))
  for (const record of checkouts) changeRecord(world, record)
  for (const request of requests) {
    const known = world.undoable(request.ref, request.cardId)
    if (known) known.request = { ...known.request, ...defined({ voidedBy: request.voidedBy }) }
    if (request.voidedBy === undefined) continue
    // What it gave to a referrer counts no longer either.
    const owners = [request.cardId, known?.record?.content.referrerId].filter((id) => id !== undefined)
    for (const state of owners.flatMap((id) => world.stateOf(id) ?? [])) voidTierSteps(state, request.ref)
  }
  const isUndoable = checkout ? checkout.kind !== 'setup' && isUndone(call) : false
  if (isUndoable || (checkout?.kind !== 'setup' && isOfLevels(outcome))) keepUndoable(world, call, outcome)
}

/** One that nobody has completed in a day is over. */
function keepSetup({ setups }: World, setup: CheckoutRecord): void {
  for (const [ref, { happenedAt }] of setups) {
    if (happenedAt > setup.happenedAt - longestLockMs) break
    setups.delete(ref)
  }
  setups.set(setup.ref, setup)
}

const longestLockMs = 86_400_000

const isHistory = ({ kind, of }: CheckoutRecord) => kind === 'sale' || (kind === 'return' && of === undefined)

function changeRecord(world: World, record: CheckoutRecord): void {
  const state = record.cardId === undefined ? undefined : world.stateOf(record.cardId)
  const known = world.undoable(record.ref, record.cardId)
  if (known) known.record = record
  const sale = state?.sales.find((one) => one.record.ref === record.ref)
  if (sale) sale.record = toPastSale(record).record
}

/** Whether a later call takes something of it back: its row tells. */
const isUndone = ({ voidedBy, record }: PastCall): boolean =>
  voidedBy !== undefined || record?.isVoided === true || record?.returned !== undefined

/** Whether it gave something for a level, or took that back: what is done about the level later looks at it. */
const isOfLevels = ({ detail }: Outcome<object>): boolean =>
  detail?.effects?.tier !== undefined || detail?.tierParts !== undefined || detail?.tierRuns !== undefined

function keepUndoable(world: World, call: PastCall, { checkout, postings, detail }: Outcome<object>): void {
  const { ref, operation, callType, happenedAt, cardId, childId, cardSeq, record } = call
  const request: PastRequest = defined({
    ...{ ref, operation, callType, happenedAt, cardId, childId, cardSeq, detail },
    postings,
    lots: [],
  })
  const { returns = [], paymentsReversedBy } = record?.returned ?? {}
  const kept = defined({ request, record: checkout, returns, paymentsReversedBy })
  if (cardId === undefined) world.anonymous.set(ref, kept)
  else world.stateOf(cardId)?.undoable.set(ref, kept)
}
