import type { StoredTier } from '../../domain/campaign/tier/tier-state.ts'
import type { CheckoutRecord, KeptReturn } from '../../domain/checkout/record.ts'
import type { TierMoveChange } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { listAccounts } from '../../storage/store/batch/account.sql.ts'
import { listScores } from '../../storage/store/facts/score.sql.ts'
import { listSegmentsOf } from '../../storage/store/facts/segment.sql.ts'
import {
  listTierChanges,
  listTierMoves,
  type TierChangeRow,
  type TierMoveRow,
} from '../../storage/store/facts/tier-history.sql.ts'
import { overrideOf, toBooked } from '../../storage/store/facts/tier-history.ts'
import { withReturns } from '../operations/return/parts/returned-so-far.ts'
import { keepMoves } from './apply-outcome.ts'
import {
  listCodeUsesBefore,
  listEarnedBefore,
  listEventsBefore,
  listFiringsBefore,
  listSalesBefore,
  type SaleRow,
} from './beginning.sql.ts'
import type { PastKind, PastSale, ReplayedCard, TierStep } from './card-state.ts'
import { listFormerCards, type ReplaySource } from './load-cards.ts'
import { wasThere } from './traces.ts'
import type { Undone } from './undone.ts'
import { traceKey } from './undone-since.ts'
import type { World } from './world.ts'

/** Reads what rules ask about the time before the period, of cards of which it was not read yet. */
export async function loadPast(source: ReplaySource, kind: PastKind, ids: readonly CardId[]): Promise<void> {
  const states = [...new Set(ids)].flatMap((id) => source.world.cards.get(id) ?? []).filter((one) => !one.loaded[kind])
  if (states.length === 0) return
  await readers[kind](source, states)
  for (const state of states) state.loaded[kind] = true
}

type Reader = (source: ReplaySource, states: readonly ReplayedCard[]) => Promise<void>

const idsOf = (states: readonly ReplayedCard[]) => states.map(({ id }) => id)

const readers: Readonly<Record<PastKind, Reader>> = {
  async account({ db, world }, states) {
    const accounts = await listAccounts(db, world.brandId, idsOf(states))
    const byCard = new Map(accounts.map((account) => [account.cardId, account]))
    for (const state of states) {
      const account = byCard.get(state.id)
      if (account) state.account = account
    }
  },

  async segments({ db, world }, states) {
    const segments = await listSegmentsOf(db, world.brandId, idsOf(states))
    for (const state of states) state.segments = segments.get(state.id) ?? []
  },

  async scores({ db, world }, states) {
    const scores = await listScores(db, world.brandId, idsOf(states))
    for (const state of states) state.scores = scores.get(state.id) ?? {}
  },

  async history(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'history')
    const rows = await listSalesBefore(db, world.brandId, [...holders.keys()], world)
    for (const [state, own] of grouped(rows, holders)) {
      const sales = own.map((row) => toPastSale(row, state, world))
      state.sales = [...sales, ...state.sales]
    }
  },

  async events(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'events')
    const rows = await listEventsBefore(db, world.brandId, [...holders.keys()], world.begin)
    for (const [state, own] of grouped(rows, holders)) {
      const events = own.map(({ request_ref: ref, event_type: eventType, category_id: categoryId, happened_at }) => ({
        ref,
        eventType,
        categoryId,
        happenedAt: happened_at,
      }))
      state.events = [...events, ...state.events]
    }
    for (const [id, state] of holders) {
      const undone = stillDone(world, id, state).flatMap(({ ref, events }) =>
        events.map((event) => ({ ...event, ref })),
      )
      state.events = [...undone, ...state.events]
    }
  },

  async firings(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'firings')
    const rows = await listFiringsBefore(db, world.brandId, [...holders.keys()], world.begin)
    for (const [state, own] of grouped(rows, holders)) {
      const firings = own
        .filter(({ rule_id, request_ref }) => !world.undone.firings.get(traceKey(request_ref, rule_id)))
        .map(({ rule_id: rule, request_ref: ref, happened_at: at, child_id, until }) =>
          defined({ rule, ref, at, childId: child_id ?? undefined, until: until ?? undefined }),
        )
      state.firings = [...firings, ...state.firings]
    }
    for (const [id, state] of holders) {
      for (const trace of world.undone.firings.of(id)) {
        const { ref, at, firing } = trace.what
        const { rule, childId } = firing
        if (world.firingNow(ref, rule) ?? wasThere(trace)) state.firings.push(defined({ rule, ref, at, childId }))
      }
    }
  },

  async tier(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'tier')
    const [changes, moves] = await Promise.all([
      listTierChanges(db, world.brandId, [...holders.keys()]),
      listTierMoves(db, world.brandId, [...holders.keys()]),
    ])
    for (const [state, own] of grouped(moves, holders)) {
      const booked = own.map(toMove)
      const earlier = booked.filter(({ by }) => by < world.begin)
      keepMoves(
        state,
        earlier.map((move) => world.undone.moves.before(world.begin, move)),
      )
      state.laterMoves = booked
    }
    for (const [state, all] of grouped(changes.toReversed(), holders)) {
      const isEarlier = ({ request_ref }: TierChangeRow) => request_ref < world.begin
      const own = all.filter(({ card_id }) => card_id === state.id)
      const last = own.findLast(isEarlier)
      if (last && !state.tier) state.tier = toTier(last)
      const steps = all.filter(isEarlier).map(toStep)
      state.tierChanges = [...steps, ...state.tierChanges]
      state.laterTiers = own.filter((row) => !isEarlier(row)).map((row) => ({ tier: toTier(row), step: toStep(row) }))
    }
  },

  async earned(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'earned')
    const rows = await listEarnedBefore(db, world.brandId, [...holders.keys()], world.begin)
    for (const [state, own] of grouped(rows, holders)) {
      const earned = own
        .filter(({ request_ref }) => !state.applied.has(request_ref))
        .map(({ request_ref: ref, happened_at: at, value_type_id: valueType, amount, is_own: isOwn }) => ({
          ref,
          at,
          valueType,
          amount,
          isOwn,
        }))
      state.earned = [...earned, ...state.earned]
    }
  },

  async codes(source, states) {
    const { db, world } = source
    const holders = await holdersOf(source, states, 'codes')
    const rows = await listCodeUsesBefore(db, world.brandId, [...holders.keys()], world.begin)
    for (const [state, own] of grouped(rows, holders)) {
      const uses = own
        .filter(({ code, request_ref }) => !world.undone.codes.get(traceKey(request_ref, code)))
        .map(({ code: key, request_ref: ref, until }) => defined({ key, ref, until: until ?? undefined }))
      state.codeUses = [...uses, ...state.codeUses]
    }
    for (const [id, state] of holders) {
      const there = world.undone.codes.of(id).filter((trace) => wasThere(trace, state.applied))
      state.codeUses.push(...there.map(({ what }) => what))
    }
  },
}

