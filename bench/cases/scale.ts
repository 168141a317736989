import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave } from '../rounds.ts'
import type { Site, StockedBrand } from '../site.ts'
import { brandId, fewRules } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const few: StockedBrand = { brand: brandId, rules: fewRules, cards: 10_000, redemptions: 2 }
/** With three ledger rows each. */
const many: StockedBrand = { brand: brandId, rules: fewRules, cards: 1_000_000, redemptions: 2 }

/** Redemptions where there is much data against redemptions where there is little, each with a server of its own. */
export const scale: Case = { name: 'scale', target: { ratio: 0.85 }, isQuick: false, run: measureScale }

async function measureScale(site: Site, plan: Plan): Promise<Measured> {
  const inSmall = await openSide(site, 'small', few)
  const inLarge = await openSide(site, 'large', many)
  await inSmall(plan.warmUpSeconds.started, 0)
  await inLarge(plan.warmUpSeconds.started, 0)
  const rounds = await interleave(plan, {
    ours: (seed) => inLarge(plan.seconds, seed),
    floor: (seed) => inSmall(plan.seconds, seed),
  })
  return summarize(rounds)
}

async function openSide(site: Site, name: string, stock: StockedBrand) {
  const shop = await site.openShop(name, stock)
  const cards = { count: stock.cards }
  return (seconds: number, seed: number) => runOurs(site, shop, { call: redeemCall, cards, seconds, seed })
}
