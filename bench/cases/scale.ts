import type { Case, Measured } from '../case.ts'
import { runOurs } from '../comparison.ts'
import type { Plan } from '../flags.ts'
import { interleave, median, sum } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { redeemCall } from './redeem.ts'

const few = { cards: 10_000, redemptions: 2 }
/** With three ledger rows each. */
const many = { cards: 1_000_000, redemptions: 2 }

/** Redemptions where there is much data against redemptions where there is little. */
export const scale: Case = { name: 'scale', target: 0.85, isQuick: false, run: measureScale }

async function measureScale(site: Site, plan: Plan): Promise<Measured> {
  const small = await site.openShop('small', few)
  const large = await site.openShop('large', many)
  const redeem = (shop: Shop, count: number) => (round: number, seconds: number) =>
    runOurs(site, shop, { call: redeemCall, cards: { count }, seconds, seed: 1 + round })
  const [inSmall, inLarge] = [redeem(small, few.cards), redeem(large, many.cards)]
  await inSmall(-1, plan.warmUpSeconds)
  await inLarge(-1, plan.warmUpSeconds)
  const rounds = await interleave(
    plan.rounds,
    (round) => inSmall(round, plan.seconds),
    (round) => inLarge(round, plan.seconds),
  )
  return {
    ratio: median(rounds.map(({ first, second }) => second.perSecond / first.perSecond)),
    ours: median(rounds.map(({ second }) => second.perSecond)),
    floor: median(rounds.map(({ first }) => first.perSecond)),
    p50: median(rounds.map(({ second }) => second.p50)),
    p99: median(rounds.map(({ second }) => second.p99)),
    failures: sum(rounds.map(({ first, second }) => first.failures + second.failures)),
    bytesPerCall: Number.NaN,
  }
}
