import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Brand } from '../../brand/brand.ts'
import type { Tiers } from '../../brand/shapes/tier-shape.ts'
import { Ladder } from './ladder.ts'
import type { CardTransfer, LevelHistory, LevelMove, ManualLevel, StandingCall } from './level-history.ts'
import { afterReaching, betterOf, rankOf, rankReached, type TierState } from './tier-state.ts'

/** The level that a card has by what stands, and how it came to it. */
export interface Levels {
  readonly state: TierState
  readonly moves: readonly LevelMove[]
}

interface Judging {
  readonly tiers: Tiers
  readonly brand: Brand
  readonly now: Instant
}

type Step =
  | { readonly kind: 'call'; readonly at: Instant; readonly seq: number; readonly call: StandingCall }
  | { readonly kind: 'manual'; readonly at: Instant; readonly seq: number; readonly manual: ManualLevel }
  | { readonly kind: 'transfer'; readonly at: Instant; readonly seq: number; readonly transfer: CardTransfer }

/**
 * The level of a card as a function of what stands: each call is judged at its own instant by what had been bought or
 * earned until then, each time that is over by what counted at its end. Nothing else is asked, least of all in which
 * order things were undone.
 */
export function levelsOf(history: LevelHistory, judging: Judging): Levels {
  const ladders = new Map<CardId, Ladder>()
  const ladderOf = (card: CardId): Ladder => {
    const known = ladders.get(card)
    if (known) return known
    const ladder = new Ladder(judging.tiers, judging.brand, history.reasons)
    ladders.set(card, ladder)
    return ladder
  }
  if (history.opening) ladderOf(history.card).open(history.opening)
  for (const step of stepsOf(history)) {
    if (step.at > judging.now) break
    if (step.kind === 'call') {
      const ladder = ladderOf(step.call.card)
      ladder.advance(step.at)
      ladder.count(step.call)
    } else if (step.kind === 'manual') {
      const ladder = ladderOf(step.manual.card)
      ladder.advance(step.at)
      ladder.override(step.manual)
    } else inherit(step.transfer, ladderOf, judging)
  }
  const ladder = ladderOf(history.card)
  ladder.advance(judging.now)
  return { state: ladder.state, moves: ladder.moves }
}

/** In the order in which they happened. What is older than the opening is in it, whoever had it. */
function stepsOf({ calls, manual, transfers, opening }: LevelHistory): readonly Step[] {
  const since = opening?.at ?? Number.NEGATIVE_INFINITY
  const last = Number.MAX_SAFE_INTEGER
  const steps: Step[] = [
    ...calls.map((call) => ({ kind: 'call', at: call.at, seq: call.seq, call }) as const),
    ...manual.map((one) => ({ kind: 'manual', at: one.at, seq: last, manual: one }) as const),
    ...transfers.map((transfer) => ({ kind: 'transfer', at: transfer.at, seq: last, transfer }) as const),
  ]
  return steps.filter(({ at }) => at >= since).sort((one, other) => one.at - other.at || one.seq - other.seq)
}

/** The heir has the better level of both, and what counted for either; a level that both reach together is reached now. */
function inherit({ from, to, at, ref }: CardTransfer, ladderOf: (card: CardId) => Ladder, { tiers }: Judging): void {
  const [former, heir] = [ladderOf(from), ladderOf(to)]
  former.advance(at)
  heir.advance(at)
  const before = heir.shownAt(at)
  const base = betterOf(tiers, heir.state, former.state)
  heir.takeOver(former, base)
  const rank = rankReached(tiers, heir.measureAt(at))
  if (rank <= rankOf(tiers, base.level)) return
  heir.become(afterReaching(tiers, base, rank, heir.clockAt(at)), { at, ref, before })
}
