import type { Firing, KeptEvent } from '../../domain/campaign/kept-effects.ts'
import { type Balance, type Card, isOf, type Lot, type Portion } from '../../domain/card/card.ts'
import { spendableLots, takeFromLots } from '../../domain/card/lots.ts'
import type { TierMoveChange } from '../../domain/decision/outcome.ts'
import type { TierPart } from '../../domain/decision/past-request.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { LotRow } from '../../storage/store/batch/card.sql.ts'
import type { PastLedgerRow } from '../../storage/store/batch/request.sql.ts'
import { withoutReturn, withReturns } from '../operations/return/parts/returned-so-far.ts'
import { keepFiring, keepMoves, tidied, voidTierSteps } from './apply-outcome.ts'
import { type ReplayedCard, toPastSale } from './card-state.ts'
import { lotKey, type ReplayPage } from './page.ts'
import type { PastCall } from './past-call.ts'
import { keepUses, undo } from './undo-as-happened.ts'
import type { World } from './world.ts'

/** What was taken or reserved of a card that no longer has it in the replay. */
export interface MissingValue {
  readonly valueType: number
  readonly amount: Minor
}

/** Applies a call that is not decided again: its ledger rows, and what rules did in it. Returns what was missing. */
export function applyAsHappened(world: World, call: PastCall, page: ReplayPage): MissingValue[] {
  const { ref, happenedAt: at, detail, record } = call
  const root = call.cardId === undefined ? undefined : world.stateOf(call.cardId)
  const short = (page.ledger.get(ref) ?? []).flatMap((row) => applyRow(world, row, page, call))
  if (detail?.transfer?.from !== undefined && call.cardId !== undefined && detail.transfer.action !== 'out')
    inherit(world, detail.transfer.from, call.cardId)
  for (const firing of firingsOf(call)) keepFiring(world, firing, { ref, at })
  for (const { frees_at, ...use } of page.budgets.get(ref) ?? [])
    world.budgets.charge(defined({ ...use, agesAt: frees_at ?? undefined }), ref)
  keepEvents(world, call, page)
  for (const undone of page.undone.get(ref) ?? []) undo(world, undone)
  if (record?.kind === 'sale') keepUses(world, call, record)
  if (!root) return short
  if (record && record.kind !== 'setup' && world.keepsSales && !record.of)
    root.sales.push(toPastSale(unreturned(record)))
  if (record?.kind === 'sale' && record.of && world.keepsSales) root.sales.push(toPastSale(unreturned(record)))
  if (record?.kind === 'return' && record.of) applyReturn(world, root, call)
  if (detail?.voids) applyVoid(root, detail.voids)
  const given = root.laterOffers.filter(({ by }) => by === ref)
  if (given.length > 0) root.card = { ...root.card, offers: [...(root.card.offers ?? []), ...given] }
  applyLevels(world, root, call)
  return short

  function unreturned(sale: NonNullable<typeof record>) {
    const { returned: _, ...rest } = sale
    return { ...rest, isVoided: false }
  }
}

/** A rule counts once in a call, also if it ran for a level that the call brought about by undoing something. */
function firingsOf({ detail }: PastCall): Iterable<Firing> {
  const all = [...(detail?.effects?.fired ?? []), ...(detail?.tierRuns ?? []).flatMap(({ fired = [] }) => fired)]
  return new Map(all.map((firing) => [firing.rule, firing])).values()
}

/** Moves are booked also where the level stays the same: one below it may stand only now. */
function applyLevels(world: World, root: ReplayedCard, { ref, detail }: PastCall): void {
  for (const { tier, step } of root.laterTiers.filter((one) => one.step.ref === ref)) {
    root.tier = tier
    root.tierChanges.push(step)
  }
  const { moves } = world.undone
  const isTouched = (move: TierMoveChange) =>
    move.by === ref || move.lostBy === ref || moves.isChangedBy(ref, move) || detail?.tierParts?.some(isPartOf(move))
  const touched = root.laterMoves.filter(isTouched)
  keepMoves(
    root,
    touched.map((move) => moves.after(ref, move)),
  )
}

const isPartOf =
  ({ by, place }: TierMoveChange) =>
  (part: TierPart) =>
    part.of === by && part.place === place

