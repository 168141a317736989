import type { Brand } from '../../domain/brand/brand.ts'
import type { TierMeasure } from '../../domain/brand/shapes/tier-shape.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import { gainOf } from '../../domain/campaign/tier/earned.ts'
import type { BookedReason, LevelHistory, ManualLevel, StandingCall } from '../../domain/campaign/tier/level-history.ts'
import { type CountedTime, measureOf, spanAt, type TierSum } from '../../domain/campaign/tier/measure.ts'
import { measureKey } from '../../domain/campaign/tier/tally.ts'
import { afterLapse, isOver, type TierPast, type TierState } from '../../domain/campaign/tier/tier-state.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { PastSale, ReplayedCard, TierStep } from './card-state.ts'
import { isCounted } from './history.ts'

/** So many periods that are over are judged one by one, as the store does. */
const lapsesMax = 24

/** The level of a card as the store would answer it; undefined if the program has none. */
export function tierPast(
  state: Pick<ReplayedCard, 'sales' | 'tier' | 'earned'>,
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

function stateOf({ level, keptUntil, override }: NonNullable<ReplayedCard['tier']>): TierState {
  return defined({ level, keptUntil, override })
}

type Measured = Pick<ReplayedCard, 'sales' | 'earned'>

function sumUp(state: Measured, by: TierMeasure, span: CountedTime, brand: Brand): readonly TierSum[] {
  return by.fact === 'earned' ? sumEarned(state, by, span, brand) : sumTierSales(state.sales, span)
}

const isWithin = (at: Instant, { since = Number.NEGATIVE_INFINITY, until }: CountedTime) => at >= since && at <= until

/** What was issued of a value type in whichever program, less what returns took back of it, at the time of the sale. */
function sumEarned({ earned, sales }: Measured, by: TierMeasure, span: CountedTime, brand: Brand): readonly TierSum[] {
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

function sumTierSales(sales: readonly PastSale[], span: CountedTime): readonly TierSum[] {
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

/** What a card's level is derived from, as the store would answer it; undefined if the program has none. */
export function tierHistory(
  state: Pick<ReplayedCard, 'id' | 'tierChanges' | 'tierMoves' | 'sales' | 'earned'>,
  program: string,
  { brand }: { readonly brand: Brand },
): LevelHistory | undefined {
  const tiers = brand.programs.get(program)?.tiers
  if (!tiers) return undefined
  const counted = measureKey(tiers.by)
  const own = state.tierMoves.filter((move) => move.program === program && move.counted === counted)
  return {
    card: state.id,
    calls: tiers.by.fact === 'earned' ? earnedCalls(state, tiers.by, brand) : saleCalls(state),
    reasons: state.tierChanges.flatMap(toReason),
    manual: state.tierChanges.flatMap((step) => toManual(step, state.id)),
    transfers: [],
    booked: own,
    ...((own.length < state.tierMoves.length || state.tierChanges.some(({ enough }) => enough === undefined)) && {
      isPartial: true,
    }),
  }
}

type LevelBasis = Pick<ReplayedCard, 'id' | 'sales' | 'earned'>

function saleCalls({ id, sales }: LevelBasis): StandingCall[] {
  return sales.flatMap(({ record }, seq) => {
    const { ref, happenedAt: at, currency, scale, kind, net, returned } = record
    if (!isCounted(record, undefined)) return []
    const amount = BigInt(net - (returned?.total ?? 0))
    return [{ ref, card: id, at, seq, isOwn: true, currency, scale, amount, checkouts: kind === 'sale' ? 1 : 0 }]
  })
}

/** What was issued less what returns took back of it, call by call. */
function earnedCalls({ id, sales, earned }: LevelBasis, by: TierMeasure, brand: Brand): StandingCall[] {
  const calls = new Map<string, StandingCall>()
  const add = (call: Pick<StandingCall, 'ref' | 'at' | 'isOwn'>, valueType: number, amount: number) => {
    for (const { scale, amount: more } of gainOf(valueType, amount, { brand, by, at: call.at })) {
      const key = `${call.ref} ${scale}`
      const own = { card: id, seq: calls.size, currency: '', scale, amount: 0n, checkouts: 0 }
      const known = calls.get(key) ?? { ...call, ...own }
      calls.set(key, { ...known, amount: known.amount + more })
    }
  }
  for (const { ref, at, isOwn, valueType, amount } of earned) add({ ref, at, isOwn }, valueType, amount)
  for (const { record } of sales) {
    if (record.kind !== 'sale' || record.isVoided || !record.returned) continue
    const { ref, happenedAt: at } = record
    for (const [place, mutation] of (record.content.mutations ?? []).entries()) {
      if (mutation.kind !== 'issue' || mutation.holder === 'referrer' || mutation.returnRelated) continue
      if (mutation.origin?.trigger === 'tier') continue
      for (const { takenBack } of record.returned.returns)
        add({ ref, at, isOwn: true }, mutation.valueType, -Math.max(0, takenBack[place] ?? 0))
    }
  }
  return [...calls.values()].filter(({ amount }) => amount !== 0n)
}

function toReason({ ref, why, level, enough, measured, keptUntil, judgedAt }: TierStep): BookedReason[] {
  if (level === undefined || (why !== 'reached' && why !== 'prolonged' && why !== 'kept')) return []
  return [
    defined({
      ref,
      why,
      level,
      keptUntil,
      judgedAt,
      measured: BigInt(measured),
      ...(enough !== undefined && { enough: BigInt(enough) }),
    }),
  ]
}

function toManual({ ref, why, override, happenedAt: at }: TierStep, card: CardId): ManualLevel[] {
  const isGiven = why === 'override' || (why === 'overrideEnded' && !override)
  return isGiven ? [defined({ ref, card, at, override })] : []
}