/** The calls of a card that are going to be undone, as far as the replay has not come to that. */
const stillDone = (world: World, id: CardId, { applied }: ReplayedCard): readonly Undone[] =>
  (world.undone.byCard.get(id) ?? []).filter(({ by }) => !applied.has(by))

/** The cards whose past counts for others, and for which: their own, and those that they were transferred from. */
async function holdersOf(
  source: ReplaySource,
  states: readonly ReplayedCard[],
  kind: PastKind,
): Promise<Map<CardId, ReplayedCard>> {
  const { world } = source
  const byId = new Map(states.map((state) => [state.id, state]))
  const holders = new Map(byId)
  for (const [former, heir] of world.heirs) {
    const holder = byId.get(heir)
    if (holder && !world.cards.get(former)?.loaded[kind]) holders.set(former, holder)
  }
  for (const [former, heir] of await listFormerCards(source, [...byId.keys()])) {
    const holder = byId.get(heir)
    if (holder) holders.set(former, holder)
  }
  return holders
}

function grouped<Row extends { readonly card_id: CardId }>(
  rows: readonly Row[],
  holders: ReadonlyMap<CardId, ReplayedCard>,
): Map<ReplayedCard, Row[]> {
  const groups = new Map<ReplayedCard, Row[]>()
  for (const row of rows) {
    const holder = holders.get(row.card_id)
    if (holder) groups.set(holder, [...(groups.get(holder) ?? []), row])
  }
  return groups
}

function toPastSale(row: SaleRow, state: ReplayedCard, { begin, undone }: World): PastSale {
  const { request_ref: ref, kind, happened_at: happenedAt, location_id: locationId, currency, scale } = row
  const sale: CheckoutRecord = defined({
    ref,
    kind,
    cardId: row.card_id,
    childId: row.child_id ?? undefined,
    happenedAt,
    locationId,
    currency,
    scale,
    total: row.total,
    discount: row.discount,
    net: row.net_total,
    content: { lines: row.lines, ...(row.mutations && { mutations: row.mutations }) },
    isVoided: row.was_voided || state.applied.has(ref),
  })
  const isEarlier = (one: KeptReturn) => one.ref < begin || state.applied.has(one.ref)
  const returns = row.returned?.returns ?? []
  const voidedSince = (undone.returns.get(ref) ?? []).filter((one) => !state.applied.has(one.ref))
  const earlier = [...returns.filter(isEarlier), ...voidedSince].toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
  const record = withReturns(sale, earlier)
  const later = returns.filter((one) => !isEarlier(one))
  return { record, ...(later.length > 0 && { later }) }
}

function toStep(row: TierChangeRow): TierStep {
  return defined({
    ref: row.request_ref,
    why: row.why,
    from: row.from_level ?? undefined,
    to: row.to_level ?? undefined,
    level: row.level_id ?? undefined,
    keptUntil: row.kept_until ?? undefined,
    judgedAt: row.judged_at,
    happenedAt: row.happened_at,
    enough: row.enough ?? undefined,
    measured: row.measured,
    ...overrideOf(row),
  })
}

const toMove = (row: TierMoveRow): TierMoveChange => ({
  ...toBooked(row),
  program: row.program_id,
  counted: row.counted,
})

function toTier(row: TierChangeRow): StoredTier {
  return defined({
    program: row.program_id,
    shown: row.to_level ?? undefined,
    level: row.level_id ?? undefined,
    keptUntil: row.kept_until ?? undefined,
    ...overrideOf(row),
    changes: row.seq,
  })
}
