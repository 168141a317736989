import type { Case, Measured } from '../case.ts'
import { letIn, startCrowd } from '../load/members.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave, median } from '../rounds.ts'
import type { Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const cards = 100_000
const tills = 16
const crowd = 500
/** As the page looks again by itself, and as somebody reloads who cannot wait. */
const paces = { looking: 4000, reloading: 1000 } as const
/** Many short rounds: what else disturbs the machine then disturbs a few of them. */
const slices = 3

/** Redemptions while 500 members have their card open, against redemptions while nobody has. */
export const members: Case = { name: 'members', target: { multiple: 1.2 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('members', {
    brand: 'members',
    rules: fewRules,
    cards,
    redemptions: 0,
    sections: { member: {} },
    settings: { PURSER_TRUSTED_PROXIES: '127.0.0.1' },
  })
  const run = (seconds: number, seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: { count: cards }, seconds, seed, connections: tills })
  const tokens = await letIn(shop, crowd)
  await run(plan.warmUpSeconds.started, 1)
  const seconds = plan.seconds / slices
  const parts: Record<string, Measured> = {}
  const alone: Awaited<ReturnType<typeof run>>[] = []
  for (const [name, everyMs] of Object.entries(paces)) {
    let loads = 0
    const times: number[] = []
    const rounds = await interleave(
      { ...plan, rounds: plan.rounds * slices },
      {
        floor: (seed) => run(seconds, 2 * seed),
        ours: async (seed) => {
          const looking = startCrowd(shop, { tokens, everyMs })
          const beside = await run(seconds, 2 * seed + 1)
          const seen = await looking.stop()
          if (seen.failures > 0) throw new Error(`${seen.failures} of ${seen.loads} pages were not shown.`)
          loads += seen.loads
          times.push(...seen.times)
          return beside
        },
      },
    )
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    alone.push(...rounds.map(({ floor }) => floor))
    parts[name] = {
      ours: of(({ ours }) => ours.perSecond),
      p50: of(({ ours }) => ours.p50),
      p99: of(({ ours }) => ours.p99),
      multiple: of(({ ours, floor }) => ours.p99 / floor.p99),
      more: { loads, pageMs: median(times) },
    }
  }
  return {
    ours: median(alone.map(({ perSecond }) => perSecond)),
    p50: median(alone.map(({ p50 }) => p50)),
    p99: median(alone.map(({ p99 }) => p99)),
    parts,
  }
}
