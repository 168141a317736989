import type { Brand } from '../../../domain/brand/brand.ts'
import type { Tiers } from '../../../domain/brand/shapes/tier-shape.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import type {
  BookedMove,
  BookedReason,
  LevelHistory,
  ManualLevel,
  StandingCall,
} from '../../../domain/campaign/tier/level-history.ts'
import { spanAt } from '../../../domain/campaign/tier/measure.ts'
import { oldMoves } from '../../../domain/campaign/tier/old-moves.ts'
import { measureKey } from '../../../domain/campaign/tier/tally.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import {
  listGivingCalls,
  listHolders,
  listStandingEarnings,
  listStandingSales,
  listTierChanges,
  listTierMoves,
  listTransfersInto,
  type StandingCallRow,
  type TierChangeRow,
  type TierMoveRow,
} from './tier-history.sql.ts'
import { sumUp } from './tiers.ts'

interface TierSource {
  readonly db: Sql
  readonly brand: Brand
  readonly now: Instant
}

/**
 * So many of the newest calls of a card are gone through when something is undone. What is older stands as it was booked:
 * its sums count, its levels are not judged again.
 */
const callsMax = 2000
/** So many changes and moves of levels. */
const changesMax = 2000

/** All that the level of a card is derived from. */
export async function loadTierHistory(source: TierSource, program: string, card: CardId): Promise<LevelHistory> {
  const { db, brand } = source
  const tiers = brand.programs.get(program)?.tiers
  const nothing = { card, calls: [], reasons: [], manual: [], transfers: [], booked: [] }
  if (!tiers) return nothing
  const holders = await listHolders(db, brand.id, card)
  const cards = holders.map(({ card_id }) => card_id)
  const calls = await listCalls(source, tiers, cards)
  const changes = await listTierChanges(db, brand.id, cards, changesMax)
  const moves = await listTierMoves(db, brand.id, cards, changesMax)
  const transfers = cards.length > 1 ? await listTransfersInto(db, brand.id, cards) : []
  const old = oldMoves(tiers, changes.filter(({ enough }) => enough === null).map(toOldChange))
  const gave =
    old.length > 0
      ? await listGivingCalls(
          db,
          brand.id,
          old.map(({ by }) => by),
        )
      : new Set()
  const opening = calls.length > callsMax ? await openingAt(source, { tiers, card, calls, changes }) : undefined
  const since = opening?.at ?? Number.NEGATIVE_INFINITY
  const counted = measureKey(tiers.by)
  const own = moves.filter((move) => move.program_id === program && move.counted === counted)
  // An old move that a later call has taken up is booked like the others.
  const isTaken = new Set(own.map((move) => move.request_ref))
  const left = old.filter(({ by }) => !isTaken.has(by)).map((move) => ({ ...move, gave: gave.has(move.by) }))
  const booked = [...left, ...own.map(toBooked)]
  const isElsewise = own.length < moves.length
  const isPartial = isElsewise || changes.some(({ enough }) => enough === null)
  return defined({
    card,
    calls: calls.slice(0, callsMax).map(toCall),
    // What was enough of something else says nothing.
    reasons: isElsewise ? [] : changes.flatMap(toReason),
    manual: changes.flatMap(toManual).toReversed(),
    transfers: transfers.map(({ request_ref: ref, from_id: from, to_id: to, happened_at: at }) => ({
      ref,
      from,
      to,
      at,
    })),
    booked: booked.filter(({ at }) => at >= since),
    opening,
    ...(isPartial && { isPartial }),
  })
}

function listCalls({ db, brand }: TierSource, { by }: Tiers, cards: readonly CardId[]): Promise<StandingCallRow[]> {
  const { fact, balanceType, balanceCode } = by
  const limit = callsMax + 1
  if (fact !== 'earned') return listStandingSales(db, brand.id, cards, limit)
  return listStandingEarnings(db, brand.id, cards, defined({ balanceType, balanceCode, limit }))
}

interface Long {
  readonly tiers: Tiers
  readonly card: CardId
  /** The newest first. */
  readonly calls: readonly StandingCallRow[]
  readonly changes: readonly TierChangeRow[]
}

/** The level as it was booked, and what counted, just before the oldest call that is gone through. */
async function openingAt(source: TierSource, { tiers, card, calls, changes }: Long) {
  const at = calls[callsMax - 1]?.happened_at ?? source.now
  const span = spanAt(tiers.by.within, new LocalClock(at - 1, source.brand.timeZone))
  const [counted] = await sumUp(source, tiers.by, [{ ...span, card }])
  const before = changes.find(({ happened_at }) => happened_at < at)
  const state = defined({
    level: before?.level_id ?? undefined,
    keptUntil: before?.kept_until ?? undefined,
    ...(before && overrideOf(before)),
  })
  return { at, state, sums: counted?.sums ?? [] }
}

const toCall = (row: StandingCallRow): StandingCall => ({
  ref: row.request_ref,
  card: row.card_id,
  at: row.happened_at,
  seq: row.card_seq,
  isOwn: row.is_own,
  currency: row.currency,
  scale: row.scale,
  checkouts: row.checkouts,
  amount: BigInt(row.amount),
})

function toReason(row: TierChangeRow): BookedReason[] {
  const { why, level_id: level, request_ref: ref, enough, kept_until, judged_at: judgedAt } = row
  if (level === null || (why !== 'reached' && why !== 'prolonged' && why !== 'kept')) return []
  const known = { enough: enough === null ? undefined : BigInt(enough), keptUntil: kept_until ?? undefined }
  return [defined({ ref, why, level, judgedAt, measured: BigInt(row.measured), ...known })]
}

function toManual(row: TierChangeRow): ManualLevel[] {
  const { why, request_ref: ref, card_id: card, happened_at: at, override_until } = row
  // One whose time was over ends by itself.
  const isGiven = why === 'override' || (why === 'overrideEnded' && override_until === null)
  return isGiven ? [{ ref, card, at, ...overrideOf(row) }] : []
}

/** What was given by hand then, if anything was. */
export function overrideOf({
  override_level: level,
  override_until: until,
}: TierChangeRow): Pick<ManualLevel, 'override'> {
  return level !== null && until !== null ? { override: { level, until } } : {}
}

const toOldChange = (row: TierChangeRow) =>
  defined({
    card: row.card_id,
    ref: row.request_ref,
    why: row.why,
    from: row.from_level ?? undefined,
    to: row.to_level ?? undefined,
    at: row.judged_at,
  })

export const toBooked = (row: TierMoveRow): BookedMove =>
  defined({
    on: row.move,
    level: row.level_id,
    at: row.judged_at,
    ref: row.reason_ref ?? undefined,
    card: row.card_id,
    by: row.request_ref,
    place: row.place,
    gave: row.gave,
    lostBy: row.lost_by ?? undefined,
  })
