import type { TierMeasure } from '../../domain/brand/shapes/tier-shape.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import type { LevelHistory, StandingCall } from '../../domain/campaign/tier/level-history.ts'
import { spanAt, type TierGain, withGains } from '../../domain/campaign/tier/measure.ts'
import type { Card } from '../../domain/card/card.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'

type Context = Pick<DecisionContext<unknown>, 'brand' | 'pastRequest'>

interface Adding {
  readonly root: Card
  readonly gains: readonly TierGain[]
  readonly by: TierMeasure
}

/** A history with what a call adds to what stands or takes off it, each at the place of the call that it is counted with. */
export function withCall(history: LevelHistory, { root, gains, by }: Adding, context: Context): LevelHistory {
  const { opening } = history
  const calls = new Map(history.calls.map((call) => [keyOf(call), call]))
  let sums = opening?.sums ?? []
  for (const gain of gains) {
    if (opening && gain.at < opening.at) {
      const clock = new LocalClock(opening.at - 1, context.brand.timeZone)
      sums = withGains(sums, [gain], spanAt(by.within, clock))
      continue
    }
    const known = calls.get(keyOf(gain)) ?? newCall(gain, root, context)
    calls.set(keyOf(gain), {
      ...known,
      amount: known.amount + gain.amount,
      checkouts: known.checkouts + gain.checkouts,
    })
  }
  const standing = [...calls.values()].filter(({ amount, checkouts }) => amount !== 0n || checkouts !== 0)
  return { ...history, calls: standing, ...(opening && { opening: { ...opening, sums } }) }
}

const keyOf = ({ ref = '', currency, scale }: Pick<TierGain, 'ref' | 'currency' | 'scale'>) =>
  `${ref} ${currency} ${scale}`

/** One that did not stand before: an earlier one has its number, this very call comes last. */
function newCall({ ref = '', at, currency, scale }: TierGain, root: Card, { pastRequest }: Context): StandingCall {
  const past = pastRequest(ref)
  return {
    ref,
    card: past?.cardId ?? root.id,
    at,
    seq: past?.cardSeq ?? Number.MAX_SAFE_INTEGER - 1,
    isOwn: true,
    currency,
    scale,
    amount: 0n,
    checkouts: 0,
  }
}
