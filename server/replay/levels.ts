import type { Brand } from '../brand/brand.ts'
import type { TierMeasure } from '../brand/shapes/tier-shape.ts'
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

/** The level of a card as the store would answer it; undefined if the program has none. */
export function tierPast(
  state: Pick<CardState, 'sales' | 'tier' | 'earned'>,
  program: string,
  { brand, clock }: { readonly brand: Brand; readonly clock: LocalClock },
): TierPast | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers) return undefined
  const stored = state.tier?.program === program ? state.tier : undefined
  const sumsAt = (at: LocalClock) => sumUp(state, tiers.by, spanAt(tiers.by.within, at), brand)
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

type Measured = Pick<CardState, 'sales' | 'earned'>

function sumUp(state: Measured, by: TierMeasure, span: Span, brand: Brand): readonly TierSum[] {
  return by.fact === 'earned' ? sumEarned(state, by, span, brand) : sumTierSales(state.sales, span)
}

const isWithin = (at: Instant, { since = Number.NEGATIVE_INFINITY, until }: Span) => at >= since && at <= until

/** What was issued of a value type in whichever program, less what returns took back of it, at the time of the sale. */
function sumEarned({ earned, sales }: Measured, by: TierMeasure, span: Span, brand: Brand): readonly TierSum[] {
  const sums = new Map<number, bigint>()
  const add = (valueType: number, amount: number) => {
    const type = brand.valueTypes.get(valueType)
    if (!type || type.balanceType !== by.balanceType || (type.balanceCode ?? '') !== (by.balanceCode ?? '')) return
    sums.set(type.scale, (sums.get(type.scale) ?? 0n) + BigInt(amount))
  }
  for (const { at, valueType, amount } of earned) if (isWithin(at, span)) add(valueType, amount)
  for (const { record } of sales) {
    if (record.kind !== 'sale' || record.isVoided || !record.returned || !isWithin(record.happenedAt, span)) continue
    for (const [place, mutation] of (record.content.mutations ?? []).entries()) {
      if (mutation.kind !== 'issue' || mutation.holder === 'referrer' || mutation.returnRelated) continue
      if (mutation.origin?.trigger === 'tier') continue
      for (const { takenBack } of record.returned.returns) add(mutation.valueType, -Math.max(0, takenBack[place] ?? 0))
    }
  }
  return [...sums].map(([scale, amount]) => ({ currency: '', scale, amount, checkouts: 0 }))
}

function sumTierSales(sales: readonly PastSale[], span: Span): readonly TierSum[] {
  const groups = new Map<string, TierSum>()
  for (const { record } of sales) {
    const { happenedAt, currency, scale, kind, net, returned } = record
    if (!isWithin(happenedAt, span) || !isCounted(record, undefined)) continue
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

/** Why a card has its level, as the store would answer it; undefined if the program has none. */
export function tierReasons(
  state: Pick<CardState, 'tierChanges' | 'sales' | 'earned'>,
  program: string,
  { brand, clock }: { readonly brand: Brand; readonly clock: LocalClock },
): TierReasons | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers) return undefined
  const newest = state.tierChanges.toReversed()
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
      sums: sumUp(state, tiers.by, spanOfReason(tiers.by.within, judgedAt, clock), brand),
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
