import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { checkFirings, checkoutCall } from './checkout.ts'

const manyRules = 1000
const cards = 20_000

/** The checkout where there are a thousand rules against the same where there are ten: two brands of one server. */
export const rules: Case = { name: 'rules', target: { ratio: 0.8 }, isQuick: true, run: measureRules }

async function measureRules(site: Site, plan: Plan): Promise<Measured> {
  const stock = { cards, redemptions: 0 }
  const [few, many] = await site.openShops('rules', [
    { brand: 'few-rules', rules: fewRules, ...stock },
    { brand: 'many-rules', rules: manyRules, ...stock },
  ])
  if (!few || !many) throw new Error('Two brands were opened.')
  const inShop = (shop: Shop) => (seconds: number, seed: number) =>
    runOurs(site, shop, { call: checkoutCall, cards: { count: cards }, seconds, seed })
  for (const shop of [few, many]) {
    await checkFirings(shop)
    await inShop(shop)(plan.warmUpSeconds.started / 2, 0)
  }
  const rounds = await interleave(plan, {
    ours: (seed) => inShop(many)(plan.seconds, seed),
    floor: (seed) => inShop(few)(plan.seconds, seed),
  })
  return summarize(rounds)
}
