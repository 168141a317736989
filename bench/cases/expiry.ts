import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Measured } from '../case.ts'
import { countExpiring, expireLots, loadExpiringLots } from '../expiring.sql.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { median } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { brandId, cardCount, fewRules, uniformCards } from '../stock.ts'
import { redeemCall } from './redeem.ts'

/**
 * 100,000 lots expire at one instant, and the server books them while tills redeem. The ratio is redeem's p99 without
 * the job by that with it; `ours` is how many lots are booked in a second, also after the tills have gone.
 */
export const expiry: Case = { name: 'expiry', target: { ratio: 0.5 }, isQuick: false, run: measureExpiry }

/** As many rounds while the job runs; the rest of the lots are booked without any calls. */
const busyRounds = 2

async function measureExpiry(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('expiry', { brand: brandId, rules: fewRules, cards: cardCount, redemptions: 0 })
  await loadExpiringLots(shop.url, shop.brand)
  const redeem = (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: uniformCards, seconds, seed })
  await redeem(plan.warmUpSeconds.started, 0)
  const quiet = [await redeem(plan.seconds, 1), await redeem(plan.seconds, 2)]
  await expireLots(shop.url, shop.brand)
  await untilBooking(shop)
  const meter = new Meter(shop)
  const busy: OurResult[] = []
  for (let round = 0; round < busyRounds && (await meter.left()) > 0; round += 1) {
    busy.push(await redeem(plan.seconds, 3 + round))
  }
  const underLoad = await meter.perSecond()
  while ((await meter.left()) > 0) await wait(200)
  const alone = await meter.perSecond()
  tell(quiet, busy, { underLoad, alone })
  const p99 = median(busy.map((one) => one.p99))
  return {
    ratio: median(quiet.map((one) => one.p99)) / p99,
    ours: alone > 0 ? alone : underLoad,
    p50: median(busy.map((one) => one.p50)),
    p99,
    more: { lotsPerSecond: alone, lotsPerSecondUnderLoad: underLoad, p99Without: median(quiet.map((one) => one.p99)) },
  }
}

function tell(quiet: readonly OurResult[], busy: readonly OurResult[], rates: { underLoad: number; alone: number }) {
  const show = (results: readonly OurResult[]) =>
    results.map((one) => `${one.perSecond.toFixed(0)}/s p99 ${one.p99.toFixed(1)} ms`).join(', ')
  process.stderr.write(`  redeem without the job: ${show(quiet)}; with it: ${show(busy)}\n`)
  process.stderr.write(`  lots/s: ${rates.underLoad.toFixed(0)} under load, ${rates.alone.toFixed(0)} alone\n`)
}

async function untilBooking(shop: Shop): Promise<void> {
  while ((await countExpiring(shop.url, shop.brand)) === cardCount) await wait(100)
}

/** How many lots are booked a second since it was last asked. */
class Meter {
  private readonly shop: Shop
  private last: { readonly left: number; readonly at: number } | undefined
  private now: { readonly left: number; readonly at: number } | undefined

  constructor(shop: Shop) {
    this.shop = shop
  }

  async left(): Promise<number> {
    this.now = { left: await countExpiring(this.shop.url, this.shop.brand), at: performance.now() }
    this.last ??= this.now
    return this.now.left
  }

  async perSecond(): Promise<number> {
    if (this.now?.left !== 0) await this.left()
    const { last, now } = this
    if (!last || !now || now.at === last.at) return 0
    this.last = now
    return (1000 * (last.left - now.left)) / (now.at - last.at)
  }
}
