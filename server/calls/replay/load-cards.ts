import type { Balance, Card, HeldOffer, Lot, Portion } from '../../domain/card/card.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type LotRow, listBalances, listOpenLots, listPortions, toCards } from '../../storage/store/batch/card.sql.ts'
import { listOffers } from '../../storage/store/batch/personal-offer.sql.ts'
import { countLotsBefore, countOfferUsesSince, listCardRows, listLots, listTransfersBefore } from './beginning.sql.ts'
import { newState } from './card-state.ts'
import type { LedgerChanges } from './ledger-changes.ts'
import type { World } from './world.ts'

export interface ReplaySource {
  readonly db: Sql
  readonly world: World
  readonly changes: LedgerChanges
  /** The beginning of the period. */
  readonly from: Instant
}

/** Loads cards as they were at the beginning of the period. */
export async function loadCards(source: ReplaySource, ids: readonly CardId[]): Promise<void> {
  const { world, changes } = source
  const wanted = [...new Set(ids)].filter((id) => !world.cards.has(id))
  if (wanted.length === 0) return
  const rows = await readRows(source, wanted)
  for (const [former, holder] of rows.formers) if (!world.heirs.has(former)) world.heirs.set(former, holder)
  const opened = new Map(rows.opened.map(({ card_id, count }) => [card_id, count]))
  const usesSince = new Map(rows.usesSince.map((row) => [`${row.card_id} ${row.offer_no}`, row.uses]))
  for (const today of toCards({ ...rows, lots: rows.lots })) {
    const card = toBeginning(today, { changes, world, from: source.from, lotCount: opened.get(today.id) ?? 0 })
    const offers = offersOf(today.id, rows)
    const isEarlier = ({ by }: HeldOffer) => by < world.begin
    const before = offers.filter(isEarlier).map((offer) => {
      const owner = offer.of ?? today.id
      const later = usesSince.get(`${owner} ${offer.no}`) ?? 0
      const uses = Math.max(0, offer.uses - later + world.undone.usesOf(owner, offer.no))
      return { ...offer, uses, isWithdrawn: offer.isWithdrawn && !world.undone.isWithdrawnSince(owner, offer.no) }
    })
    const state = newState({ ...card, offers: before })
    state.keepsLots = card.lots.some(({ amount }) => amount === 0)
    state.laterOffers = offers
      .filter((offer) => !isEarlier(offer))
      .map((offer) => ({ ...offer, uses: 0, isWithdrawn: false }))
    world.cards.put(state)
  }
}

/** The cards whose past belonged to others when the period began, and to which. */
export async function listFormerCards(
  { db, world }: Pick<ReplaySource, 'db' | 'world'>,
  ids: readonly CardId[],
): Promise<ReadonlyMap<CardId, CardId>> {
  const rows = await listTransfersBefore(db, world.brandId, ids, world.begin)
  const receivers = new Map(rows.map(({ card_id, receiver_id }) => [card_id, receiver_id]))
  const holderOf = (id: CardId): CardId => {
    const next = receivers.get(id)
    return next === undefined ? id : holderOf(next)
  }
  return new Map([...receivers.keys()].map((id) => [id, holderOf(id)]))
}

async function readRows(source: ReplaySource, ids: readonly CardId[]) {
  const { db, world, changes, from } = source
  const { brandId, begin } = world
  const formers = await listFormerCards(source, ids)
  const family = [...new Set([...ids, ...formers.keys()])]
  const changed = ids.flatMap((card) => changes.of(card).map(({ lot }) => ({ card, lot })))
  const [cards, balances, open, others, portions, offers, usesSince, opened] = await Promise.all([
    listCardRows(db, brandId, ids),
    listBalances(db, brandId, ids),
    listOpenLots(db, brandId, ids),
    changed.length > 0 ? listLots(db, brandId, changed) : [],
    listPortions(db, brandId, ids),
    listOffers(db, brandId, family),
    countOfferUsesSince(db, brandId, family, begin),
    countLotsBefore(db, brandId, ids, from),
  ])
  const lots = new Map<string, LotRow>([...open, ...others].map((row) => [`${row.card_id} ${row.lot_no}`, row]))
  return { cards, balances, lots: [...lots.values()], portions, offers, usesSince, opened, formers }
}

