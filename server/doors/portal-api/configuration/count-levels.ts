import type { Brand } from '../../../domain/brand/brand.ts'
import type { Tiers } from '../../../domain/brand/shapes/tier-shape.ts'
import { microOfNumber } from '../../../domain/campaign/tier/measure.ts'
import { levelAt, rankOf, rankReached, shownLevel, type TierPast } from '../../../domain/campaign/tier/tier-state.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { loadTiers } from '../../../storage/store/facts/tiers.ts'
import { findCardSpan, findStretchEnd, listMembersIn } from '../../../storage/store/portal/card-span.sql.ts'

/** Cards that are looked at in one statement. */
const stretchSize = 2000

interface Counting {
  readonly brand: Brand
  readonly program: string
  /** The levels as they are to be. Absent: there are to be none. */
  readonly tiers: Tiers | undefined
  readonly now: Instant
  /** Reads the clock. */
  readonly clock: () => Instant
  readonly patienceMs: number
}

/** What a change of levels does to the customers of one level. `''` is no level. */
interface LevelCount {
  now: number
  next: number
  /** Customers who do not have it now, and get it with their next purchase. */
  gain: number
  /** Those who have it and would have it no longer. */
  lose: number
  /** Those who keep it until its time is over, and then no longer. */
  later: number
}

export interface LevelCounts {
  readonly customers: number
  /** Whether every card was looked at; else the figures are of those that were. */
  readonly isExact: boolean
  readonly levels: ReadonlyMap<string, LevelCount>
}

/** The same cards, judged by the levels of today and by those that somebody is writing. */
export async function countLevels(db: Sql, counting: Counting): Promise<LevelCounts> {
  const { brand, program, now, clock, patienceMs } = counting
  const sets = [...brand.cardSets].flatMap(([set, owner]) => (owner.id === program ? [set] : []))
  const [today, next] = [tiersIn(brand, program), withTiers(brand, program, counting.tiers)]
  const levels = new Map<string, LevelCount>()
  const span = await findCardSpan(db, brand.id)
  const until = clock() + patienceMs
  let [customers, after, isExact] = [0, (span?.first ?? 1) - 1, true]
  while (span && after < span.last) {
    isExact = clock() < until
    const stretch = isExact ? await findStretchEnd(db, brand.id, after, stretchSize) : undefined
    if (!stretch) break
    const cards = await listMembersIn(db, brand.id, { after, upto: stretch.upto }, sets)
    const before = await loadTiers({ db, brand, now }, program, cards)
    const later = await loadTiers({ db, brand: next, now }, program, cards)
    for (const card of cards) {
      const from = today ? levelOf(today, before.get(card), now) : ''
      count(levels, { from, ...afterChange(counting.tiers, later.get(card), now) })
    }
    customers += cards.length
    after = stretch.upto
  }
  return { customers, isExact, levels }
}

const tiersIn = (brand: Brand, program: string) => brand.programs.get(program)?.tiers

function withTiers(brand: Brand, id: string, tiers: Tiers | undefined): Brand {
  const program = brand.programs.get(id)
  if (!program) return brand
  const { tiers: _, ...others } = program
  return { ...brand, programs: new Map(brand.programs).set(id, { ...others, ...(tiers && { tiers }) }) }
}

const levelOf = (tiers: Tiers, past: TierPast | undefined, now: Instant) =>
  (past && shownLevel(tiers, past.state, now)) ?? ''

/** A level is raised by the next purchase; one that is no longer reached stays until its time is over. */
function afterChange(tiers: Tiers | undefined, past: TierPast | undefined, now: Instant) {
  if (!tiers || !past) return { to: '', isLater: false }
  const reached = rankReached(tiers, past.measured)
  const shown = rankOf(tiers, shownLevel(tiers, past.state, now))
  const rank = Math.max(reached, shown)
  const level = levelAt(tiers, rank)
  const isKept = level !== undefined && microOfNumber(level.keepAt ?? level.at) <= past.measured
  return { to: level?.id ?? '', isLater: rank > reached && !isKept }
}

interface LevelVerdict {
  readonly from: string
  readonly to: string
  readonly isLater: boolean
}

function count(levels: Map<string, LevelCount>, { from, to, isLater }: LevelVerdict): void {
  const of = (level: string): LevelCount => {
    const known = levels.get(level) ?? { now: 0, next: 0, gain: 0, lose: 0, later: 0 }
    levels.set(level, known)
    return known
  }
  of(from).now += 1
  of(to).next += 1
  if (isLater) of(to).later += 1
  if (from === to) return
  of(from).lose += 1
  of(to).gain += 1
}
