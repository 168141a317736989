import type { Brand } from '../../../domain/brand/brand.ts'
import type { TierMeasure, Tiers } from '../../../domain/brand/shapes/tier-shape.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { measureOf, spanAt, type TierSum } from '../../../domain/campaign/tier/measure.ts'
import { oldestOf, stateOf } from '../../../domain/campaign/tier/tally.ts'
import {
  afterLapse,
  isOver,
  type StoredTier,
  type TierPast,
  type TierState,
} from '../../../domain/campaign/tier/tier-state.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import {
  type CardTierRow,
  listCardTiers,
  sumEarned,
  sumTierSales,
  type TierSumRow,
  type TierSumWanted,
} from './tier.sql.ts'

interface TierSource {
  readonly db: Sql
  readonly brand: Brand
  readonly now: Instant
}

/** The levels of root cards of one program, as they are now: what is over has been judged, whether or not it is booked. */
export async function loadTiers(
  source: TierSource,
  program: string,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, TierPast>> {
  const { db, brand, now } = source
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers || cards.length === 0) return new Map()
  const clock = new LocalClock(now, brand.timeZone)
  const span = spanAt(tiers.by.within, clock)
  const [levels, sums] = await Promise.all([
    loadLevels(db, brand.id, cards),
    sumUp(
      source,
      tiers.by,
      cards.map((card) => ({ ...span, card })),
    ),
  ])
  const found = new Map<CardId, TierPast>()
  for (const [index, card] of cards.entries()) {
    const known = levelIn(levels, card, program)
    const judged = known ? await judgeLapses(source, tiers, card, stateOf(known)) : { state: {} }
    const { sums: counted, oldest } = sums[index] ?? nothing
    const measured = measureOf(tiers.by, counted, brand)
    found.set(card, defined({ stored: known, ...judged, sums: counted, measured, oldest }))
  }
  return found
}

/** The levels of cards as they were booked last, whichever programs they are of. */
export async function loadLevels(db: Sql, brand: BrandId, cards: readonly CardId[]): Promise<CardLevels> {
  const rows = await listCardTiers(db, brand, cards)
  return new Map(rows.map((row) => [row.card_id, toStored(row)]))
}

export type CardLevels = ReadonlyMap<CardId, StoredTier>

/** A level of another program counts as none. */
export function levelIn(levels: CardLevels, card: CardId, program: string): StoredTier | undefined {
  const level = levels.get(card)
  return level?.program === program ? level : undefined
}

/** So many periods that are over are judged one by one; a job that was away for longer begins anew from now. */
const lapsesMax = 24

async function judgeLapses(
  source: TierSource,
  tiers: Tiers,
  card: CardId,
  first: TierState,
): Promise<Pick<TierPast, 'state' | 'lapsedAt'>> {
  const { brand, now } = source
  let state = first
  let lapsedAt: Instant | undefined
  for (let lapses = 0; isOver(state, now); lapses += 1) {
    const at = lapses < lapsesMax ? (state.keptUntil ?? now) : now
    lapsedAt = at
    const clock = new LocalClock(at, brand.timeZone)
    const [{ sums } = nothing] = await sumUp(source, tiers.by, [{ ...spanAt(tiers.by.within, clock), card }])
    state = afterLapse(tiers, state, measureOf(tiers.by, sums, brand), clock)
  }
  return { state, ...(lapsedAt !== undefined && { lapsedAt }) }
}

/** What counts for a card in a time. */
export interface TierCounts {
  readonly sums: readonly TierSum[]
  readonly oldest?: Instant
}

const nothing: TierCounts = { sums: [] }

export async function sumUp(
  { db, brand }: Pick<TierSource, 'db'> & { readonly brand: Pick<Brand, 'id'> },
  by: { readonly fact: TierMeasure['fact']; readonly balanceType?: string; readonly balanceCode?: string },
  wanted: readonly TierSumWanted[],
): Promise<TierCounts[]> {
  if (wanted.length === 0) return []
  const { balanceType = '', balanceCode } = by
  const rows =
    by.fact === 'earned'
      ? await sumEarned(db, brand.id, wanted, { balanceType, balanceCode })
      : await sumTierSales(db, brand.id, wanted)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map((_, index) => {
    const found = byPlace.get(index + 1) ?? []
    return defined({ sums: found.map(toSum), oldest: oldestOf(found.map(({ oldest }) => oldest ?? undefined)) })
  })
}

const toSum = ({ currency, scale, amount, checkouts }: TierSumRow): TierSum => ({
  currency,
  scale,
  amount: BigInt(amount),
  checkouts,
})

function toStored(row: CardTierRow): StoredTier {
  const { override_level: level, override_until: until } = row
  return defined({
    program: row.program_id,
    shown: row.shown_level ?? undefined,
    level: row.level_id ?? undefined,
    keptUntil: row.kept_until ?? undefined,
    ...(level !== null && until !== null && { override: { level, until } }),
    changes: row.changes,
  })
}