/** Its own, after those that earlier transfers brought. What transfers of the period bring comes with them. */
function offersOf(card: CardId, { offers, formers }: Pick<Rows, 'offers' | 'formers'>): readonly HeldOffer[] {
  const own = (id: CardId) => (offers.get(id) ?? []).filter(({ of }) => of === undefined)
  const before = [...formers].filter(([, holder]) => holder === card).map(([former]) => former)
  const brought = before.toSorted((a, b) => a - b).flatMap((of) => own(of).map((offer) => ({ ...offer, of })))
  return [...brought, ...own(card)]
}

type Rows = Awaited<ReturnType<typeof readRows>>

interface Beginning {
  readonly changes: LedgerChanges
  readonly world: World
  readonly from: Instant
  readonly lotCount: number
}

/**
 * Who could pay with a card in the period could use it: its status of today says nothing about that. Its pin is not
 * asked for, and has no business in a file.
 */
function toBeginning(today: Card, { changes, world, from, lotCount }: Beginning): Card {
  const since = new Map(changes.of(today.id).map((change) => [change.lot, change]))
  const settledOf = ({ no, settled }: Lot) => settled - world.undone.settledOf(today.id, no)
  const lots = today.lots
    .filter(({ issuedAt }) => issuedAt < from)
    .map((lot): Lot => {
      const { amount = 0, held = 0, expired = 0 } = since.get(lot.no) ?? {}
      const sums = { amount: lot.amount - amount, held: lot.held - held, expired: lot.expired + expired }
      return { ...withStandIns(lot, world.undone.standInsOf(today.id, lot.no)), ...sums, settled: settledOf(lot) }
    })
    // What is given back goes to the lots that it was taken from, though nothing is left of them.
    .filter(({ amount, held, no }) => held >= 0 && (amount > 0 || (since.get(no)?.amount ?? 0) > 0))
    .toSorted((a, b) => a.no - b.no)
  const { lock: _, transferredBy: __, pin: ___, ...rest } = today
  return {
    ...rest,
    status: today.status === 'Demo' ? 'Demo' : 'Activated',
    lotCount,
    lots,
    balances: balancesOf(lots, today.balances),
    portions: portionsBefore(today, changes),
  }
}

/** Without what other lots gave in its stead since. */
function withStandIns(lot: Lot, since: ReadonlyMap<number, Minor> | undefined): Lot {
  if (!since) return lot
  const { standIns = [], ...rest } = lot
  const before = new Map(standIns.map((one) => [one.lot, one.amount]))
  for (const [by, amount] of since) before.set(by, (before.get(by) ?? 0) - amount)
  const left = [...before].filter(([, amount]) => amount > 0).map(([by, amount]) => ({ lot: by, amount }))
  return left.length > 0 ? { ...rest, standIns: left } : rest
}

/** The sums of lots, in the purses that the card has. */
function balancesOf(lots: readonly Lot[], known: readonly Balance[]): Balance[] {
  const sums = new Map(known.map((one) => [`${one.valueType} ${one.bucket}`, { ...one, amount: 0, held: 0 }]))
  for (const { valueType, bucket, amount, held } of lots) {
    const key = `${valueType} ${bucket}`
    const sum = sums.get(key) ?? { valueType, bucket, amount: 0, held: 0, seq: 0 }
    sums.set(key, { ...sum, amount: sum.amount + amount, held: sum.held + held })
  }
  return [...sums.values()]
}

function portionsBefore({ id, portions }: Card, changes: LedgerChanges): Portion[] {
  const sums = new Map<string, Portion>()
  const add = (hold: string, lot: number, amount: number) => {
    const key = `${hold} ${lot}`
    sums.set(key, { hold, lot, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  for (const { hold, lot, amount } of portions) add(hold, lot, amount)
  for (const { hold, lot, held } of changes.holdsOf(id)) add(hold, lot, -held)
  return [...sums.values()].filter(({ amount }) => amount > 0)
}
