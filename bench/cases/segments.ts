import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Measured } from '../case.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { median } from '../rounds.ts'
import { countMembers, findProgress, insertCheckouts, makeDue } from '../segments.sql.ts'
import type { Shop, Site, StockedBrand } from '../site.ts'
import { brandId, fewRules } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const cards = 1_000_000
const regulars = {
  id: 'regulars',
  where: [{ fact: 'history.checkouts', within: { days: 30 }, op: '>=', value: 4 }],
}
const stock: StockedBrand = {
  brand: brandId,
  rules: fewRules,
  cards,
  redemptions: 0,
  sections: { segments: [regulars] },
}

/**
 * A segment over 1,000,000 cards with 2,300,000 checkouts: cards a second when nothing else goes on, and how much
 * longer the slowest hundredth of redemptions takes while it is refreshed. The ratio is what they take otherwise to that.
 */
export const segments: Case = { name: 'segments', target: { ratio: 0.5 }, isQuick: false, run: measureSegments }

async function measureSegments(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('segments', stock)
  await insertCheckouts(shop.url, brandId)
  const redeem = (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: { count: cards }, seconds, seed })
  await redeem(plan.warmUpSeconds.started, 0)
  const began = await begin(shop)
  const perSecond = cards / (((await untilDone(shop)) - began) / 1000)
  const members = await countMembers(shop.url, brandId)

  // Rounds without the job before and after those with it, so that what else the machine does disturbs both.
  const rounds = (first: number) => times(plan.rounds, (round) => redeem(plan.seconds, first + round))
  const before = await rounds(1)
  await begin(shop)
  const beside = await times(plan.rounds, async (round) => {
    const result = await redeem(plan.seconds, 100 + round)
    return (await findProgress(shop.url, brandId)) === undefined ? undefined : result
  })
  await untilDone(shop)
  const without = [...before, ...(await rounds(200))]
  tell(perSecond, without, beside)
  return {
    ratio: p99(without) / p99(beside),
    ours: perSecond,
    p50: median(beside.map((round) => round.p50)),
    p99: p99(beside),
    more: { cardsPerSecond: perSecond, members, p99Without: p99(without), roundsBeside: beside.length },
  }
}

const p99 = (rounds: readonly OurResult[]) => median(rounds.map((round) => round.p99))

function tell(perSecond: number, without: readonly OurResult[], beside: readonly OurResult[]): void {
  const show = (rounds: readonly OurResult[]) => rounds.map((round) => round.p99.toFixed(1)).join(' ')
  process.stderr.write(
    `  ${perSecond.toFixed(0)} cards/s; p99 of redemptions without: ${show(without)}; beside: ${show(beside)}\n`,
  )
}

/** One after the other, until one has nothing to say. */
async function times<T>(count: number, run: (index: number) => Promise<T | undefined>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index += 1) {
    const result = await run(index)
    if (result === undefined) break
    results.push(result)
  }
  return results
}

/** Waits until the server's job has taken the segment up, which it looks for every minute. */
async function begin(shop: Shop): Promise<number> {
  await makeDue(shop.url, brandId)
  while ((await findProgress(shop.url, brandId)) === 0) await wait(20)
  return performance.now()
}

async function untilDone(shop: Shop): Promise<number> {
  while ((await findProgress(shop.url, brandId)) !== undefined) await wait(100)
  return performance.now()
}
