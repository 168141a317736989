import type { Case, Measured } from '../case.ts'
import type { CallShape } from '../load/run.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import type { Shop, Site } from '../site.ts'
import { uniformCards } from '../stock.ts'
import { checkoutCall } from './checkout.ts'
import { redeemCall } from './redeem.ts'
import { searchCall } from './search.ts'

const calls: Readonly<Record<string, CallShape>> = { redeem: redeemCall, checkout: checkoutCall, search: searchCall }
/** Of what the machine can do. */
const loads = [0.1, 0.5, 0.8]

/** How long calls take where people are: with a part of the load that the machine can carry. */
export const latency: Case = { name: 'latency', target: { p99: 50 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.mainShop()
  const more: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) Object.assign(more, await levels(site, shop, plan, name, call))
  return { ours: more['redeem.perSecond'] ?? 0, p50: more['redeem.50.p50'] ?? 0, p99: more['redeem.50.p99'] ?? 0, more }
}

async function levels(site: Site, shop: Shop, { seconds, warmUpSeconds }: Plan, name: string, call: CallShape) {
  const run = { call, cards: uniformCards, seconds, client: site.generator }
  await runOurs(site, shop, { ...run, seconds: warmUpSeconds.started, seed: 0 })
  const most = await runOurs(site, shop, { ...run, seed: 1 })
  const figures: Record<string, number> = { [`${name}.perSecond`]: most.perSecond }
  for (const load of loads) {
    const { p50, p99, perSecond } = await runOurs(site, shop, { ...run, seed: 2, perSecond: load * most.perSecond })
    const percent = Math.round(100 * load)
    Object.assign(figures, { [`${name}.${percent}.p50`]: p50, [`${name}.${percent}.p99`]: p99 })
    process.stderr.write(
      `  ${name} at ${percent} % (${perSecond.toFixed(0)}/s): p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms\n`,
    )
  }
  return figures
}
