import assert from 'node:assert/strict'
import { reports } from '../../server/storage/report/all.ts'
import { addDays } from '../../server/storage/report/days.ts'
import type { Case, Measured } from '../case.ts'
import { callOnce } from '../load/call-once.ts'
import { runOurs } from '../our-side.ts'
import { insertPastYear } from '../past-year.sql.ts'
import type { Plan } from '../plan.ts'
import { interleave, median } from '../rounds.ts'
import { locations } from '../rule-book.ts'
import type { Shop, Site } from '../site.ts'
import { apiKey, brandId, fewRules, programZone } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const cards = 100_000
const calls = Number(process.env.BENCH_CALLS ?? 500_000)
const tills = 16
/** Many short rounds: what else disturbs the disk then disturbs a few of them. */
const slices = 3
const ofPeriods = reports.filter(({ over }) => over !== 'now')

/** Redemptions while somebody in the portal opens one report of a year after the other, against redemptions without. */
export const reportBeside: Case = { name: 'reportBeside', target: { multiple: 1.2 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  const sections = {
    brand: { id: brandId, name: 'Bench', country: 'US', currency: 'USD', timeZone: programZone, enable: ['admin'] },
    apiKeys: [{ ...apiKey, scope: ['merchant', 'admin'] }],
  }
  const stock = { brand: brandId, rules: fewRules, cards, redemptions: 0, sections }
  const shop = await site.openShop('report_beside', stock)
  // The amounts of its past are invented, so that its books are not looked at in the end.
  site.shops.splice(site.shops.indexOf(shop), 1)
  const past = { brand: brandId, timeZone: programZone, cards, locations: locations.length, calls }
  await insertPastYear(shop.url, past, () => undefined)
  const run = (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: { count: cards }, seconds, seed, connections: tills })
  await run(plan.warmUpSeconds.running, 1)
  let reports = 0
  const seconds = plan.seconds / slices
  const rounds = await interleave(
    { ...plan, rounds: plan.rounds * slices },
    {
      floor: (seed) => run(seconds, 2 * seed),
      ours: async (seed) => {
        const reader = keepReading(shop)
        const beside = await run(seconds, 2 * seed + 1)
        reports += await reader.stop()
        return beside
      },
    },
  )
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  return {
    ours: of(({ floor }) => floor.perSecond),
    p50: of(({ floor }) => floor.p50),
    p99: of(({ floor }) => floor.p99),
    more: { reports, rateBeside: of(({ ours, floor }) => ours.perSecond / floor.perSecond) },
    parts: {
      read: {
        ours: of(({ ours }) => ours.perSecond),
        p50: of(({ ours }) => ours.p50),
        p99: of(({ ours }) => ours.p99),
        multiple: of(({ ours, floor }) => ours.p99 / floor.p99),
      },
    },
  }
}

/** One report after the other, as the portal asks for it, until it is enough. */
function keepReading(shop: Shop) {
  const to = new Date().toISOString().slice(0, 10)
  const from = addDays(to, -365)
  let isEnough = false
  let count = 0
  const loop = (async () => {
    while (!isEnough) {
      const { name, over } = ofPeriods[count % ofPeriods.length] ?? assert.fail('there are such reports')
      const answer = await callOnce(shop, '/admin/report', over === 'day' ? { name, to } : { name, from, to })
      if (answer.success !== true) throw new Error(`The report ${name} was refused: ${JSON.stringify(answer)}`)
      count += 1
    }
  })()
  return {
    async stop() {
      isEnough = true
      await loop
      return count
    },
  }
}
