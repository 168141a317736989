import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave } from '../rounds.ts'
import { campaignsOf } from '../rule-book.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { checkFirings, checkoutCall } from './checkout.ts'

const cards = 20_000
const budget = { amount: 100_000_000, of: 'discount', every: 'day' }

/** The checkout of a campaign with a budget that every call spends of, against the same without: two brands of one server. */
export const budgets: Case = { name: 'budgets', target: { ratio: 0.7 }, isQuick: false, run: measureBudgets }

async function measureBudgets(site: Site, plan: Plan): Promise<Measured> {
  const stock = { rules: fewRules, cards, redemptions: 0 }
  const campaigns = campaignsOf(fewRules).map((one) => (one.id === 'earn' ? { ...one, budget } : one))
  const [free, bound] = await site.openShops('budgets', [
    { brand: 'without-budget', ...stock },
    { brand: 'with-budget', ...stock, sections: { campaigns } },
  ])
  if (!free || !bound) throw new Error('Two brands were opened.')
  const inShop = (shop: Shop) => (seconds: number, seed: number) =>
    runOurs(site, shop, { call: checkoutCall, cards: { count: cards }, seconds, seed })
  for (const shop of [free, bound]) {
    await checkFirings(shop)
    await inShop(shop)(plan.warmUpSeconds.started / 2, 0)
  }
  const rounds = await interleave(plan, {
    ours: (seed) => inShop(bound)(plan.seconds, seed),
    floor: (seed) => inShop(free)(plan.seconds, seed),
  })
  return summarize(rounds)
}
