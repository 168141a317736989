import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Measured } from '../case.ts'
import { countFired, holdBack, insertBirthdays, makeDue } from '../dates.sql.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { median } from '../rounds.ts'
import type { Shop, Site, StockedBrand } from '../site.ts'
import { brandId, fewRules } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const cards = 1_000_000
const oneIn = 10
const due = cards / oneIn

const birthday = (id: string) => ({
  id,
  trigger: 'date',
  date: { of: 'customer.birthday', hour: 0 },
  then: [{ issue: { balanceType: 'Points', amount: 50 } }],
})
const stock: StockedBrand = {
  brand: brandId,
  rules: fewRules,
  cards,
  redemptions: 0,
  campaigns: [{ id: 'dates', name: 'Dates', rules: [birthday('alone'), birthday('beside')] }],
}

/**
 * A birthday rule for 100,000 of 1,000,000 cards: cards a second when nothing else goes on, and how much longer the
 * slowest hundredth of redemptions takes while such a rule runs. The ratio is what they take otherwise to that.
 */
export const dates: Case = { name: 'dates', target: { ratio: 0.5 }, isQuick: false, run: measureDates }

async function measureDates(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('dates', stock)
  for (const rule of ['dates/alone', 'dates/beside']) await holdBack(shop.url, brandId, rule)
  await insertBirthdays(shop.url, { brand: brandId, oneIn })
  const redeem = (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: { count: cards }, seconds, seed })
  await redeem(plan.warmUpSeconds.started, 0)
  const before: OurResult[] = []
  for (let seed = 1; seed <= plan.rounds; seed += 1) before.push(await redeem(plan.seconds, seed))

  const began = await begin(shop, 'dates/alone')
  while ((await countFired(shop.url, brandId, 'dates/alone')) < due) await wait(100)
  const perSecond = due / ((performance.now() - began) / 1000)

  await begin(shop, 'dates/beside')
  const beside: OurResult[] = []
  for (let seed = 1; seed <= plan.rounds; seed += 1) {
    const round = await redeem(plan.seconds, 100 + seed)
    if ((await countFired(shop.url, brandId, 'dates/beside')) < due) beside.push(round)
  }
  const p99 = (rounds: readonly OurResult[]) => median(rounds.map((round) => round.p99))
  const lines = [before, beside].map((rounds) => `${rounds.length} rounds, p99 ${p99(rounds).toFixed(1)} ms`)
  process.stderr.write(`  ${perSecond.toFixed(0)} cards/s; redemptions before: ${lines[0]}; beside: ${lines[1]}\n`)
  while ((await countFired(shop.url, brandId, 'dates/beside')) < due) await wait(100)
  return {
    ratio: p99(before) / p99(beside),
    ours: perSecond,
    p50: median(beside.map((round) => round.p50)),
    p99: p99(beside),
    more: { cardsPerSecond: perSecond, p99Without: p99(before) },
  }
}

/** Waits until the server's job has taken the rule up, which it looks for twice a minute. */
async function begin(shop: Shop, rule: string): Promise<number> {
  await makeDue(shop.url, brandId, rule)
  while ((await countFired(shop.url, brandId, rule)) === 0) await wait(20)
  return performance.now()
}