/** A return that was voided later is no longer kept with its sale, but by itself. */
function applyReturn(world: World, root: ReplayedCard, { ref, record }: PastCall): void {
  root.applied.add(ref)
  const saleRef = record?.of ?? ''
  const sale = root.sales.find((one) => one.record.ref === saleRef)
  const undoable = world.undoable(saleRef, record?.cardId)
  const asked = record?.content.asked?.returned
  const known = [...(sale?.later ?? []), ...(undoable?.returns ?? [])].find((one) => one.ref === ref)
  const kept = known ?? (asked && { value: -(record?.total ?? 0), takenBack: [], ...asked, ref })
  if (!kept) return
  if (undoable?.record) undoable.record = withReturns(undoable.record, [kept])
  if (sale) sale.record = undoable?.record ? toPastSale(undoable.record).record : withReturns(sale.record, [kept])
}

function applyVoid(root: ReplayedCard, voided: string): void {
  root.applied.add(voided)
  const sale = root.sales.find((one) => one.record.ref === voided)
  if (sale) sale.record = { ...sale.record, isVoided: true }
  for (const one of root.sales) {
    const isBack = one.record.returned?.returns.some(({ ref }) => ref === voided)
    if (isBack) one.record = withoutReturn(one.record, voided)
  }
  voidTierSteps(root, voided)
  root.events = root.events.filter(({ ref }) => ref !== voided)
  root.codeUses = root.codeUses.filter(({ ref }) => ref !== voided)
}

/** Events of a call that was undone later are kept with the call alone. */
function keepEvents(world: World, { ref, detail }: PastCall, page: ReplayPage): void {
  const kept = detail?.effects?.events
  if (Array.isArray(kept)) {
    for (const { cardId, ...event } of kept as readonly KeptEvent[])
      world.stateOf(cardId)?.events.push({ ...event, ref })
    return
  }
  for (const event of page.events.get(ref) ?? []) {
    const { event_type: eventType, category_id: categoryId, happened_at: happenedAt, card_id } = event
    world.stateOf(card_id)?.events.push({ eventType, categoryId, happenedAt, ref })
  }
}

/** Everything that a card had, but its balances, is now the other card's. */
function inherit(world: World, from: number, to: number): void {
  const former = world.cards.get(from)
  const heir = world.cards.get(to)
  for (const [card, other] of world.heirs) if (other === from) world.heirs.set(card, to)
  world.heirs.set(from, to)
  if (!former || !heir) return
  heir.sales = [...former.sales, ...heir.sales]
  heir.firings = [...former.firings, ...heir.firings]
  heir.events = [...former.events, ...heir.events]
  heir.codeUses = [...former.codeUses, ...heir.codeUses]
  heir.earned = [...former.earned, ...heir.earned]
  heir.tierChanges = [...former.tierChanges, ...heir.tierChanges]
  heir.tierMoves = [...former.tierMoves, ...heir.tierMoves]
  heir.laterMoves = [...former.laterMoves, ...heir.laterMoves]
  heir.isDiverged ||= former.isDiverged
  for (const [ref, undoable] of former.undoable) heir.undoable.set(ref, undoable)
  const offers = (former.card.offers ?? []).map((offer) => ({ of: from, ...offer }))
  heir.card = { ...heir.card, offers: [...offers, ...(heir.card.offers ?? [])] }
}

/** What was issued counts towards levels, but not what is given back or given for a level. */
function keepEarned(world: World, row: PastLedgerRow, made: LotRow | undefined, call: PastCall): void {
  const { amount, kind, issuance_index, origin, request_ref: ref, value_type_id: valueType, card_id } = row
  const counts = issuance_index !== null && amount > 0 && (kind === 'Campaign' || kind === 'UpdateBalance')
  if (!counts || origin?.trigger === 'tier' || made?.return_related) return
  const card = world.cards.get(card_id)?.card
  const { happenedAt: at, cardId: own } = call
  const holder = world.stateOf(card?.root?.id ?? card_id)
  holder?.earned.push({ ref, at, valueType, amount, isOwn: own !== undefined && holder === world.stateOf(own) })
}

