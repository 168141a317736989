import type { Case, Measured } from '../case.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { startReplay } from '../replay-process.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { checkoutCall } from './checkout.ts'
import { redeemCall } from './redeem.ts'

const cards = 20_000
const tills = 64
/** How long checkouts are made that are then replayed, in rounds of the plan. */
const rounds = 3

/** A replay's own speed, and redemptions while one runs, against redemptions while none does. */
export const replay: Case = { name: 'replay', target: { multiple: 1.5 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  const shop = await site.openShop('replay', { brand: 'replay', rules: fewRules, cards, redemptions: 0 })
  const run = (call: typeof redeemCall, seconds: number, seed: number) =>
    runOurs(site, shop, { call, cards: { count: cards }, seconds, seed, connections: tills })
  await run(checkoutCall, rounds * plan.seconds, 0)
  const own = await startReplay(shop).ended
  process.stderr.write(`  ${own.replayed} checkouts, ${own.same} as they happened, ${own.perSecond} a second\n`)
  if (own.same !== own.replayed) throw new Error('A replay by the file that was in force brings back what happened.')
  await run(redeemCall, plan.warmUpSeconds.running, 1)
  const alone = await run(redeemCall, plan.seconds, 2)
  const replays = keepReplaying(shop)
  await run(redeemCall, plan.warmUpSeconds.running, 3)
  const beside = await run(redeemCall, plan.seconds, 4)
  await replays.stop()
  return {
    ours: own.perSecond,
    p50: alone.p50,
    p99: alone.p99,
    more: { replayedPerSecond: own.perSecond },
    parts: {
      beside: { ours: beside.perSecond, p50: beside.p50, p99: beside.p99, multiple: beside.p99 / alone.p99 },
    },
  }
}

/** One replay after the other, until it is enough. */
function keepReplaying(shop: Shop) {
  let isEnough = false
  let running = startReplay(shop)
  const loop = (async () => {
    while (!isEnough) {
      await running.ended.catch(() => undefined)
      if (!isEnough) running = startReplay(shop)
    }
  })()
  return {
    async stop() {
      isEnough = true
      running.stop()
      await loop
    },
  }
}
