import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { inLongRead } from '../../server/ground/database/timeouts.sql.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { reports as allReports } from '../../server/storage/report/all.ts'
import { addDays } from '../../server/storage/report/days.ts'
import { type AskedDays, type Report, runReport } from '../../server/storage/report/report.ts'
import type { Case, Measured } from '../case.ts'
import { insertPastYear, measureDatabase } from '../past-year.sql.ts'
import type { Plan } from '../plan.ts'
import { median } from '../rounds.ts'
import { locations } from '../rule-book.ts'
import type { Site, StockedBrand } from '../site.ts'
import { brandId, fewRules, programOf, programZone } from '../stock.ts'

const cards = 200_000
const patienceMs = 60_000
/** Two rows of the ledger each; BENCH_CALLS makes fewer. */
const calls = Number(process.env.BENCH_CALLS ?? 5_000_000)
const trial = {
  id: 'trial',
  holdout: 10,
  rules: [{ id: 'off', trigger: 'checkout', then: [{ discount: { percent: 10 } }] }],
}
const levels = { by: { fact: 'history.spend' }, levels: [{ id: 'gold', name: 'Gold', at: 10_000_000 }] }
const stock: StockedBrand = {
  brand: brandId,
  rules: fewRules,
  cards,
  redemptions: 0,
  campaigns: [trial],
  sections: { programs: [{ ...programOf(), tiers: levels }] },
}

/** Each report, over the whole year and divided in each way, on a ledger of 10,000,000 rows with 200,000 cards. */
export const reports: Case = { name: 'reports', target: { p99: 2000 }, isQuick: false, run: measureReports }

async function measureReports(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('reports', stock)
  // Its amounts are invented, so that its books are not looked at in the end; its jobs would sum them up once more.
  site.shops.splice(site.shops.indexOf(shop), 1)
  await shop.server.stop()
  const began = performance.now()
  const say = (what: string) => process.stderr.write(`  ${Math.round((performance.now() - began) / 1000)} s: ${what}\n`)
  await insertPastYear(
    shop.url,
    { brand: brandId, timeZone: programZone, cards, locations: locations.length, calls },
    say,
  )
  const { megabytes, rows } = await measureDatabase(shop.url)
  say(`${rows} rows of the ledger, ${megabytes} MB`)
  const pool = new ConnectionPool({ url: shop.url, name: 'purser bench', plansOnce: true }, 1)
  try {
    const brand = await loadBrandWithoutSecrets(pool, brandId)
    if (!brand) throw new Error('The brand is there.')
    const figures: Record<string, number> = {}
    for (const [name, report, asked] of questions()) {
      const times: number[] = []
      for (let round = 0; round < plan.rounds; round += 1) {
        const asking = performance.now()
        await inLongRead(pool, patienceMs, (db) => runReport(report, db, brand, asked))
        times.push(performance.now() - asking)
      }
      figures[name] = median(times)
      say(`${name}: ${Math.round(median(times))} ms (${times.map(Math.round).join(' ')})`)
    }
    const all = Object.values(figures)
    return { ours: 1000 / median(all), p50: median(all), p99: Math.max(...all), more: { ...figures, rows, megabytes } }
  } finally {
    await pool.close()
  }
}

/** Over a year, in each way there is; those that can be divided by days also so. */
function questions(): (readonly [name: string, report: Report, asked: AskedDays])[] {
  const to = new Date().toISOString().slice(0, 10)
  const whole: AskedDays = { from: addDays(to, -365), to, perDay: false }
  return allReports.flatMap((report) => [
    [report.name, report, whole] as const,
    ...report.by.map((by) => [`${report.name} ${by}`, report, { ...whole, by }] as const),
    ...(report.hasDays ? [[`${report.name} day`, report, { ...whole, perDay: true }] as const] : []),
  ])
}