function applyRow(world: World, row: PastLedgerRow, page: ReplayPage, call: PastCall): MissingValue[] {
  const state = world.cards.get(row.card_id)
  if (!state) return []
  if (world.keepsEarned) keepEarned(world, row, page.lots.get(lotKey(row.card_id, row.lot_no)), call)
  const lot = state.isDiverged ? undefined : state.card.lots.find(({ no }) => no === row.lot_no)
  const isNew = row.amount > 0 && !lot
  if (isNew) openLot(state, row, page.lots.get(lotKey(row.card_id, row.lot_no)))
  else if (lot && fits(lot, row)) change(state, lot, row)
  else return changeByValue(state, row, call.happenedAt)
  state.card = tidied(state.card, state)
  return []
}

const fits = ({ valueType, bucket, amount, held }: Lot, row: PastLedgerRow) =>
  valueType === row.value_type_id &&
  bucket === row.bucket &&
  held + row.held >= 0 &&
  held + row.held <= amount + row.amount

/** Under its own number, as long as numbers are the same; else under the next one. */
function openLot(state: ReplayedCard, row: PastLedgerRow, made: LotRow | undefined): void {
  const { card } = state
  const no = state.isDiverged ? card.lotCount + 1 : row.lot_no
  const lot: Lot = defined({
    no,
    valueType: row.value_type_id,
    bucket: row.bucket,
    amount: row.amount,
    held: row.held,
    returnRelated: made?.return_related ?? false,
    expiresAt: made?.expires_at ?? undefined,
    activeAt: made?.active_at ?? undefined,
    issuedAt: made?.issued_at ?? 0,
    expired: 0,
    settled: 0,
    ...(made?.from_card != null && made.from_lot !== null && { from: { cardId: made.from_card, lot: made.from_lot } }),
  })
  const lots = [...card.lots, lot].toSorted((a, b) => a.no - b.no)
  state.card = {
    ...card,
    lots,
    lotCount: Math.max(card.lotCount, no),
    balances: moved(card, row, row.amount, row.held),
  }
  if (row.hold_ref !== null) state.card = withPortion(state.card, row.hold_ref, no, row.held)
}

function change(state: ReplayedCard, lot: Lot, row: PastLedgerRow): void {
  const { card } = state
  const after: Lot = {
    ...lot,
    amount: lot.amount + row.amount,
    held: lot.held + row.held,
    expired: lot.expired - (row.kind === 'Expiration' ? row.amount : 0),
  }
  const lots = card.lots.map((one) => (one === lot ? after : one))
  state.card = { ...card, lots, balances: moved(card, row, row.amount, row.held) }
  if (row.hold_ref !== null) state.card = withPortion(state.card, row.hold_ref, lot.no, row.held)
}

/**
 * A card that is another one by now has other lots: what was taken is taken in the order of redemption, as far as it is
 * there. What expires does so by itself.
 */
function changeByValue(state: ReplayedCard, row: PastLedgerRow, now: Instant): MissingValue[] {
  const { card } = state
  if (row.amount >= 0 || row.kind === 'Expiration') return []
  const purse = { valueType: row.value_type_id, bucket: row.bucket }
  const { parts, short } = takeFromLots(spendableLots(card, purse, now), -row.amount)
  const taken = new Map(parts.map((part) => [part.lot, part.amount]))
  const lots = card.lots.map((lot) => ({ ...lot, amount: lot.amount - (taken.get(lot.no) ?? 0) }))
  state.isDiverged = true
  state.card = tidied({ ...card, lots, balances: moved(card, row, row.amount + short, 0) }, state)
  return short > 0 ? [{ valueType: row.value_type_id, amount: short }] : []
}

function moved(card: Card, row: PastLedgerRow, amount: Minor, held: Minor): Balance[] {
  const purse = { valueType: row.value_type_id, bucket: row.bucket }
  const before = card.balances.find(isOf(purse)) ?? { ...purse, amount: 0, held: 0, seq: 0 }
  const after = { ...before, amount: before.amount + amount, held: before.held + held, seq: before.seq + 1 }
  return [...card.balances.filter((one) => one !== before), after]
}

function withPortion(card: Card, hold: string, lot: number, held: Minor): Card {
  const isThis = (portion: Portion) => portion.hold === hold && portion.lot === lot
  const amount = (card.portions.find(isThis)?.amount ?? 0) + held
  const others = card.portions.filter((portion) => !isThis(portion))
  return { ...card, portions: amount > 0 ? [...others, { hold, lot, amount }] : others }
}
