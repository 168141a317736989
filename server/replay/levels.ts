import type { Brand } from '../brand/brand.ts'
import { LocalClock } from '../campaign/clock.ts'
import type { TierReasons } from '../campaign/needs.ts'
import { measureOf, type Span, spanAt, spanOfReason, type TierSum } from '../campaign/tier/measure.ts'
import { afterLapse, isOver, type TierPast, type TierReasonKind, type TierState } from '../campaign/tier/tier-state.ts'
import { defined } from '../kernel/defined.ts'
import type { Instant } from '../kernel/time.ts'
import { risesOf } from '../store/facts/tiers.ts'
import type { CardState, PastSale, TierStep } from './card-state.ts'
import { isCounted } from './history.ts'

/** So many periods that are over are judged one by one, as the store does. */
const lapsesMax = 24

/** The level of a card as the store would answer it; undefined where levels go by what was earned. */
export function tierPast(
  state: Pick<CardState, 'sales' | 'tier'>,
  program: string,
  { brand, clock }: { readonly brand: Brand; readonly clock: LocalClock },
): TierPast | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers || tiers.by.fact === 'earned') return undefined
  const stored = state.tier?.program === program ? state.tier : undefined
  const sumsAt = (at: LocalClock) => sumTierSales(state.sales, spanAt(tiers.by.within, at))
  let current: TierState = stored ? stateOf(stored) : {}
  let lapsedAt: Instant | undefined
  for (let lapses = 0; isOver(current, clock.now); lapses += 1) {
    const at = lapses < lapsesMax ? (current.keptUntil ?? clock.now) : clock.now
    lapsedAt = at
    const then = new LocalClock(at, brand.timeZone)
    current = afterLapse(tiers, current, measureOf(tiers.by, sumsAt(then), brand), then)
  }
  const sums = sumsAt(clock)
  return defined({ stored, state: current, lapsedAt, sums, measured: measureOf(tiers.by, sums, brand) })
}

function stateOf({ level, keptUntil, override }: NonNullable<CardState['tier']>): TierState {
  return defined({ level, keptUntil, override })
}

function sumTierSales(sales: readonly PastSale[], { since, until }: Span): readonly TierSum[] {
  const groups = new Map<string, TierSum>()
  for (const { record } of sales) {
    const { happenedAt, currency, scale, kind, net, returned } = record
    if ((since !== undefined && happenedAt < since) || happenedAt > until || !isCounted(record, undefined)) continue
    const key = `${currency} ${scale}`
    const before = groups.get(key)
    groups.set(key, {
      currency,
      scale,
      amount: (before?.amount ?? 0n) + BigInt(net - (returned?.total ?? 0)),
      checkouts: (before?.checkouts ?? 0) + (kind === 'sale' ? 1 : 0),
    })
  }
  return [...groups.values()]
}

/** So many of the newest are judged again when something is undone, as the store does. */
const reasonsMax = 40
const reasonKinds: ReadonlySet<string> = new Set<TierReasonKind>([
  'reached',
  'prolonged',
  'kept',
  'lapsed',
  'undone',
  'restored',
])

/** Why a card has its level, as the store would answer it; undefined where levels go by what was earned. */
export function tierReasons(
  { tierChanges, sales }: Pick<CardState, 'tierChanges' | 'sales'>,
  program: string,
  { brand, clock }: { readonly brand: Brand; readonly clock: LocalClock },
): TierReasons | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers || tiers.by.fact === 'earned') return undefined
  const newest = tierChanges.toReversed()
  const isReason = ({ why, level, keptUntil }: TierStep) =>
    reasonKinds.has(why) && level !== undefined && (keptUntil === undefined || keptUntil > clock.now)
  const reasons = newest.filter(isReason).slice(0, reasonsMax)
  const moves = newest.filter(({ from, to, why }) => from !== to && why !== 'moved').slice(0, reasonsMax)
  return {
    reasons: reasons.map(({ why, level = '', keptUntil, judgedAt, ref, isVoided }) => ({
      why: why as TierReasonKind,
      level,
      ...(keptUntil !== undefined && { keptUntil }),
      judgedAt,
      ref,
      isVoided,
      sums: sumTierSales(sales, spanOfReason(tiers.by.within, judgedAt, clock)),
    })),
    ...risesOf(
      tiers,
      moves.map(({ ref, from, to, why }) => ({
        request_ref: ref,
        from_level: from ?? null,
        to_level: to ?? null,
        why,
      })),
    ),
  }
}
